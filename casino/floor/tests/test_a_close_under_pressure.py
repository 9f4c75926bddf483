"""A table closed under pressure from the screen: behind a second touch, signed by two, explained on the next day."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part
from casino.people.models import Person, Role
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips.commands import RequestSlip, VoidSlip
from tables.handling import handle
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.play.events import Person as Named
from tables.play.events import Signature
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

PIT = Signature(person=Named(id="boss", name="Boss"), role="pit_boss")


@pytest.fixture
def table(casino_id: int, db: None) -> OpenHouse:
    """A table that is still open for yesterday, with a fill that it asked for."""
    now = timezone.now()
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    yesterday = gaming_day(casino_id, now) - timedelta(days=1)
    house = OpenHouse(casino_id, "pt-francesa", now=now, day=yesterday.isoformat())
    asked = RequestSlip(kind="fill", table="T1", pieces={500: 20}, signatures=(PIT,))
    handle(NextSlipAggregate(casino_id), asked, by=AT_THE_PIT, now=now)
    return house


@pytest.fixture
def inspector(colleague: Callable[..., Person], table: OpenHouse) -> Person:
    """Who signs beside, with the PIN 4711."""
    return colleague(Role.GAMES_INSPECTOR, casino_id=table.casino_id, pin="4711")


def ask(client: Client, where: str, signer: Person | None = None, **form: str) -> tuple[int, Element]:
    signed = {"signer": signer.username, "pin": "4711"} if signer else {}
    answer = client.post(f"/floor/T1/{where}", signed | form, headers={"HX-Request": "true"})
    return answer.status_code, read_page(answer.content)


def page(client: Client, address: str = "/floor/T1/") -> Element:
    return read_page(client.get(address).content)


def open_today(client: Client) -> None:
    form = part(page(client), "#opening")
    written = form.select("input:not([type=radio]):not([type=checkbox]):not([name=csrfmiddlewaretoken])")
    chosen = form.select("input[type=radio][checked]")
    sent = {field["name"]: field.get("value", "") for field in (*written, *chosen)}
    assert client.post("/floor/T1/open", sent).status_code == 302


def test_the_close_names_what_it_would_leave_behind_a_second_touch(boss: Client, table: OpenHouse) -> None:
    shown = page(boss)
    assert part(shown, "#panel-close [popovertarget=panel-force-close]").get_text() == "Emergency…"
    assert [each.get_text() for each in shown.select("#panel-close .left-open li")] == ["Slip F-000001"]
    assert [each.get_text() for each in shown.select("#panel-force-close .left-open li")] == ["slip F-000001"]
    status, answer = ask(boss, "close")
    assert status == 422
    assert "Slip F-000001 is open" in part(answer, "#panel-close .said").get_text()


def test_a_slip_left_open_leads_from_the_closed_tables_page_to_the_cash_desk_which_may_void_it(
    boss: Client, table: OpenHouse, inspector: Person
) -> None:
    ask(boss, "force-close", inspector, reason="the alarm")
    way = part(page(boss), "#slips-left a")
    assert (way.get_text(), way["href"]) == ("F-000001", "/cash/slips/F-000001/")
    void = VoidSlip(reason="nobody is there", signatures=(PIT,))
    handle(SlipAggregate(table.casino_id, "F-000001"), void, by=AT_THE_PIT, now=timezone.now())
    assert not page(boss).select("#slips-left")


def test_forced_close_is_refused_without_blockers(
    boss: Client, new_table: Callable[[str], OpenHouse]
) -> None:
    new_table("pt-francesa")
    assert not page(boss).select("#panel-force-close, [popovertarget=panel-force-close]")
    status, answer = ask(boss, "force-close", reason="fire")
    assert status == 422
    assert "has not countersigned" in part(answer, "#answer-force-close-gone .said").get_text()


def test_malformed_forced_close_is_refused_and_records_nothing(
    boss: Client, table: OpenHouse, inspector: Person, colleague: Callable[..., Person]
) -> None:
    desk = colleague(Role.CASH_DESK, casino_id=table.casino_id, pin="4711")
    before = len(table.events())
    for signer, form, says in (
        (inspector, {"reason": " "}, "needs its reason"),
        (inspector, {"reason": "x" * 201}, "200 at most"),
        (inspector, {"reason": "fire\x00"}, "cannot be read"),
        (inspector, {"reason": "fire", "pin": "1"}, "not the PIN"),
        (desk, {"reason": "fire"}, "has not countersigned"),
        (None, {"reason": "fire"}, "has not countersigned"),
    ):
        status, answer = ask(boss, "force-close", signer, **form)
        assert status == 422
        assert says in part(answer, "#panel-force-close .said").get_text()
    assert len(table.events()) == before


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.PIT_BOSS, Role.DIRECTION)])
def test_nobody_but_the_pit_boss_and_the_direction_forces_it(
    table: OpenHouse, as_role: Callable[[Role], Client], inspector: Person, role: Role
) -> None:
    assert ask(as_role(role), "force-close", inspector, reason="fire")[0] == 403


def test_the_next_opening_explains_itself_before_bets_open(
    boss: Client, table: OpenHouse, inspector: Person, as_role: Callable[[Role], Client]
) -> None:
    status, closed = ask(boss, "force-close", inspector, reason="the alarm rang")
    assert status == 200
    event = table.events()[-1]
    assert event.data["forced"]["left"] == [
        {"kind": "slip", "code": "slip-left-open", "parameters": {"slip": "F-000001"}}
    ]
    assert [each["role"] for each in event.metadata["signed"]] == ["pit_boss", "games_inspector"]
    assert "Emergency close, to be reconciled: slip F-000001" in part(closed, "#was-forced").get_text()
    assert "to be reconciled: slip F-000001" in part(page(boss, "/floor/"), "#tile-T1.is-due").get_text()

    open_today(boss)
    shown = page(boss)
    card = part(shown, "#forced-close")
    assert "“the alarm rang”" in card.get_text()
    assert f"signed by {inspector.display_name}" in card.get_text()
    assert "F-000001" in part(shown, "#slips").get_text()
    status, answer = ask(boss, "do/bets-open")
    assert status == 422
    assert "say how it was reconciled, with two signatures" in part(answer, "#answer-next .said").get_text()
    status, answer = ask(boss, "do/explain-forced-close", reason="the fill lay at the bank")
    assert status == 422
    assert "nobody has countersigned" in part(answer, "#answer-forced .said").get_text()
    chef = as_role(Role.CHEF_DE_TABLE)
    status, answer = ask(chef, "do/explain-forced-close", inspector, reason="the fill lay at the bank")
    assert status == 200
    assert not answer.select("#forced-close")
    assert ask(boss, "do/bets-open")[0] == 200


def test_inspectors_and_the_ledger_have_it_flagged(boss: Client, table: OpenHouse, inspector: Person) -> None:
    day = table.state.day
    ask(boss, "force-close", inspector, reason="the alarm rang")
    for address in (
        f"/cash/ledger/?day={day}",
        f"/cash/ledger/T1/?day={day}",
        f"/compliance/report/?day={day}",
    ):
        said = page(boss, address).get_text(" ", strip=True).lower()
        assert "emergency" in said and ", to be reconciled" in said, address
        assert "slip f-000001" in said, address
    open_today(boss)
    ask(boss, "do/explain-forced-close", inspector, reason="the fill lay at the bank")
    for address in (f"/cash/ledger/?day={day}", f"/cash/ledger/T1/?day={day}"):
        said = page(boss, address).get_text(" ", strip=True).lower()
        assert "to be reconciled" not in said, address
        assert "reconciled: the fill lay at the bank" in said, address
