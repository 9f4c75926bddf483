"""The figures of days are kept, and what is kept never says anything else than the record."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from settlement.blind_count import EVERYTHING
from settlement.boxes.commands import CountBox
from settlement.day_ledger import ledgers_of
from settlement.figures.figures import Figure, counted
from settlement.figures.periods import DayFigures, begins, totals
from settlement.kept_days import NOT_WORKED_OUT, days_of
from settlement.models import DayChanges, KeptDay
from settlement.period_ledger import period_ledger
from settlement.simulation.recording import simulate_and_record
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as s
from settlement.tests.day_at_a_table import (
    CHIEF,
    CROUPIER,
    DESK,
    PIT,
    change_notes,
    count,
    coup,
    slip,
)
from settlement.tests.test_boxes_at_the_door import ACCEPT, INSPECTOR, box_with_notes, say
from settlement.tests.test_boxes_at_the_door import DESK as TO_COUNT
from tables.codec import encode
from tables.handling import handle
from tables.handling.models import Casino, GamingTable
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook, rulebooks
from tables.stream import ANY, NewEvent, append, rebuild
from testkit.house import BOSS, OpenHouse
from testkit.play import opening
from testkit.stream import ProjectionContract

FIRST = date(2026, 11, 20)


def live(casino_id: int, day: date, *tables: str) -> tuple[DayFigures, ...]:
    """The figures as the ledger of the day has them, read anew."""
    return tuple(each.for_sums() for each in ledgers_of(casino_id, day.isoformat(), tables, EVERYTHING))


def kept(casino_id: int, *tables: str, days: int = 1) -> tuple[DayFigures, ...]:
    return days_of(casino_id, FIRST, FIRST + timedelta(days=days - 1), tables or None, EVERYTHING)


def closed(house: OpenHouse) -> None:
    count(house, "closing")
    house.do(c.AnnounceLastCoup())
    coup(house, 0)
    house.do(c.CloseTable())


def next_day(house: OpenHouse) -> None:
    house.now += timedelta(days=1)
    house.open((date.fromisoformat(house.day) + timedelta(days=1)).isoformat())


@pytest.fixture
def new_house(casino_id: int, db: None) -> Callable[..., OpenHouse]:
    cache.clear()
    return lambda rulebook="pt-francesa", **how: OpenHouse(casino_id, rulebook, **how)


@pytest.mark.django_db
@pytest.mark.parametrize("rulebook", rulebooks())
def test_kept_rows_are_the_ledgers_of_simulated_days_to_the_cent(casino_id: int, rulebook: str) -> None:
    rules = get_rulebook(rulebook)
    Casino.objects.create(id=casino_id, name="Casino")
    command = replace(opening(rules, table="RF1", day=FIRST.isoformat()), counts_float=True)
    table = GamingTable.objects.create(
        casino_id=casino_id,
        code="RF1",
        name=rules.title,
        rulebook=rulebook,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
    )
    begins = datetime(2026, 11, 20, 14, 45, tzinfo=UTC)
    for place in range(2):
        simulate_and_record(
            table,
            replace(command, day=(FIRST + timedelta(days=place)).isoformat()),
            opens_at=begins + timedelta(days=place),
            now=begins + timedelta(days=place + 1),
            coups=25,
            seed=random.randrange(10_000),
        )
    for _ in ("calculated", "read"):
        found = kept(casino_id, days=2)
        assert found == (
            *live(casino_id, FIRST, "RF1"),
            *live(casino_id, FIRST + timedelta(days=1), "RF1"),
        )
    assert KeptDay.objects.filter(casino_id=casino_id, closed=True).count() == 2


def test_rows_that_hold_are_read_in_one_query_and_nothing_is_worked_out(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    for _ in range(3):
        count(house, "opening")
        coup(house, 1, ("P1", "noir", 1_000))
        closed(house)
        next_day(house)
    first = kept(house.casino_id, days=4)
    assert [each.day.day for each in first] == [20, 21, 22, 23]
    with CaptureQueriesContext(connection) as queries:
        assert kept(house.casino_id, days=4) == first
    assert len(queries) == 1


def test_stored_figures_follow_each_event_of_an_open_table(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    assert kept(house.casino_id) == live(house.casino_id, FIRST, "T1")
    steps: tuple[Callable[[], object], ...] = (
        lambda: count(house, "opening"),
        lambda: coup(house, 1, ("P1", "noir", 1_000)),
        lambda: slip(house, "fill", {500: 20}),
        lambda: house.do(c.AnnounceBetsOpen()),
        lambda: house.do(c.PlaceBet(player="P2", bet="plein:5", amount=500)),
    )
    for step in steps:
        step()
        assert kept(house.casino_id) == live(house.casino_id, FIRST, "T1")


def test_decision_about_an_older_day_reaches_the_day_and_its_month(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    coup(house, 1, ("P1", "noir", 1_000))
    house.do(c.CloseTable())
    next_day(house)
    coup(house, 1, ("P1", "noir", 500))
    old, _ = kept(house.casino_id, days=2)
    assert totals(kept(house.casino_id, days=2))[0].figures["by_bets"].amount == 1_500
    happened(
        house,
        FIRST,
        e.DiscrepancyResolved(coup=1, number=2, colour="black", announcement="2", reason="the film"),
    )
    new, _ = kept(house.casino_id, days=2)
    assert (old.figures["by_bets"].amount, new.figures["by_bets"].amount) == (1_000, -1_000)
    assert totals(kept(house.casino_id, days=2))[0].figures["by_bets"].amount == -500
    happened(
        house,
        FIRST,
        e.DisputeDecided(dispute="D1", coup=1, player="P1", outcome="pay", amount=300, reason="shown"),
    )
    assert kept(house.casino_id) == live(house.casino_id, FIRST, "T1")


def test_a_box_that_is_counted_a_day_later_reaches_its_day_and_the_month(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    box_with_notes(house)
    house.do(c.CloseTable())
    next_day(house)
    house.do(c.CloseTable())
    assert kept(house.casino_id, days=2)[0].figures["drop"].label == "estimated"
    say(house, CountBox(pieces={10_000: 3}, signatures=(TO_COUNT, INSPECTOR)), ACCEPT)
    assert kept(house.casino_id, days=2)[0].figures["drop"] == counted(30_000)
    assert totals(kept(house.casino_id, days=2))[0].figures["drop"].amount == 30_000
    assert kept(house.casino_id) == live(house.casino_id, FIRST, "T1")


def happened(house: OpenHouse, day: date, event: e.Event) -> None:
    type_, data = encode(event)
    new = NewEvent(type=type_, data=data, occurred_at=house.now)
    with transaction.atomic():
        append(
            house.casino_id,
            table_stream(house.table, day.isoformat()),
            [new],
            expected_version=ANY,
            now=house.now,
        )


def test_colour_debt_of_an_older_day_reaches_each_later_day(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house("pt-americana", chip_colours={"blue": 200})
    count(house, "opening")
    house.do(c.AssignColour(colour="blue", player="P1", value=500, count=20))
    count(house, "closing")
    house.do(c.CloseTable(carry_late_chips=True))
    next_day(house)
    assert [each.figures["colours_out"].amount for each in kept(house.casino_id, days=2)] == [10_000, 10_000]
    more = e.ColourChipsBought(colour="blue", player="P1", value=500, count=4, amount=2_000)
    happened(house, FIRST, more)
    assert [each.figures["colours_out"].amount for each in kept(house.casino_id, days=2)] == [12_000, 12_000]


def test_figures_of_an_older_method_are_computed_again(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house()
    found = kept(house.casino_id)
    KeptDay.objects.filter(casino_id=house.casino_id).update(made_by="0/older", figures={"win": [1]})
    assert kept(house.casino_id) == found


def test_rows_that_are_thrown_away_come_again(new_house: Callable[..., OpenHouse]) -> None:
    house, other = new_house(), new_house("it-campione", table="T2")
    for each in (house, other):
        count(each, "opening")
        coup(each, 1, ("P1", "noir", 1_000))
    found = kept(house.casino_id)
    rows = list(KeptDay.objects.filter(casino_id=house.casino_id).order_by("table").values())
    KeptDay.objects.filter(casino_id=house.casino_id).delete()
    assert kept(house.casino_id) == found
    assert list(KeptDay.objects.filter(casino_id=house.casino_id).order_by("table").values()) == rows


def test_of_more_days_than_can_be_waited_for_the_figures_are_absent_and_not_zero(
    new_house: Callable[..., OpenHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = new_house()
    count(house, "opening")
    closed(house)
    next_day(house)
    monkeypatch.setattr("settlement.kept_days.WORKED_OUT_AT_ONCE", 1)
    older, newer = kept(house.casino_id, days=2)
    assert older.figures["drop"] == Figure(None, missing=(NOT_WORKED_OUT,))
    assert older.currency == "EUR"
    assert newer == live(house.casino_id, FIRST + timedelta(days=1), "T1")[0]
    assert kept(house.casino_id, days=2)[0] == live(house.casino_id, FIRST, "T1")[0], "the next one has them"


def test_a_table_keeps_the_pit_in_which_its_day_began(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house()
    table = GamingTable.objects.filter(casino_id=house.casino_id)
    for pit in ("A", "B"):
        table.update(pit=pit)
        count(house, "opening")
        closed(house)
        next_day(house)
    assert [each.pit for each in kept(house.casino_id, days=3)] == ["", "A", "B"]


def test_a_changed_par_and_percentage_are_those_of_later_days_and_change_no_day_that_was(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house(par={10_000: 20})
    table = GamingTable.objects.filter(casino_id=house.casino_id)
    house.do(c.CloseTable())
    before = kept(house.casino_id)
    assert before[0].figures["closing"] == Figure(200_000, bases=("par",))
    table.update(par={"10000": 30}, theory_of_drop=2_050)
    assert kept(house.casino_id) == live(house.casino_id, FIRST, "T1") == before
    next_day(house)
    change_notes(house, {10_000: 1})
    coup(house, 5)
    house.do(c.CloseTable())
    first, second = kept(house.casino_id, days=2)
    assert first == before[0]
    assert second == live(house.casino_id, FIRST + timedelta(days=1), "T1")[0]
    assert second.figures["closing"] == Figure(300_000, bases=("par",))
    assert second.figures["theoretical"] == Figure(2_050, bases=("cash taken", "drop"))
    KeptDay.objects.filter(casino_id=house.casino_id).delete()
    assert kept(house.casino_id, days=2) == (first, second), "worked out anew they are the same"


@pytest.mark.parametrize("closing", [False, True])
def test_a_credit_that_is_voided_after_its_day_is_in_the_month_no_more(
    new_house: Callable[..., OpenHouse], closing: bool
) -> None:
    house = new_house()
    count(house, "opening")
    if closing:
        count(house, "closing")
    number = slip(house, "credit", {10_000: 1}, closing=closing, received=False)
    if not closing:
        count(house, "closing", {10_000: 19, 500: 40})
    house.do(c.CloseTable())
    first = kept(house.casino_id)[0]
    month = begins("month", FIRST)
    (before,) = period_ledger(house.casino_id, "month", FIRST, sight=EVERYTHING).totals
    of_credits = "closing_credits" if closing else "credits"
    assert before.figures[of_credits].amount == first.figures[of_credits].amount == 10_000
    next_day(house)
    handle(
        SlipAggregate(house.casino_id, number),
        s.VoidSlip(reason="nobody came", signatures=(CROUPIER, CHIEF)),
        by=BOSS,
        now=house.now,
    )
    count(house, "opening")
    count(house, "closing")
    house.do(c.CloseTable())
    second = FIRST + timedelta(days=1)
    assert days_of(house.casino_id, month, second) == (
        *live(house.casino_id, FIRST, "T1"),
        *live(house.casino_id, second, "T1"),
    )
    (after,) = period_ledger(house.casino_id, "month", second, sight=EVERYTHING).totals
    whole = after.figures["credits"] + after.figures["closing_credits"]
    assert whole.amount == 0, "it left on the first day and came back on the second"
    assert after.figures["win"].amount == before.figures["win"].amount == 0, "nobody has won or lost by it"
    assert kept(house.casino_id)[0].figures[of_credits].amount == 10_000, "its own day stays as it closed"


def test_a_fill_that_is_voided_after_its_day_was_never_in_the_month(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    queries = s.RequestSlip(kind="fill", table="T1", pieces={500: 20}, signatures=(PIT,))
    number = handle(NextSlipAggregate(house.casino_id), queries, by=BOSS, now=house.now).state.number
    inspector = e.Signature(person=e.Person(id="person/9", name="Inspector"), role="games_inspector")
    house.do(c.CloseTable(forced=True, reason="the alarm", signatures=(PIT, inspector)))
    before = kept(house.casino_id)
    void = s.VoidSlip(reason="the alarm", signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), void, by=BOSS, now=house.now)
    assert kept(house.casino_id) == live(house.casino_id, FIRST, "T1") == before
    (month,) = period_ledger(house.casino_id, "month", FIRST, sight=EVERYTHING).totals
    assert month.figures["fills"] == counted(0)


def test_theoretical_result_without_bets_comes_from_the_drop(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    GamingTable.objects.filter(casino_id=house.casino_id).update(theory_of_drop=2_050)
    closed(house)
    next_day(house)
    for command in (
        c.AskForChange(player="P1", handed="notes", given={10_000: 1}),
        c.ServeChange(),
        c.FinishChange(paid_out={10_000: 1}),
    ):
        house.do(command)
    coup(house, 5)
    (day,) = live(house.casino_id, FIRST + timedelta(days=1), "T1")
    assert day.figures["theoretical"] == Figure(2_050, bases=("cash taken", "drop"))
    assert totals([day])[0].figures["theoretical"] == day.figures["theoretical"]


@pytest.mark.django_db(transaction=True)
def test_days_that_are_over_are_worked_out_before_anybody_asks(
    casino_id: int, follow: Callable[[int], None]
) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    count(house, "opening")
    follow(casino_id)
    assert not KeptDay.objects.filter(casino_id=casino_id).exists(), "an open day changes too often"
    closed(house)
    follow(casino_id)
    row = KeptDay.objects.get(casino_id=casino_id)
    assert row.changes == DayChanges.objects.get(casino_id=casino_id).changes
    assert row.figures["closing"] == [220_000, [], []]
    assert kept(casino_id)[0].figures["closing"] == counted(220_000)


class TestDayChanges(ProjectionContract):
    projection = "day_changes"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "pt-francesa")
        count(house, "opening")
        slip(house, "fill", {500: 20})
        closed(house)
        next_day(house)
        coup(house, 1, ("P1", "noir", 1_000))
        decided = e.DiscrepancyResolved(coup=1, number=0, colour=None, announcement="0", reason="the film")
        happened(house, FIRST, decided)


@pytest.mark.django_db(transaction=True)
def test_an_event_counts_to_its_day_and_every_later_one_in_whatever_order_they_are_read(
    casino_id: int, seal: Callable[[int], int]
) -> None:
    TestDayChanges().write_history(casino_id)
    numbers = dict(DayChanges.objects.filter(casino_id=casino_id).values_list("day", "changes"))
    seal(casino_id)
    assert numbers["2026-11-21"] > numbers["2026-11-20"] > 0
    (rebuilt,) = rebuild("day_changes", casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 0)
    assert dict(DayChanges.objects.filter(casino_id=casino_id).values_list("day", "changes")) == numbers
