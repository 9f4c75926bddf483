"""The house's gaming day through its door: what keeps it open, its close under pressure, and the next opening."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from casino.kit.sentences import sentence_of
from settlement.after_closing import CountedLater, MovedLater, after_closing
from settlement.box_aggregate import BoxAggregate
from settlement.boxes import commands as b
from settlement.casino_day_aggregate import CasinoDayAggregate
from settlement.closing_blockers import closing_blockers
from settlement.ledger.accounts import Account
from settlement.models import Box
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as s
from settlement.tests.test_boxes_at_the_door import (
    ACCEPT,
    AT_THE_DESK,
    BOSS,
    BOX,
    CHIEF,
    COUNT,
    DESK,
    INSPECTOR,
    box_with_notes,
    place,
)
from tables.handling import handle
from tables.handling.models import HouseDay
from tables.handling.projections.casino_days import casino_day
from tables.handling.streams import casino_day_stream
from tables.money import Money
from tables.play import commands as t
from tables.play.events import Person, Signature
from tables.refusal import Refusal, Refused
from tables.registers.casino_day import commands as c
from tables.registers.casino_day.state import CasinoDayState, still_left
from tables.stream import IdempotencyConflict, read_stream
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse
from testkit.play import DIRECTOR, opening
from testkit.refusals import expect_refusal
from testkit.stream import ProjectionContract

DAY, NEXT = "2026-11-20", "2026-11-21"
CROUPIER = Signature(person=Person(id="p1", name="Croupier 1"), role="croupier")
CLOSE = c.CloseHouseDay(signatures=(DESK, BOSS))
FORCE = c.CloseHouseDay(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR))
EXPLAIN = c.ExplainHouseClose(reason="counted at nine", signatures=(BOSS, DESK))
FLOAT = {10_000: 10, 500: 40}
pytestmark = pytest.mark.django_db


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "it-venezia")


def say(house: OpenHouse, command: c.AnyOfTheDay, day: str = DAY, **how: Any) -> CasinoDayState:
    house.now += timedelta(minutes=1)
    return handle(
        CasinoDayAggregate(house.casino_id, day), command, by=AT_THE_DESK, now=house.now, **how
    ).state


def refused(house: OpenHouse, command: c.AnyOfTheDay = CLOSE, day: str = DAY) -> Refusal:
    with pytest.raises(Refused) as refused:
        say(house, command, day)
    assert casino_day(house.casino_id, day).closed is None
    return refused.value.refusal


def left_open(house: OpenHouse) -> str:
    """What of the day keeps it open, as the refusal to close it says."""
    refusal = refused(house)
    assert (refusal.code, refusal.parameters["day"]) == ("house-day-not-done", DAY)
    return sentence_of(refusal).removeprefix(f"{DAY} is not closed: ")


def count(house: OpenHouse, command: b.AnyOnBox) -> None:
    house.now += timedelta(minutes=1)
    handle(BoxAggregate(house.casino_id, BOX), command, by=AT_THE_DESK, now=house.now)


def left_by_force(house: OpenHouse) -> None:
    """A box that nobody counted is left over, and the house closes its day all the same."""
    box_with_notes(house)
    house.do(t.CloseTable())
    say(house, FORCE)


def test_a_day_of_which_nothing_is_left_over_is_closed_with_its_tables_as_they_stood(
    house: OpenHouse,
) -> None:
    box_with_notes(house)
    count(house, COUNT)
    count(house, ACCEPT)
    house.do(t.CountFloat(moment="opening", pieces=FLOAT, signatures=(BOSS, DESK)))
    house.do(t.CountFloat(moment="closing", pieces=FLOAT, signatures=(BOSS, DESK)))
    house.do(t.CloseTable())
    closed = say(house, CLOSE).closed
    assert closed is not None and closed.forced is None
    (table,) = closed.tables
    assert (table.table, table.coups, table.version) == ("T1", 0, house.state.version)
    assert {name: (each.amount, each.label) for name, each in table.figures.items()} == {
        "opening": (120_000, "counted"),
        "fills": (0, "counted"),
        "credits": (0, "counted"),
        "drop": (25_000, "counted"),
        "closing": (120_000, "counted"),
        "win": (25_000, "counted"),
    }
    assert closing_blockers(house.casino_id, DAY) == ()


def test_a_table_that_plays_keeps_it_open_with_all_that_keeps_the_table_open(house: OpenHouse) -> None:
    place(house)
    request = s.RequestSlip(kind="fill", table="T1", pieces={500: 1}, signatures=(BOSS,))
    handle(NextSlipAggregate(house.casino_id), request, by=AT_THE_PIT, now=house.now)
    house.do(t.AnnounceBetsOpen())
    house.do(t.PlaceBet(player="P1", bet="noir", amount=1_000))
    assert left_open(house) == (
        "T1 is open (1 bet lies on the cloth; play the coup or withdraw it; slip F-000001; box T1-A)"
    )
    assert refused(house, FORCE).code == "no-forced-close-while-a-table-plays"


def test_a_payment_that_differs_and_is_not_decided_is_named(house: OpenHouse) -> None:
    house.do(t.AnnounceBetsOpen())
    house.do(t.PlaceBet(player="P1", bet="noir", amount=2_000))
    for each in (t.LaunchBall(), t.CloseBets(), t.DeclareNumber(number=17)):
        house.do(each)
    house.do(t.PayDifferently(coup=1, refs=("b1",), paid=3_000, reason="miscounted"))
    house.do(t.ConfirmPayments())
    assert "T1 is open (x1: the management decides" in left_open(house)


def test_colours_that_are_out_are_named(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-americana", chip_colours={"red": 100})
    house.do(t.AssignColour(colour="red", player="P1", value=500, count=10))
    assert "10 red chips of P1" in left_open(house)


def test_a_box_is_left_over_until_its_count_is_accepted(house: OpenHouse) -> None:
    box_with_notes(house)
    house.do(t.CloseTable())
    assert left_open(house) == "box T1-A of T1 is not counted"
    count(house, b.CountBox(pieces={10_000: 2}, signatures=COUNT.signatures))
    assert left_open(house) == "the count of box T1-A of T1, 50 EUR less than recorded, is not accepted"
    count(house, replace(COUNT, reason="a note stuck"))
    assert left_open(house) == "the count of box T1-A of T1 is not accepted"
    count(house, ACCEPT)
    assert say(house, CLOSE).closed is not None


def test_a_credit_that_left_its_table_is_left_over_until_the_bank_has_it(house: OpenHouse) -> None:
    request = s.RequestSlip(kind="credit", table="T1", pieces={500: 2}, signatures=(BOSS,))
    number = handle(NextSlipAggregate(house.casino_id), request, by=AT_THE_PIT, now=house.now).state.number
    for step in (
        s.IssueSlip(carrier="Rosa", signatures=(DESK,)),
        s.HandOverSlip(signatures=(CROUPIER, CHIEF)),
    ):
        handle(SlipAggregate(house.casino_id, number), step, by=AT_THE_DESK, now=house.now)
    house.do(t.CloseTable())
    assert "slip C-000001 of T1 has left the table and is not received" in left_open(house)
    received = s.ReceiveSlip(signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), received, by=AT_THE_DESK, now=house.now)
    assert say(house, CLOSE).closed is not None


def test_a_dispute_about_the_closed_table_is_left_over_until_it_is_decided(house: OpenHouse) -> None:
    house.coup(17)
    house.do(t.CloseTable())
    house.do(t.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    assert "d1 of T1 about coup 1 is not decided" in left_open(house)
    decided = t.DecideDispute(dispute="d1", outcome="none", reason="camera 3", signatures=(DIRECTOR,))
    house.do(decided)
    assert say(house, CLOSE).closed is not None


def test_a_table_that_was_closed_under_pressure_is_left_over_until_its_next_day_explains_it(
    house: OpenHouse,
) -> None:
    place(house)
    house.do(t.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR)))
    assert "T1 was closed in an emergency with box T1-A left open" in left_open(house)
    house.do(replace(opening(house.rulebook, table="T1"), day=NEXT))
    assert "T1 was closed in an emergency" in left_open(house)
    house.do(t.ExplainForcedClose(reason="the box is here", signatures=(BOSS, DESK)))
    assert say(house, CLOSE).closed is not None


def test_a_close_under_pressure_names_what_was_left_and_a_late_count_clears_it(house: OpenHouse) -> None:
    left_by_force(house)
    life = casino_day(house.casino_id, DAY)
    assert life.closed is not None and life.closed.forced is not None and life.closed_at is not None
    assert [each.ref for each in life.closed.forced.left] == ["T1/T1-A/1"]
    assert still_left(life, closing_blockers(house.casino_id, DAY)) == life.closed.forced.left
    count(house, COUNT)
    count(house, ACCEPT)
    assert still_left(life, closing_blockers(house.casino_id, DAY)) == ()
    later = after_closing(house.casino_id, DAY, life.closed_at)
    of_box = [each for each in later if isinstance(each, CountedLater)]
    assert of_box == list(later)
    assert [(each.serial, each.step, each.amount) for each in of_box] == [
        ("T1-A", "counted", Money(25_000, "EUR")),
        ("T1-A", "accepted", Money(25_000, "EUR")),
    ]


def test_a_dispute_that_pays_after_the_house_has_closed_is_recorded_and_stands_after_the_closing(
    house: OpenHouse,
) -> None:
    house.coup(17)
    house.do(t.CloseTable())
    closed_at = say(house, CLOSE).closed_at
    assert closed_at is not None
    house.now += timedelta(hours=1)
    house.do(t.OpenDispute(coup=1, player="P3", words="my chip lay on 17"))
    house.do(
        t.DecideDispute(dispute="d1", outcome="pay", amount=500, reason="camera 3", signatures=(DIRECTOR,))
    )
    (later,) = after_closing(house.casino_id, DAY, closed_at)
    assert isinstance(later, MovedLater)
    assert (later.table, later.reason, later.amount) == ("T1", "dispute-decided:d1", Money(500, "EUR"))
    assert (later.source, later.target) == (Account.DESK, Account.PLAYERS)


def test_no_table_opens_before_a_close_under_pressure_is_explained_by_two(
    house: OpenHouse, casino_id: int
) -> None:
    second = OpenHouse(casino_id, "pt-francesa", table="T2", day="2026-11-18")
    second.do(t.CloseTable())
    left_by_force(house)
    for each in (house, second):
        with expect_refusal("house-day-to-reconcile-before-opening", day="2026-11-20"):
            each.open(NEXT)
    with expect_refusal("reconciliation-signed-by-one"):
        say(house, replace(EXPLAIN, signatures=(BOSS,)))
    assert say(house, EXPLAIN).to_explain is False
    house.open(NEXT)
    second.open(NEXT)


def test_a_table_that_is_open_already_goes_on_while_the_house_explains(
    house: OpenHouse, casino_id: int
) -> None:
    box_with_notes(house)
    house.do(t.CloseTable())
    second = OpenHouse(casino_id, "pt-francesa", table="T2", day=NEXT)
    say(house, FORCE)
    second.coup(17)
    assert second.state.phase == "idle"


def test_no_table_opens_for_a_gaming_day_that_the_house_has_closed(house: OpenHouse, casino_id: int) -> None:
    house.do(t.CloseTable())
    say(house, CLOSE)
    for day in (DAY, "2026-11-19"):
        with expect_refusal("house-day-closed", closed="2026-11-20"):
            OpenHouse(casino_id, "pt-francesa", table=f"of {day}", day=day)


def test_days_are_closed_in_their_order_from_the_first_that_was(house: OpenHouse) -> None:
    house.do(t.CloseTable())
    house.open(NEXT)
    house.do(t.CloseTable())
    not_begun = refused(house, day=NEXT)
    assert (not_begun.code, not_begun.parameters["today"]) == ("house-day-not-begun", "2026-11-20")
    house.now += timedelta(days=3)
    say(house, CLOSE, day=NEXT)
    before = refused(house)
    assert (before.code, before.parameters["first"]) == ("house-day-before-the-first", "2026-11-21")
    house.open("2026-11-22")
    house.do(t.CloseTable())
    house.open("2026-11-23")
    house.do(t.CloseTable())
    earlier = refused(house, day="2026-11-23")
    assert (earlier.code, earlier.parameters["day"]) == ("earlier-house-day-open", "2026-11-22")
    say(house, CLOSE, day="2026-11-22")
    assert say(house, CLOSE, day="2026-11-23").closed is not None


def test_the_next_day_is_not_closed_before_the_last_is_explained_by_whatever_force(house: OpenHouse) -> None:
    box_with_notes(house)
    house.do(t.CloseTable())
    house.open(NEXT)
    say(house, FORCE)
    house.do(t.CloseTable())
    house.now += timedelta(days=1)
    for command in (CLOSE, FORCE):
        with expect_refusal("house-day-to-reconcile", day="2026-11-20"):
            say(house, command, day=NEXT)
    say(house, EXPLAIN)
    assert say(house, CLOSE, day=NEXT).closed is not None


def test_asking_and_signing_people_are_in_the_record(house: OpenHouse) -> None:
    house.do(t.CloseTable())
    say(house, CLOSE)
    (recorded,) = read_stream(house.casino_id, casino_day_stream(DAY))
    assert recorded.metadata["by"]["id"] == "desk"
    assert [each["role"] for each in recorded.metadata["signed"]] == ["cash_desk", "pit_boss"]


def test_the_same_key_gives_the_first_outcome_and_another_standing_is_told(house: OpenHouse) -> None:
    house.do(t.CloseTable())
    assert say(house, CLOSE, idempotency_key="k") == say(house, CLOSE, idempotency_key="k")
    with pytest.raises(IdempotencyConflict):
        say(house, replace(CLOSE, reason="other"), idempotency_key="k")
    with expect_refusal("house-day-changed-meanwhile"):
        say(house, CLOSE, seen=0)
    assert len(read_stream(house.casino_id, casino_day_stream(DAY))) == 1


def test_another_house_closes_for_itself(house: OpenHouse) -> None:
    left_by_force(house)
    other = OpenHouse(house.casino_id + 500_000, "pt-francesa")
    assert not Box.objects.filter(casino_id=other.casino_id).exists()
    other.do(t.CloseTable())
    assert say(other, CLOSE).closed is not None
    assert HouseDay.objects.filter(casino_id=other.casino_id).count() == 1


class TestHouseDays(ProjectionContract):
    projection = "house_days"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "it-venezia")
        left_by_force(house)
        say(house, EXPLAIN)
        house.open(NEXT)
        house.do(t.CloseTable())
        house.now += timedelta(days=1)
        say(house, CLOSE, day=NEXT)
