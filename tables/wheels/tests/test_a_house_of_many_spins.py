"""A house of many spins: however readers, lines, gateways and clocks go wrong, each true number is one coup.

`testkit/spins` plays it in simulated time, with the real drivers and rules; `python -m bench.spins` at length.
"""

from collections import Counter

import pytest
from msgspec.structs import replace

from tables.play.event import Event
from tables.wheels.tests.record_in_database import RecordInDatabase
from testkit.spins.house import RULEBOOK, TableDay
from testkit.spins.integrators import HttpFaults
from testkit.spins.record import Happened
from testkit.spins.setup import GatewayFaults, Setup
from testkit.spins.setups import SETUPS, UNKNOWABLE
from testkit.spins.wires import WireFaults

GAMES, THOROUGH_GAMES, THOROUGH_DAYS = 60, 200, 45


def days(setup: Setup, seed: int, thorough: bool) -> list[TableDay]:
    """Play the table's days."""
    played = []
    for day in range(THOROUGH_DAYS if thorough else 1):
        played.append(TableDay(setup, f"{seed}-{day}", THOROUGH_GAMES if thorough else GAMES))
        played[-1].play()
    return played


@pytest.mark.long_form
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_each_true_number_is_one_coup_whatever_readers_send(setup: Setup, seed: int, thorough: bool) -> None:
    played = days(setup, seed, thorough)
    assert [fault for day in played for fault in day.truth.faults] == []
    assert sum(day.truth.coups for day in played) == sum(len(day.wheel.spins) for day in played)


def test_every_fault_is_planted_and_met() -> None:
    planted, met = Counter[str](), Counter[str]()
    for setup in SETUPS:
        day = TableDay(setup, "7", 2 * GAMES)
        day.play()
        planted += day.planted
        met += day.truth.counts + day.staff.done
    wires = set(WireFaults.__struct_fields__)
    gateways = {f"gateway {name}" for name in GatewayFaults.__struct_fields__ if name != "set_right_late"}
    posts = {f"http {name}" for name in HttpFaults.__struct_fields__ if name != "games"}
    others = {"number of no spin", "misread", "sent again after a reconnect", "http refused"}
    assert set(planted) == wires | gateways | posts | others
    assert {"by itself", "by a person", "in doubt", "discrepancies", "confirmed by another reader"} <= set(
        met
    )
    assert {"dismissed", "confirmed", "entered by hand", "misreads that another reader found"} <= set(met)


@pytest.mark.parametrize("setup", UNKNOWABLE, ids=lambda setup: setup.name)
def test_people_put_right_a_wrong_number_that_no_rule_can_know(setup: Setup, seed: int) -> None:
    day = TableDay(setup, str(seed), GAMES)
    day.play()
    assert day.truth.faults == []
    assert day.truth.counts["wrong by itself"] <= sum(day.planted.values())


def recorded(day: TableDay) -> list[tuple[str, Event]]:
    """Play a day; return its events, each with the observation that caused it."""
    events: list[tuple[str, Event]] = []
    compare = day.record.watch

    def watch(happened: Happened) -> None:
        events.append((happened.cause, happened.event))
        compare(happened)

    day.record.watch = watch
    day.play()
    return events


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_record_in_the_database_takes_what_the_record_in_memory_takes(
    setup: Setup, casino_id: int, seed: int
) -> None:
    readers = tuple(
        # The house asks the database for the time, which is not the simulated one.
        replace(each, gateway=replace(each.gateway, wrong_clock=0, cut_off_ahead=0))
        for each in setup.readers
    )
    setup = replace(setup, readers=readers)
    in_memory = recorded(TableDay(setup, str(seed), 8))
    in_database = recorded(
        TableDay(setup, str(seed), 8, lambda setup, now: RecordInDatabase(casino_id, RULEBOOK, setup, now))
    )
    assert in_database == in_memory
    assert len(in_memory) >= 16
