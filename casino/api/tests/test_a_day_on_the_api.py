"""A whole gaming day of each rulebook by HTTP alone, and the screens show it."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import ADMINISTRATION, CASH_READ, CASH_WRITE, TABLES_READ, TABLES_WRITE
from casino.api.models import WaitingRequest
from casino.api.waiting.deciding import confirm
from casino.people.models import Person, Role
from casino.people.signing import own_signature
from tables.handling import Actor, handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.models import Casino
from tables.handling.projections.table_snapshots import newest_state
from tables.registers.ball_commands import RegisterBall
from tables.registers.wheel_commands import RegisterWheel
from tables.roulette.loader import rulebooks
from testkit.officers import officer_of
from testkit.people import browser_of, engage
from testkit.stream import wait_until

EXAMPLE = Path(__file__).resolve().parents[3] / "docs/examples/whole_day.py"
NUMBERS = (17, 0, 32, 5, 0, 26)
REGISTER_FROM = 2
"""The first two tables are played in a house without a register of equipment, the others in one that keeps it."""


def begin_register(casino_id: int) -> None:
    for begun in (
        RegisterWheel(serial="W-1", pockets=tuple(range(37))),
        RegisterBall(serial="B-1", diameter_mm=20),
    ):
        handle(EquipmentAggregate(casino_id), begun, by=Actor(id="person/1", name="Boss"), now=timezone.now())


@pytest.fixture
def casino(casino_id: int, transactional_db: None) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")


def pending(casino: Casino) -> list[WaitingRequest]:
    return list(WaitingRequest.objects.filter(casino_id=casino.pk, state=WaitingRequest.PENDING))


def asked_or_ended(casino: Casino, day: "subprocess.Popen[str]") -> bool:
    return bool(pending(casino)) or day.poll() is not None


def confirm_all(casino: Casino) -> None:
    """The administrator confirms what waits, and the management countersigns the rulebook in force."""
    officer = officer_of(casino.pk)
    management = Person.objects.filter(casino_id=casino.pk, role=Role.DIRECTION).first()
    beside = management or engage(Role.DIRECTION, casino_id=casino.pk)
    signed = (own_signature(officer), own_signature(beside))
    for each in pending(casino):
        confirm(each.pk, officer, signatures=signed, now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_a_whole_day_of_each_rulebook_by_http_alone(
    casino: Casino, register: Callable[..., Any], web_server: str
) -> None:
    made = register(TABLES_READ, TABLES_WRITE, CASH_READ, CASH_WRITE, ADMINISTRATION)
    environment = {
        **os.environ,
        "HOUSE": web_server,
        "CLIENT_ID": made.client.client_id,
        "CLIENT_SECRET": made.secret,
    }
    chief, boss = (
        engage(role, casino_id=casino.pk, pin="4711") for role in (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
    )
    signing = ["--chief", f"{chief.username}:4711", "--boss", f"{boss.username}:4711"]
    screen = browser_of(boss)
    for turn, rulebook in enumerate(rulebooks()):
        if turn == REGISTER_FROM:
            begin_register(casino.pk)
        code = f"API{turn}"
        day = subprocess.Popen(
            [sys.executable, str(EXAMPLE), rulebook, code, *signing],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with day:
            wait_until(partial(asked_or_ended, casino, day), "the table is requested")
            confirm_all(casino)
            out, errors = day.communicate(timeout=120)
        assert day.returncode == 0, (rulebook, out[-2000:], errors)
        state = newest_state(casino.pk, code)
        assert state is not None
        assert (state.phase, state.numbers) == ("closed", NUMBERS[::-1])
        assert code in screen.get("/floor/").content.decode()
        assert screen.get(f"/floor/{code}/").status_code == 200
        sheet = screen.get(f"/cash/closing/{code}/?day={state.day}").content.decode()
        assert rulebook in sheet or code in sheet
