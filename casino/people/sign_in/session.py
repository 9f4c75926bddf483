"""A session's sign-in: its proof and time, the last act in it, and its lock.

A session is stored whole, so two requests at once could undo each other's change. Changes made here go to the stored
session, locked in the database for that moment.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest

from casino.people.models import Person
from casino.people.sign_in.rules import second_factor_required

SECOND_FACTOR = "second_factor"
"""Session key: true if the person has proven a second factor in this session."""
PROVEN_AT = "proven_at"
"""Session key of the time of the last password or second factor (seconds since 1970)."""
ACTIVE_AT = "active_at"
"""Session key of the time of the last act, to the minute or so."""
LOCKED_AT = "locked_at"
"""Since when the session is locked; absent where it is open."""

ACTIVITY_NOTED_EVERY = timedelta(seconds=30)
"""A session is not written at each request: so exactly is it known when somebody acted last."""


def marks_at_sign_in(*, second_factor: bool, now: datetime) -> dict[str, Any]:
    """Return the marks of a new session: second factor, time of the proof, time of the last act."""
    return {SECOND_FACTOR: second_factor, PROVEN_AT: now.timestamp(), ACTIVE_AT: now.timestamp()}


def second_factor_missing(session: SessionBase | Mapping[str, Any], person: Person) -> bool:
    """Return whether the person's role needs a second factor that this session has not given."""
    return not session.get(SECOND_FACTOR) and second_factor_required(person)


def keep_session(request: HttpRequest, person: Person) -> None:
    """Keep the session of this request after a change that ended all sessions of its person; its key changes."""
    person.refresh_from_db()
    update_session_auth_hash(request, person)


def idle_since(session: SessionBase) -> float | None:
    """Return the time of the last act in seconds since 1970; None if the session has not noted one yet."""
    at = session.get(ACTIVE_AT)
    return float(at) if at is not None else None


def has_been_idle(session: SessionBase, minutes: int, now: datetime) -> bool:
    """Return True if nobody acted for so many minutes; never with 0 of them."""
    since = idle_since(session)
    return bool(minutes) and since is not None and now.timestamp() - since >= minutes * 60


def is_locked(session: SessionBase) -> bool:
    return session.get(LOCKED_AT) is not None


def note_activity(session: SessionBase, now: datetime) -> None:
    """Keep the time of this act, if the kept time is older than allowed."""
    since = idle_since(session)
    if since is None or now.timestamp() - since >= ACTIVITY_NOTED_EVERY.total_seconds():
        change_stored(session, {ACTIVE_AT: now.timestamp()}, unless_locked=True)


def lock(session: SessionBase, now: datetime) -> bool:
    """Lock the session; whether it was open before."""
    return change_stored(session, {LOCKED_AT: now.timestamp()}, unless_locked=True)


def unlock(session: SessionBase, now: datetime) -> None:
    """Open the session again: somebody acts from now on."""
    change_stored(session, {LOCKED_AT: None, ACTIVE_AT: now.timestamp()})


def change_stored(session: SessionBase, marks: dict[str, Any], *, unless_locked: bool = False) -> bool:
    """Write these marks (None: remove it) into the session as stored, and into the one at hand; whether it did."""
    with transaction.atomic():
        row = Session.objects.select_for_update().filter(session_key=session.session_key).first()
        stored = session.decode(row.session_data) if row else {}
        refused = row is None or (unless_locked and stored.get(LOCKED_AT) is not None)
        if row is not None and not refused:
            _apply(stored, marks)
            row.session_data = session.encode(stored)
            row.save(update_fields=["session_data"])
    # The copy of the request follows without being stored again: it may be older in other values.
    modified = session.modified
    _apply(session, {LOCKED_AT: stored.get(LOCKED_AT)} if refused else marks)
    session.modified = modified
    return not refused


def _apply(to: Any, marks: dict[str, Any]) -> None:
    for name, value in marks.items():
        if value is None:
            to.pop(name, None)
        else:
            to[name] = value
