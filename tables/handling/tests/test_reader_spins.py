"""The reports of each wheel reader are kept with the coups, and counted over a month."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables.handling import Actor
from tables.handling.reader_spins import Registered, month_statistics, registered_periods
from tables.handling.registers import declare, withdraw
from tables.play import commands as c
from tables.play.events import TABLE_EVENTS
from tables.play.reader.spins import Happened, spins_of
from testkit.house import OpenHouse
from testkit.stream import ProjectionContract
from testkit.watched_table import PRIMARY, WITNESS, Watched

pytestmark = pytest.mark.django_db(transaction=True)
MONTH = "2026-11"
ANNA = Actor(id="anna", name="Anna M.")


class TestReaderSpinsContract(ProjectionContract):
    projection = "reader_spins"

    def write_history(self, casino_id: int) -> None:
        Watched(casino_id).lives()


@pytest.mark.parametrize("step", [True, False])
def test_each_coup_has_the_numbers_that_its_readers_reported(casino_id: int, step: bool) -> None:
    watched = Watched(casino_id, step=step)
    watched.lives()
    watched.follow()
    found = watched.spins()
    assert {coup: (row.number, row.disputed, row.reports) for coup, row in found.items()} == {
        1: (17, False, {PRIMARY: [17], WITNESS: [17]}),
        2: (20, False, {PRIMARY: [20], WITNESS: [29]}),
        3: (5, False, {PRIMARY: [5]}),
        4: (8, False, {WITNESS: [8]}),
        5: (32, False, {PRIMARY: [33], WITNESS: [32]}),
        6: (1, False, {PRIMARY: [1], WITNESS: [1]}),
        7: (2, True, {PRIMARY: [2], WITNESS: [3]}),
        8: (4, False, {PRIMARY: [4], WITNESS: [4]}),
    }
    day = [Happened(TABLE_EVENTS.read(each), each.occurred_at) for each in watched.house.events()]
    assert [spin.reports for spin in spins_of(day)] == [
        {reader: tuple(numbers) for reader, numbers in found[coup].reports.items()} for coup in sorted(found)
    ]


def test_month_counts_agreement_misreads_and_missed_spins(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.lives()
    watched.follow()
    camera = month_statistics(casino_id, WITNESS, MONTH)
    assert (camera.spins, camera.reports, camera.undecided) == (7, 6, 1)
    assert (camera.misread.count, camera.misread.of) == (1, 6)
    assert (camera.missed.count, camera.missed.of) == (1, 7)
    primary = month_statistics(casino_id, PRIMARY, MONTH)
    assert (primary.spins, primary.reports, primary.undecided) == (7, 6, 1)
    assert (primary.misread.count, primary.missed.count) == (1, 1)
    for found, other in ((camera, PRIMARY), (primary, WITNESS)):
        (agreement,) = found.agreements
        assert (agreement.reader, agreement.same.count, agreement.same.of) == (other, 3, 6)
    assert camera.missed.low is not None and camera.missed.low < 1 / 7 < (camera.missed.high or 0)


def test_number_of_a_witness_counts_before_the_primary_reports(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.launches(1)
    watched.sees(WITNESS, "result", game=1, number=17)
    assert watched.house.state.number is None
    watched.sees(PRIMARY, "result", game=1, number=17)
    watched.follow()
    assert watched.spins()[1].reports == {PRIMARY: [17], WITNESS: [17]}


def test_proposal_of_a_witness_is_its_report_once_a_person_confirms(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, 17)
    watched.sees(PRIMARY, "reader_offline")
    watched.does(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    watched.house.now += timedelta(seconds=20)
    watched.sees(WITNESS, "result", game=2, number=22)
    assert watched.house.state.coup == 2 and watched.house.state.number == 17
    watched.does(c.DeclareNumber(number=22))
    watched.follow()
    row = watched.spins()[2]
    assert (row.number, row.reports, row.away) == (22, {WITNESS: [22]}, [PRIMARY])
    assert month_statistics(casino_id, PRIMARY, MONTH).spins == 1
    assert month_statistics(casino_id, WITNESS, MONTH).reports == 2


def test_month_has_its_own_gaming_days_alone(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, 17)
    watched.plays(2, 18, 18)
    watched.follow()
    assert month_statistics(casino_id, PRIMARY, MONTH).spins == 2
    for month in ("2026-10", "2026-12", "2025-11"):
        assert month_statistics(casino_id, PRIMARY, month).spins == 0


def test_coup_is_no_missed_spin_of_a_reader_that_was_offline(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.sees(WITNESS, "reader_online")
    watched.plays(1, 17, 17)
    watched.sees(WITNESS, "reader_offline")
    watched.plays(2, 18, None)
    watched.sees(WITNESS, "reader_online")
    watched.plays(3, 19, None)
    watched.plays(4, 20, 20)
    watched.follow()
    found = month_statistics(casino_id, WITNESS, MONTH)
    assert (found.spins, found.reports, found.missed.count) == (3, 2, 1)


def test_reader_that_was_never_heard_has_no_spins(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, None)
    watched.plays(2, 18, None)
    watched.follow()
    assert month_statistics(casino_id, WITNESS, MONTH).spins == 0
    assert month_statistics(casino_id, PRIMARY, MONTH).spins == 2


def test_last_number_of_an_open_table_is_not_missed_yet(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, 17)
    watched.plays(2, 18, None)
    watched.follow()
    assert month_statistics(casino_id, WITNESS, MONTH).missed.count == 0
    watched.does(c.CloseTable())
    assert month_statistics(casino_id, WITNESS, MONTH).missed.count == 1


def test_null_coup_is_no_spin(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, 17)
    watched.does(c.AnnounceBetsOpen(), c.LaunchBall(), c.AnnulCoup(reason="ball"))
    watched.follow()
    assert list(watched.spins()) == [1]
    watched.plays(2, 18, 18)
    watched.follow()
    assert month_statistics(casino_id, WITNESS, MONTH).spins == 2


def test_disabled_reader_has_no_missed_spins(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, 17)
    at = watched.house.now
    values = {"table": "T1", "protocol": "http", "role": "witness", "enabled": True}
    declare(casino_id, "reader", WITNESS, values, by=ANNA, now=at)
    watched.plays(2, 18, None)
    watched.house.now += timedelta(seconds=1)
    declare(casino_id, "reader", WITNESS, {**values, "enabled": False}, by=ANNA, now=watched.house.now)
    watched.plays(3, 19, None)
    watched.plays(4, 20, None)
    watched.follow()
    found = month_statistics(casino_id, WITNESS, MONTH)
    assert (found.spins, found.missed.count) == (2, 1)


def test_periods_of_a_reader_follow_the_register(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    OpenHouse(casino_id, "it-venezia", table="T2")
    house.do(c.CloseTable())
    at = datetime(2026, 11, 1, 12, tzinfo=UTC)
    times = [at + timedelta(days=day) for day in range(6)]
    steps: list[dict[str, Any]] = [
        {"table": "T3"},
        {"table": "T3", "wheel": "W-1"},
        {"table": "T3", "enabled": False},
        {"table": "T3"},
    ]
    OpenHouse(casino_id, "it-venezia", table="T3").do(c.CloseTable())
    for step, now in zip(steps, times, strict=False):
        declare(casino_id, "reader", "R-9", {"protocol": "http", "role": "witness", **step}, by=ANNA, now=now)
    withdraw(casino_id, "reader", "R-9", by=ANNA, now=times[4])
    assert registered_periods(casino_id, "R-9") == (
        Registered(table="T3", since=times[0], until=times[2]),
        Registered(table="T3", since=times[3], until=times[4]),
    )
    assert registered_periods(casino_id, "W-T2") == (Registered(table="T2"),), "it is older than the register"
    assert registered_periods(casino_id, "unknown") == ()


def test_other_casino_has_statistics_of_its_own(casino_id: int) -> None:
    watched = Watched(casino_id)
    watched.plays(1, 17, 17)
    watched.follow()
    OpenHouse(casino_id + 1, "pt-francesa")
    assert month_statistics(casino_id + 1, PRIMARY, MONTH).spins == 0
