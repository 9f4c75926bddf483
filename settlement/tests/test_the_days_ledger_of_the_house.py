"""The house in its day's ledger: sums by currency with the weakest label, and what is held at any table."""

from collections.abc import Callable
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from settlement.day_intervals import hours_of, hours_together
from settlement.day_ledger import DayLedger, day_ledger, ledger_of_table
from settlement.figures.figures import absent, counted, estimated
from settlement.period_ledger import period_ledger
from settlement.tests.day_at_a_table import DAY, WORTH, count, coup, ledger
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
NewHouse = Callable[..., OpenHouse]


@pytest.fixture
def new_house(casino_id: int) -> NewHouse:
    cache.clear()
    return lambda rulebook="pt-francesa", **how: OpenHouse(casino_id, rulebook, **how)


def test_a_house_has_the_weakest_label_of_its_tables(new_house: NewHouse) -> None:
    one, two = new_house(), new_house("pt-americana", table="T2")
    count(one, "opening")
    count(two, "opening")
    count(one, "closing")
    (total,) = house_of(one).totals
    assert total.currency == "EUR"
    assert total.figures["opening"] == counted(2 * WORTH)
    assert total.figures["closing"] == absent("closing count of T2 on 2026-11-20")
    assert total.figures["drop"] == estimated(0, "cash taken")
    count(two, "closing", {10_000: 21, 500: 40})
    (total,) = house_of(one).totals
    assert total.figures["closing"] == counted(2 * WORTH + 10_000)
    assert total.figures["win"] == estimated(10_000, "cash taken")
    assert [each.table for each in house_of(one).tables] == ["T1", "T2"]


def house_of(house: OpenHouse) -> DayLedger:
    return day_ledger(house.casino_id, DAY)


def test_currencies_are_not_added_to_each_other(new_house: NewHouse) -> None:
    one, two = new_house(), new_house("it-campione", table="T2")
    totals = house_of(one).totals
    assert [each.currency for each in totals] == sorted({one.state.currency, two.state.currency})
    assert len(totals) == 2


def test_a_day_without_anything_is_empty(new_house: NewHouse) -> None:
    house = new_house()
    empty = day_ledger(house.casino_id, "2026-11-19")
    assert (empty.tables, empty.held, empty.totals) == ((), (), ())
    assert ledger_of_table(house.casino_id, "T1", "2026-11-19") is None
    assert ledger_of_table(house.casino_id, "T9", DAY) is None


@pytest.mark.clause("it-campione/19")
def test_held_items_are_in_the_ledger_until_they_end(new_house: NewHouse) -> None:
    house = new_house("it-campione")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    assert ledger(house).held == counted(0)
    house.do(c.SeeAbandoned(ref=house.state.bets[0].ref))
    (item,) = ledger(house).held_items
    assert (item.ref, item.amount, item.clause) == (house.state.held.items[0].ref, 1_000, "it-campione/19")
    assert ledger(house).held == counted(1_000)
    assert [each.table for each in house_of(house).held] == ["T1"]
    rule = house.rulebook.held
    assert rule is not None
    officials = tuple(
        e.Signature(person=e.Person(id=f"person/{role}", name=role), role=role) for role in rule.paid_in_by
    )
    house.do(c.PayIn(ref=item.ref, signatures=officials))
    assert ledger(house).held == counted(0)
    assert house_of(house).held == ()


@pytest.mark.clause("it-campione/19")
def test_held_items_of_a_table_that_is_not_opened_stand_in_the_houses_ledger(new_house: NewHouse) -> None:
    house, other = new_house("it-campione"), new_house("it-campione", table="T2")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.SeeAbandoned(ref=house.state.bets[0].ref))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1), c.AnnounceLastCoup()):
        house.do(command)
    coup(house, 2)
    house.do(c.CloseTable())
    other.do(c.AnnounceLastCoup())
    other.do(c.CloseTable())
    other.now += timedelta(days=1)
    other.open("2026-11-21")
    next_day = day_ledger(house.casino_id, "2026-11-21")
    assert [each.table for each in next_day.tables] == ["T2"]
    assert [(each.table, each.held.amount) for each in next_day.held] == [("T1", 1_000)]
    assert next_day.totals[0].figures["held"] == counted(1_000)
    assert day_ledger(house.casino_id, "2026-11-19").held == ()


@pytest.mark.clause("it-campione/19")
@pytest.mark.parametrize("begun", ["before the period", "within it"])
def test_the_rows_of_a_month_and_a_year_have_what_is_held_at_tables_that_were_not_opened(
    casino_id: int, begun: str
) -> None:
    first = date(2026, 12, 1) if begun == "within it" else date(2026, 11, 30)
    house, other = (OpenHouse(casino_id, "it-campione", table=t, day=first.isoformat()) for t in ("T1", "T2"))
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.SeeAbandoned(ref=house.state.bets[0].ref))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1), c.AnnounceLastCoup()):
        house.do(command)
    coup(house, 2)
    house.do(c.CloseTable())
    for day in (first + timedelta(days=each) for each in (1, 2)):
        other.do(c.AnnounceLastCoup())
        other.do(c.CloseTable())
        other.now += timedelta(days=1)
        other.open(day.isoformat())
    month = period_ledger(casino_id, "month", day)
    assert [row.total.figures["held"].amount for row in month.days] == [1_000] * (2 + (begun == "within it"))
    year = period_ledger(casino_id, "year", day)
    assert {row.name: row.total.figures["held"].amount for row in year.days}["2026-12"] == 1_000
    assert month.totals[0].figures["held"] == counted(1_000)


def test_the_houses_hours_keep_the_float_of_a_table_that_has_closed(new_house: NewHouse) -> None:
    early, late = new_house(), new_house("pt-americana", table="T2")
    for house in (early, late):
        count(house, "opening")
    count(early, "closing")
    early.do(c.CloseTable())
    late.now += timedelta(hours=2)
    coup(late, 1, ("P1", "noir", 1_000))
    count(late, "closing", {10_000: 20, 500: 42})
    late.do(c.CloseTable())
    found = hours_of(late.casino_id, house_of(late).tables, now=late.now, zone=ZoneInfo("UTC"))
    first, second, third = hours_together(found.values())
    assert first.float == counted(2 * WORTH)
    assert (second.opening, second.win.amount) == (counted(2 * WORTH), 0)
    assert third.float == house_of(late).totals[0].figures["closing"] == counted(2 * WORTH + 1_000)
    assert third.win.amount == 1_000


def test_more_coups_cost_no_more_queries(new_house: NewHouse) -> None:
    house = new_house()
    count(house, "opening")

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            house_of(house)
        return len(captured)

    coup(house, 1, ("P1", "rouge", 500))
    first, known = queries(), queries()
    for number in (2, 3, 4):
        coup(house, number, ("P1", "rouge", 500 * number))
    second = new_house(table="T2")
    coup(second, 5, ("P1", "noir", 700))
    cache.clear()
    assert queries() == first
    assert queries() == known == first - 1, "what is known is not worked out again"
