"""A table that was closed by mistake is opened again from its page, on the same gaming day, signed by two."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part
from casino.people.models import Person, Role
from settlement.day_ledger import ledgers_of
from settlement.ledger.accounts import Account
from settlement.models import Box, LedgerEntry
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable, HouseDay
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.play.events import Signature
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.refusals import expect_refusal

BOTH = tuple(
    Signature(person=Named(id=role, name=role), role=role) for role in ("pit_boss", "games_inspector")
)
AGAIN = c.ReopenTable(reason="the wrong table", signatures=BOTH)


@pytest.fixture
def table(casino_id: int, db: None) -> OpenHouse:
    """A table with a coup behind it that was closed today."""
    now = timezone.now()
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    house = OpenHouse(casino_id, "pt-americana", now=now, day=gaming_day(casino_id, now).isoformat())
    house.coup(17)
    house.do(c.CloseTable())
    return house


@pytest.fixture
def inspector(colleague: Callable[..., Person], table: OpenHouse) -> Person:
    return colleague(Role.GAMES_INSPECTOR, casino_id=table.casino_id, pin="4711")


def ask(client: Client, signer: Person | None = None, **form: str) -> tuple[int, Element]:
    signed = {"signer": signer.username, "pin": "4711"} if signer else {}
    answer = client.post("/floor/T1/reopen", signed | form, headers={"HX-Request": "true"})
    return answer.status_code, read_page(answer.content)


def test_the_page_of_a_closed_table_opens_it_again(boss: Client, table: OpenHouse, inspector: Person) -> None:
    shown = read_page(boss.get("/floor/T1/").content)
    assert part(shown, ".reopening .btn").get_text() == "It was closed by mistake…"
    status, page = ask(boss, inspector, reason="the wrong table was chosen")
    assert status == 200
    assert part(page, "#page.table")["data-day"] == table.day
    assert (table.state.phase, table.state.coup) == ("idle", 1)
    event = table.events()[-1]
    assert (event.type, event.data["reason"]) == ("table_reopened", "the wrong table was chosen")
    assert [each["role"] for each in event.metadata["signed"]] == ["pit_boss", "games_inspector"]
    assert not read_page(boss.get("/floor/T1/").content).select("#panel-reopen")
    record = read_page(boss.get("/floor/T1/record/").content).get_text()
    assert "was a mistake, the table is open again: “the wrong table was chosen”" in record


def test_malformed_reopening_is_refused_once_and_records_nothing(
    boss: Client, table: OpenHouse, inspector: Person, colleague: Callable[..., Person]
) -> None:
    desk = colleague(Role.CASH_DESK, casino_id=table.casino_id, pin="4711")
    before = len(table.events())
    for signer, form, says in (
        (inspector, {"reason": " "}, "for a reason"),
        (inspector, {"reason": "a mistake", "pin": "1"}, "not the PIN"),
        (desk, {"reason": "a mistake"}, "has not signed"),
        (None, {"reason": "a mistake"}, "has not signed"),
    ):
        status, answer = ask(boss, signer, **form)
        assert status == 422
        assert says in part(answer, "#panel-reopen .said").get_text()
        assert len(answer.select(".said")) == 1
    assert len(table.events()) == before


@pytest.mark.parametrize("role", [Role.CHEF_DE_TABLE, Role.CASH_DESK, Role.GAMES_INSPECTOR])
def test_nobody_but_the_pit_boss_and_the_management_does_it(
    table: OpenHouse, as_role: Callable[[Role], Client], role: Role
) -> None:
    client = as_role(role)
    assert ask(client, reason="a mistake")[0] == 403
    assert not read_page(client.get("/floor/T1/").content).select("#panel-reopen")


def test_reopening_is_refused_after_the_gaming_day_or_its_closing(boss: Client, table: OpenHouse) -> None:
    with expect_refusal("reopened-on-another-day"):
        table.do(AGAIN, now=table.now + timedelta(days=1))
    HouseDay.objects.create(casino_id=table.casino_id, day=table.day, to_explain=False, state={})
    with expect_refusal("house-day-closed"):
        table.do(AGAIN)


def test_the_next_day_once_opened_has_no_closing_to_undo(table: OpenHouse) -> None:
    table.open((date.fromisoformat(table.day) + timedelta(days=1)).isoformat())
    with expect_refusal("reopened-while-open"):
        table.do(AGAIN, now=table.now + timedelta(days=1))


def test_chips_out_are_owed_for_and_the_box_stands_as_before_the_closing(casino_id: int, db: None) -> None:
    now = timezone.now()
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    day = gaming_day(casino_id, now).isoformat()
    house = OpenHouse(casino_id, "pt-americana", now=now, day=day, chip_colours={"yellow": 40})
    house.do(c.AssignColour(colour="yellow", player="P1", value=1_500, count=20))
    house.do(c.PlaceBox(serial="T1-A", signatures=BOTH))
    colours = LedgerEntry.objects.filter(casino_id=casino_id, account=Account.COLOURS)
    owed = sum(colours.values_list("amount", flat=True))
    house.do(c.CloseTable(forced=True, reason="the alarm", signatures=BOTH))
    assert sum(colours.values_list("amount", flat=True)) != owed
    assert Box.objects.get(casino_id=casino_id).status == "left_in_place"
    assert ledgers_of(casino_id, day, ["T1"])[0].forced is not None
    house.do(AGAIN)
    assert sum(colours.values_list("amount", flat=True)) == owed
    assert Box.objects.get(casino_id=casino_id).status == "in_place"
    (ledger,) = ledgers_of(casino_id, day, ["T1"])
    assert (ledger.forced, ledger.closed_at) == (None, None)
    house.do(c.RemoveBox(serial="T1-A", reason="closing", signatures=BOTH))


def test_another_table_that_took_its_symbol_meanwhile_stands_in_the_way(casino_id: int, db: None) -> None:
    now = timezone.now()
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    day = gaming_day(casino_id, now).isoformat()
    first = OpenHouse(casino_id, "pt-americana", now=now, day=day, chip_colours={"yellow": 40})
    second = OpenHouse(casino_id, "pt-americana", table="T2", now=now, day=day, chip_colours={"yellow": 40})
    first.do(c.CloseTable())
    second.do(c.CloseTable())
    GamingTable.objects.filter(casino_id=casino_id, code="T1").update(chip_symbol="*new")
    second.chip_symbol = first.chip_symbol
    second.now = now + timedelta(days=1)
    second.open((date.fromisoformat(day) + timedelta(days=1)).isoformat())
    with expect_refusal("chip-symbol-in-use", clause="pt-americana/7"):
        first.do(AGAIN)
