"""A violation's door: decided once on its own stream, signed, and never out of turn."""

from typing import Any

import pytest

from tables.compliance.commands import Acknowledge, AnyViolationCommand, Explain, Uphold
from tables.compliance.state import ViolationState, violation_stream
from tables.handling import Actor, handle
from tables.handling.aggregates.violation import UnknownViolation, ViolationAggregate, violation_state
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.refusal import Refused
from tables.stream import IdempotencyConflict, read_stream, verify_chain
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
BOSS = Person(id="person/1", name="Boss")


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A table at which a ball was put back into play: one violation."""
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.ChangeBall(ball="A"))
    return house


def name_of(house: OpenHouse) -> str:
    (raised,) = [event for event in house.events() if event.type == "violation_raised"]
    return str(raised.data["violation"])


def say(house: OpenHouse, command: AnyViolationCommand, **how: Any) -> ViolationState:
    return handle(
        ViolationAggregate(
            house.casino_id, house.table, house.day, str(how.pop("name", "")) or name_of(house)
        ),
        command,
        by=Actor(id=BOSS.id, name=BOSS.name),
        now=house.now,
        **how,
    ).state


def by(role: str) -> tuple[Signature, ...]:
    return (Signature(person=BOSS, role=role),)


def test_answer_to_a_violation_is_in_its_own_stream_with_signatures(house: OpenHouse) -> None:
    before = len(house.events())
    say(house, Acknowledge(signatures=by("pit_boss")))
    say(house, Explain(words="the other one was cracked", signatures=by("pit_boss")))
    stream = violation_stream("T1", house.day, name_of(house))
    records = read_stream(house.casino_id, stream)
    assert [(each.type, each.data) for each in records] == [
        ("violation_acknowledged", {}),
        ("violation_explained", {"words": "the other one was cracked"}),
    ]
    assert records[0].metadata["by"]["name"] == "Boss"
    assert [each["role"] for each in records[0].metadata["signed"]] == ["pit_boss"]
    assert len(house.events()) == before
    assert verify_chain(house.casino_id, stream) is None


def test_violation_outlives_its_day(house: OpenHouse) -> None:
    name, day = name_of(house), house.day
    house.do(c.CloseTable())
    house.open("2026-11-21")
    assert house.day != day
    answered = handle(
        ViolationAggregate(house.casino_id, "T1", day, name),
        Uphold(reason="seen on the camera", signatures=by("games_inspector")),
        by=Actor(id="person/2", name="Inspector"),
        now=house.now,
    ).state
    assert (
        answered
        == violation_state(house.casino_id, "T1", day, name)
        == ViolationState(version=1, status="upheld")
    )


def test_said_twice_under_one_key_it_is_said_once(house: OpenHouse) -> None:
    acknowledged = Acknowledge(signatures=by("pit_boss"))
    first = say(house, acknowledged, idempotency_key="k1")
    assert (
        say(house, acknowledged, idempotency_key="k1")
        == first
        == ViolationState(version=1, status="acknowledged")
    )
    with pytest.raises(IdempotencyConflict):
        say(house, Explain(words="other words", signatures=by("pit_boss")), idempotency_key="k1")


def test_answer_for_an_earlier_state_is_refused(house: OpenHouse) -> None:
    say(house, Acknowledge(signatures=by("pit_boss")), seen=0)
    with expect_refusal("violation-changed-meanwhile", status="acknowledged"):
        say(house, Uphold(reason="seen", signatures=by("games_inspector")), seen=0)
    assert violation_state(house.casino_id, "T1", house.day, name_of(house)).version == 1


def test_a_refusal_records_nothing_and_cites_the_violations_clause(house: OpenHouse) -> None:
    with pytest.raises(Refused) as refusal:
        say(house, Uphold(reason="seen", signatures=by("pit_boss")))
    assert refusal.value.clause == "pt-francesa/9"
    assert violation_state(house.casino_id, "T1", house.day, name_of(house)) == ViolationState()


def test_nothing_is_said_to_a_violation_that_was_never_raised(house: OpenHouse) -> None:
    with expect_refusal("violation-unknown", kind=UnknownViolation, violation="ball-change-99", table="T1"):
        say(house, Acknowledge(signatures=by("pit_boss")), name="ball-change-99")
