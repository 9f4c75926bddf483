"""Terminals of seats for tests: browsers in which nobody is signed in, with the screen of one seat."""

from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from casino.seats.screens import make_screen
from testkit.house import BOSS, OpenHouse
from testkit.people import engage


def code_for(house: OpenHouse, number: int, table: str = "T1") -> str:
    """A code that a pit boss of the house has just made for this seat."""
    boss = engage(Role.PIT_BOSS, casino_id=house.casino_id)
    return make_screen(house.casino_id, table, number, by=boss, actor=BOSS, now=timezone.now())


def terminal_of(house: OpenHouse, number: int, table: str = "T1") -> Client:
    """A terminal on which the screen of this seat is open."""
    terminal = Client()
    answer = terminal.post("/seat/", {"opening_code": code_for(house, number, table)})
    assert answer["Location"] == f"/live/{table}/seat/{number}/", answer.content
    return terminal
