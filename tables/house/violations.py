"""The door to a violation's life: decided on its own stream, and recorded there."""

from datetime import datetime

import msgspec
from django.db import transaction

from tables.house.door import Actor
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house
from tables.house.streams import table_stream
from tables.play.events import ViolationRaised, from_record
from tables.roulette.refusal import Refused
from tables.stream import NewEvent, append, read_stream, recall
from tables.violations import events as e
from tables.violations.commands import AnyLifeCommand
from tables.violations.decisions import decide
from tables.violations.life import Life, evolve
from tables.violations.naming import violation_stream


class UnknownViolation(Refused):
    """No such violation was raised at the table on that day."""


def say_to_violation(
    casino_id: int,
    table: str,
    day: str,
    name: str,
    command: AnyLifeCommand,
    *,
    by: Actor,
    now: datetime,
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> Life:
    """Carries `command` out in one transaction, and gives the violation's life after it.

    `seen` is the version of its life that the command was meant for. Raises Refused, and then has recorded nothing;
    IdempotencyConflict for a key that was used for another command.
    """
    key = key_of(violation_stream(table, day, name), command, idempotency_key)
    with transaction.atomic():
        # Who says something at the same moment waits here, and is judged on what was said first.
        hold_house(casino_id)
        if key is not None and recall(casino_id, key) is not None:
            return life_of(casino_id, table, day, name)
        raised = _raised(casino_id, table, day, name)
        life = life_of(casino_id, table, day, name)
        if seen is not None and seen != life.version:
            raise Refused(
                f"it was {life.status} meanwhile: look at it, and say again what is still to be said",
                raised.clause,
            )
        event = decide(life, command, raised.clause)
        type_, data = e.to_record(event)
        metadata = {
            "by": msgspec.to_builtins(by),
            "signed": msgspec.to_builtins(command.signatures),
        }
        append(
            casino_id,
            violation_stream(table, day, name),
            [NewEvent(type=type_, data=data, occurred_at=now, metadata=metadata)],
            expected_version=life.version,
            now=now,
            idempotency=key,
        )
    return evolve(life, event)


def life_of(casino_id: int, table: str, day: str, name: str) -> Life:
    """The life of a violation, folded from its stream; untouched where nobody has said anything to it."""
    life = Life()
    for record in read_stream(casino_id, violation_stream(table, day, name)):
        life = evolve(life, e.from_record(record.type, record.data))
    return life


def _raised(casino_id: int, table: str, day: str, name: str) -> ViolationRaised:
    for record in read_stream(casino_id, table_stream(table, day)):
        if record.type == "violation_raised" and record.data["violation"] == name:
            event = from_record(record.type, record.data)
            assert isinstance(event, ViolationRaised)
            return event
    raise UnknownViolation(f"no violation {name} was raised at {table} on {day}")
