"""The rota at its door: decided on the plan as it is recorded, each request once, and read from rows that follow it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test import override_settings
from pytest_django import DjangoAssertNumQueries

from tables.handling import handle
from tables.handling.aggregates.rota import RotaAggregate, recorded_rota, rota_rules
from tables.handling.models import Casino, RotaEntry
from tables.handling.projections.rota import ball_ahead, planned_rota
from tables.handling.projections.table_snapshots import table_snapshots
from tables.handling.streams import rota_stream
from tables.play.events import Person
from tables.refusal import Refused
from tables.registers.rota.plan import Rota
from tables.registers.rota.planning import DropEntry, FillIn, MoveEntry, PlanEntry, RotaCommand
from tables.stream import IdempotencyConflict, read_stream
from testkit.house import BOSS, OpenHouse
from testkit.play import NOON
from testkit.refusals import expect_refusal
from testkit.stream import ProjectionContract

DAY = date(2026, 11, 20)


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-americana")


def person(number: int) -> Person:
    return Person(id=f"croupier-{number}", name=f"Croupier {number}")


def payer(number: int, begins: float, ends: float) -> PlanEntry:
    """Croupier `number` at the ball of T1 from minute to minute after noon."""
    return PlanEntry(
        person=person(number), begins=at(begins), ends=at(ends), table="T1", position="payer", spins=True
    )


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def ask(casino_id: int, command: RotaCommand, key: str | None = None) -> Rota:
    return handle(RotaAggregate(casino_id, DAY), command, by=BOSS, now=NOON, idempotency_key=key).state


def test_rota_changes_are_recorded_with_their_person(house: OpenHouse) -> None:
    ask(house.casino_id, payer(1, 0, 30))
    ask(house.casino_id, payer(2, 30, 60))
    ask(
        house.casino_id,
        MoveEntry(
            entry="1", person=person(3), begins=at(0), ends=at(30), table="T1", position="payer", spins=True
        ),
    )
    after = ask(house.casino_id, DropEntry(entry="2"))
    recorded = read_stream(house.casino_id, rota_stream("2026-11-20"))
    assert [each.type for each in recorded] == [
        "rota_entry_planned",
        "rota_entry_planned",
        "rota_entry_moved",
        "rota_entry_dropped",
    ]
    assert recorded[0].metadata["by"]["name"] == BOSS.name
    assert recorded_rota(house.casino_id, DAY) == after
    assert planned_rota(house.casino_id, "2026-11-20").entries == after.entries
    assert [each.person.name for each in after.entries] == ["Croupier 3"]


def test_refused_rota_change_records_nothing(house: OpenHouse) -> None:
    ask(house.casino_id, payer(1, 0, 30))
    with expect_refusal("at-a-table-then"):
        ask(house.casino_id, payer(1, 15, 45))
    assert recorded_rota(house.casino_id, DAY).version == 1


def test_a_request_that_comes_twice_is_carried_out_once(house: OpenHouse) -> None:
    for _ in range(2):
        assert len(ask(house.casino_id, payer(1, 0, 30), key="k").entries) == 1
    with pytest.raises(IdempotencyConflict):
        ask(house.casino_id, payer(2, 0, 30), key="k")


def test_each_gaming_day_has_a_rota_of_its_own(house: OpenHouse) -> None:
    ask(house.casino_id, payer(1, 0, 30))
    assert planned_rota(house.casino_id, "2026-11-21").entries == ()


def test_a_house_sets_its_own_breaks_and_has_its_own_time_zone(house: OpenHouse) -> None:
    Casino.objects.filter(pk=house.casino_id).update(time_zone="Europe/Rome")
    views = table_snapshots(house.casino_id)
    assert rota_rules(house.casino_id, views).break_after_s is None
    with override_settings(ROTA_BREAK_AFTER_MINUTES=90):
        rules = rota_rules(house.casino_id, views)
    assert (rules.break_after_s, str(rules.zone)) == (5400, "Europe/Rome")
    assert rules.tables["T1"].rulebook.id == "pt-americana"


def test_next_replacement_costs_one_query(
    house: OpenHouse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ask(house.casino_id, FillIn(table="T1", people=(person(1), person(2)), begins=at(0), ends=at(90)))
    with django_assert_num_queries(1):
        ahead = ball_ahead(house.casino_id, "T1", "2026-11-20", at(40))
    assert ahead is not None and [each.begins for each in ahead.entries] == [at(30), at(60)]
    assert ball_ahead(house.casino_id, "T1", "2026-11-20", at(90)) is None


@pytest.mark.django_db(transaction=True)
def test_of_two_who_plan_one_person_at_once_one_is_refused(casino_id: int) -> None:
    OpenHouse(casino_id, "pt-americana")

    def plan(minute: int) -> str:
        try:
            ask(casino_id, payer(1, minute, minute + 30))
        except Refused:
            return "refused"
        finally:
            connection.close()
        return "planned"

    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(plan, range(4)))
    assert sorted(outcomes) == ["planned", "refused", "refused", "refused"]
    assert RotaEntry.objects.filter(casino_id=casino_id).count() == 1


class TestRotaContract(ProjectionContract):
    projection = "rota"

    def write_history(self, casino_id: int) -> None:
        OpenHouse(casino_id, "pt-americana")
        ask(casino_id, FillIn(table="T1", people=(person(1), person(2)), begins=at(0), ends=at(120)))
        ask(casino_id, DropEntry(entry="2"))
        ask(casino_id, payer(3, 200, 230))
        ask(
            casino_id,
            MoveEntry(
                entry="6",
                person=person(4),
                begins=at(200),
                ends=at(240),
                table="T1",
                position="chef",
            ),
        )
