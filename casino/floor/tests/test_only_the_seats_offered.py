"""A form of the screen brings no players of its own: the seats that are offered, and whoever lies on the cloth."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import play
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import read_page

NewTable = Callable[[str], OpenHouse]
LAID = {"player": "P1", "bet": "rouge", "chip": "10", "other": ""}


def refusal(client: Client, command: str, **form: str) -> str:
    """What is said to a form, empty where it was carried out."""
    answer = client.post(f"/floor/T1/do/{command}", form, headers={"HX-Request": "true"})
    said = read_page(answer.content).select("[role=alert] .said b")
    return said[0].get_text() if said else ""


@pytest.mark.parametrize("field", ["player", "on_behalf_of"])
def test_a_player_who_is_no_seat_is_refused(table: OpenHouse, boss: Client, field: str) -> None:
    table.do(c.AnnounceBetsOpen())
    assert refusal(boss, "place-bet", **LAID | {field: "<b>"}).startswith("“<b>” is no seat of this table")
    assert not table.state.bets


def test_a_late_chip_is_some_seats(table: OpenHouse, boss: Client) -> None:
    play(table, c.AnnounceBetsOpen(), c.CloseBets())
    assert "is no seat of this table" in refusal(boss, "late-bet", **LAID | {"player": "P9"})


def test_a_player_named_by_another_program_is_taken_while_his_chips_lie(
    table: OpenHouse, boss: Client
) -> None:
    play(table, c.AnnounceBetsOpen(), c.PlaceBet(player="M-12", bet="noir", amount=1000))
    assert refusal(boss, "place-bet", **LAID | {"player": "M-12"}) == ""
    assert [bet.player for bet in table.state.bets] == ["M-12", "M-12"]


def test_a_company_is_made_of_seats(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-campione")
    named = {"member-P1": "yes", "member-<b>": "yes"}
    assert refusal(boss, "declare-company", **named).startswith("“<b>” is no seat")
    assert house.state.groups == ()
