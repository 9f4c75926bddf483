"""What tables have turned over and won so far agrees with the ledger, and is read once for where a table stands."""

from datetime import date

import pytest
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from settlement.blind_count import EVERYTHING
from settlement.days_so_far import SoFar, days_so_far, wins_counted
from settlement.figures.figures import absent, counted, estimated
from settlement.kept_days import days_of
from settlement.models import DayChanges, KeptDay
from settlement.tests.day_at_a_table import coup, ledger
from tables.handling.projections.table_snapshots import table_snapshots
from tables.play import commands as c
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db


def so_far(house: OpenHouse) -> SoFar:
    return days_so_far(house.casino_id, table_snapshots(house.casino_id))[house.table]


def test_turnover_and_result_are_those_of_the_ledger(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    assert so_far(house) == SoFar(turnover=counted(0), result=estimated(0, "bets"))
    coup(house, 3, ("P1", "plein:17", 1_000), ("P2", "noir", 2_000))
    coup(house, 17, ("P1", "plein:17", 1_000))
    of_day = ledger(house)
    assert so_far(house) == SoFar(turnover=of_day.turnover, result=of_day.by_bets)
    assert so_far(house).turnover == counted(4_000)


def test_a_stake_in_prison_is_turnover_once(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    coup(house, 0, ("P1", "rouge", 2_000))
    coup(house, 0, ("P1", "plein:5", 1_000))
    assert any(stake.level for stake in house.state.bets), "the stake is in prison still"
    coup(house, 2)
    of_day = ledger(house)
    assert so_far(house) == SoFar(turnover=of_day.turnover, result=of_day.by_bets)
    assert so_far(house).turnover == counted(3_000)


def test_day_without_recorded_bets_has_absent_figures(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.coup(17)
    assert so_far(house) == SoFar(turnover=absent("bets"), result=absent("bets"))


def test_only_a_table_that_moved_is_read_again(
    casino_id: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = (OpenHouse(casino_id, "pt-francesa", table=code) for code in ("T1", "T2"))
    coup(first, 17, ("P1", "plein:17", 1_000))
    before = days_so_far(casino_id, table_snapshots(casino_id))
    snapshots = table_snapshots(casino_id)
    with django_assert_num_queries(0):
        assert days_so_far(casino_id, snapshots, EVERYTHING) == before
    coup(second, 17, ("P1", "rouge", 1_000))
    after = days_so_far(casino_id, table_snapshots(casino_id))
    assert after["T1"] == before["T1"]
    assert after["T2"].turnover == counted(1_000)


def test_a_closed_day_has_its_win_once_all_of_it_is_counted_and_as_long_as_that_holds(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    coup(house, 3, ("P1", "plein:17", 1_000))
    house.do(c.CloseTable())
    of_day = date.fromisoformat("2026-11-20")

    def wins() -> object:
        return wins_counted(casino_id, table_snapshots(casino_id))

    days_of(casino_id, of_day, of_day)
    assert wins() == {}, "what was not counted is no win"
    row = KeptDay.objects.get(casino_id=casino_id, table="T1")
    row.figures["win"] = [1_234, [], []]
    row.save()
    assert wins() == {"T1": counted(1_234)}
    DayChanges.objects.filter(casino_id=casino_id).update(changes=F("changes") + 1)
    assert wins() == {}, "the record has something new of the day"
