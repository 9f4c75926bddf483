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
from tables.handling.live.inbox import commit_without_waiting
from tables.handling.models import Casino
from tables.stream import ANY, NewEvent, append


def record_wrong_pin(person: Person, *, by: Actor, lock: Lock | None, now: datetime) -> None:
    """Record that `by` gave a wrong PIN for `person`, with the lock that it caused."""
    record_access(person.casino_id, WrongPinGiven(person=named(person), **_locked(lock)), by, now)


def record_wrong_password(person: Person, *, address: str, lock: Lock | None, now: datetime) -> None:
    """Record a wrong password for `person` from this address, with the lock that it caused.

    An entered name is recorded for registered people only: it may be a password in the wrong field.
    """
    by = Actor(id=f"address/{address}", name=address, terminal="sign-in")
    event = WrongPasswordGiven(person=named(person), address=address, **_locked(lock))
    record_access(person.casino_id, event, by, now)


def record_wrong_sign_in(person: Person | None, *, address: str, lock: Lock | None, now: datetime) -> None:
    """Record a wrong password at sign-in. For a name that is nobody's, do the same work and keep nothing of it.

    Otherwise the answer would come sooner than for a person's name, and so give away who works here. For the same
    reason neither waits for the disk: nobody is promised this event. Not to be called in a transaction.
    """
    meant = person
    if meant is None and (casino := Casino.objects.order_by("pk").first()):
        meant = Person(pk=0, casino_id=casino.pk, display_name="nobody")
    if meant is None:
        return
    with transaction.atomic(durable=True):
        commit_without_waiting()
        record_wrong_password(meant, address=address, lock=lock, now=now)
        if person is None:
            transaction.set_rollback(True)


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
