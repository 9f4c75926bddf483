"""Records access: wrong PINs and wrong passwords, so that the inspector reads in the compliance report who tried them;
what people do with their own sign-in is `sign_in/recording.py`."""

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from casino.people.access_events import (
    AccessEvent,
    WrongPasswordGiven,
    WrongPinGiven,
    access_stream,
)
from casino.people.acting import named
from casino.people.attempts import Lock
from casino.people.models import Person
from tables.codec import encode
from tables.handling import Actor
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.stream import ANY, NewEvent, append


def record_wrong_pin(person: Person, *, by: Actor, lock: Lock | None, now: datetime) -> None:
    """Record that `by` gave a PIN that is not the one of `person`, and what that has locked."""
    record_access(person.casino_id, WrongPinGiven(person=named(person), **_locked(lock)), by, now)


def record_wrong_password(person: Person, *, address: str, lock: Lock | None, now: datetime) -> None:
    """Record that somebody tried a wrong password of `person` from this address, and what that has locked.

    What was typed as a name is recorded for registered people alone: it may be a password in the wrong field.
    """
    by = Actor(id=f"address/{address}", name=address, terminal="sign-in")
    event = WrongPasswordGiven(person=named(person), address=address, **_locked(lock))
    record_access(person.casino_id, event, by, now)


def _locked(lock: Lock | None) -> dict[str, Any]:
    if lock is None:
        return {}
    return {"locked": "source" if lock.all_names else "pair", "locked_until": lock.until}


def record_access(casino_id: int, event: AccessEvent, by: Actor, now: datetime) -> None:
    """Append an event to the access stream of the casino's gaming day."""
    try:
        day = gaming_day(casino_id, now)
    except Casino.DoesNotExist:
        return  # a casino that is not registered has no record
    type_, data = encode(event)
    new = NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})
    with transaction.atomic():
        append(casino_id, access_stream(day.isoformat()), [new], expected_version=ANY, now=now)
