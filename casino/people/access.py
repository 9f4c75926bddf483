"""Records who signs in and out, and wrong PINs and passwords: the inspector reads them on the page of access, and the
wrong ones in the compliance report too."""

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from casino.people.access_events import (
    AccessEvent,
    SignedIn,
    SignedOut,
    WrongPasswordGiven,
    WrongPinGiven,
    access_stream,
)
from casino.people.acting import identity, named
from casino.people.attempts import Lock
from casino.people.models import Person
from tables.codec import encode
from tables.handling import Actor
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.stream import ANY, NewEvent, append


def record_wrong_pin(person: Person, *, by: Actor, lock: Lock | None, now: datetime) -> None:
    """Record that `by` gave a PIN that is not the one of `person`, and what that has locked."""
    _record(person.casino_id, WrongPinGiven(person=named(person), **_locked(lock)), by, now)


def record_wrong_password(person: Person, *, address: str, lock: Lock | None, now: datetime) -> None:
    """Record that somebody tried a wrong password of `person` from this address, and what that has locked.

    What was typed as a name is recorded for registered people alone: it may be a password in the wrong field.
    """
    by = Actor(id=f"address/{address}", name=address, terminal="sign-in")
    event = WrongPasswordGiven(person=named(person), address=address, **_locked(lock))
    _record(person.casino_id, event, by, now)


def record_sign_in(person: Person, *, address: str, now: datetime) -> None:
    """Record that the person signed in from this address."""
    by = Actor(id=identity(person), name=person.display_name, terminal="sign-in")
    _record(person.casino_id, SignedIn(person=named(person), address=address), by, now)


def record_sign_out(person: Person, *, now: datetime) -> None:
    """Record that the person signed out."""
    by = Actor(id=identity(person), name=person.display_name, terminal="sign-in")
    _record(person.casino_id, SignedOut(person=named(person)), by, now)


def note_sign_in(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Of Django's signal that somebody signed in, by whatever way."""
    if isinstance(user, Person):
        record_sign_in(user, address=request.META.get("REMOTE_ADDR", ""), now=timezone.now())


def note_sign_out(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Of Django's signal that somebody signed out."""
    if isinstance(user, Person):
        record_sign_out(user, now=timezone.now())


def _locked(lock: Lock | None) -> dict[str, Any]:
    if lock is None:
        return {}
    return {"locked": "source" if lock.all_names else "pair", "locked_until": lock.until}


def _record(casino_id: int, event: AccessEvent, by: Actor, now: datetime) -> None:
    try:
        day = gaming_day(casino_id, now)
    except Casino.DoesNotExist:
        return  # a casino that is not registered has no record
    type_, data = encode(event)
    new = NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})
    with transaction.atomic():
        append(casino_id, access_stream(day.isoformat()), [new], expected_version=ANY, now=now)
