"""The casino's registers as screens, API and file use them; `tables/registers/entries` lists the functions."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from tables.handling.aggregates.register import RegisterAggregate, surroundings_of
from tables.handling.handler import handle
from tables.handling.models import Casino
from tables.handling.outcome import Actor, acted_by, clients_of, names_signed
from tables.handling.projections.register_entries import entries_of, entry_named
from tables.handling.register_choices import choices, keeper_of
from tables.handling.streams import register_stream
from tables.play.events import Signature
from tables.refusal import Refused
from tables.registers.entries.commands import DeclareEntry, IssueSecret, WithdrawEntry
from tables.registers.entries.decide import declared
from tables.registers.entries.fields import Field, fields_of
from tables.registers.entries.kinds import CASINO, KINDS, Fault, UnknownEntry, kind_named
from tables.registers.entries.reading import read_stored
from tables.registers.entries.state import Entry
from tables.stream import RecordedEvent, read_stream
from tables.text import normalized

NO_SIGNATURES: tuple[Signature, ...] = ()


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a request about an entry.

    `takes_force` is `now`, or `next-day` if an open gaming day goes on unchanged. It is empty if nothing changed.
    """

    entry: Entry
    events: tuple[RecordedEvent, ...]
    takes_force: str = ""
    secret: str = ""
    """A secret that was made with it, to be shown now and never again."""

    @property
    def changed(self) -> bool:
        return bool(self.events)


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A line of an entry's history."""

    version: int
    type: str
    at: datetime
    by: str
    signed: tuple[dict[str, str], ...]
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str = ""
    client: str = ""
    """The API client that requested it, where an officer confirmed a request."""


def entries(casino_id: int, kind: str, *, withdrawn: bool = True) -> list[Entry]:
    """Return the entries of a kind: those in use first, by code. Raises UnknownEntry for an unknown kind."""
    kind_named(kind)
    return entries_of(casino_id, kind, withdrawn=withdrawn)


def entry(casino_id: int, kind: str, code: str) -> Entry:
    """Return one entry, in use or withdrawn. Raises UnknownEntry."""
    kind_named(kind)
    found = entry_named(casino_id, kind, code)
    if not found.version:
        raise UnknownEntry("entry-unknown", kind=kind, entry=code[:60])
    return found


def history(casino_id: int, kind: str, code: str) -> list[Step]:
    """Return the steps of an entry's history, the newest first. Raises UnknownEntry."""
    entry(casino_id, kind, code)
    return [_step(each) for each in reversed(read_stream(casino_id, register_stream(kind, code)))]


def declare(
    casino_id: int,
    kind: str,
    code: str,
    values: Mapping[str, Any],
    *,
    by: Actor,
    now: datetime,
    signatures: Sequence[Signature] = NO_SIGNATURES,
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> Done:
    """Register an entry, change it, or bring it back; an unchanged entry records nothing. A kind with a secret gets one
    as it is registered. Raises EntryRefused, whose `faults` are all that is wrong and where, and UnknownEntry."""
    code = normalized(code)
    aggregate = RegisterAggregate(casino_id, kind, code)
    command = DeclareEntry(kind=kind, code=code, values=dict(values), signatures=tuple(signatures))
    outcome = handle(aggregate, command, by=by, now=now, seen=seen, idempotency_key=idempotency_key)
    force = _takes_force(casino_id, outcome.state) if outcome.events else ""
    return Done(entry=outcome.state, events=outcome.events, takes_force=force)


def withdraw(
    casino_id: int,
    kind: str,
    code: str,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
    signatures: Sequence[Signature] = NO_SIGNATURES,
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> Done:
    """Take an entry out of use. Raises EntryRefused where something in use needs it, and UnknownEntry."""
    command = WithdrawEntry(kind=kind, code=code, reason=reason, signatures=tuple(signatures))
    outcome = handle(
        RegisterAggregate(casino_id, kind, code),
        command,
        by=by,
        now=now,
        seen=seen,
        idempotency_key=idempotency_key,
    )
    return Done(entry=outcome.state, events=outcome.events, takes_force="now" if outcome.events else "")


def issue_secret(
    casino_id: int,
    kind: str,
    code: str,
    *,
    by: Actor,
    now: datetime,
    signatures: Sequence[Signature] = NO_SIGNATURES,
    seen: int | None = None,
) -> Done:
    """Give an entry a new secret, and end the one before. `Done.secret` has it, once. Raises Refused for a kind that
    has none."""
    keeper = keeper_of(kind)
    if keeper is None:
        kind_named(kind)
        raise Refused("entry-without-secret", entry=code[:60])
    secret = keeper.make()
    command = IssueSecret(
        kind=kind, code=code, fingerprint=fingerprint_of(secret), signatures=tuple(signatures)
    )
    with transaction.atomic():
        outcome = handle(RegisterAggregate(casino_id, kind, code), command, by=by, now=now, seen=seen)
        keeper.keep(casino_id, outcome.state, secret)
    return Done(entry=outcome.state, events=outcome.events, takes_force="now", secret=secret)


def note_secret(casino_id: int, kind: str, code: str, secret: str, *, by: Actor, now: datetime) -> None:
    """Record that an entry has this new secret, which its keeper has stored already. Raises UnknownEntry."""
    command = IssueSecret(kind=kind, code=code, fingerprint=fingerprint_of(secret))
    handle(RegisterAggregate(casino_id, kind, code), command, by=by, now=now)


def faults_of(casino_id: int, kind: str, code: str, values: Mapping[str, Any]) -> list[Fault]:
    """Return all faults of values that somebody would declare; nothing is stored. Raises UnknownEntry."""
    around, _ = surroundings_of(casino_id)
    command = DeclareEntry(kind=kind, code=code, values=dict(values))
    return declared(entry_named(casino_id, kind, code), command, around)[1]


def choices_for(casino_id: int, field: Field) -> tuple[str, ...]:
    """Return the allowed values of a field: its own choices, the codes of the register that it names, or an app's
    offers.
    """
    if field.choices or not field.choices_from:
        return field.choices
    if field.choices_from in KINDS:
        return tuple(each.code for each in entries_of(casino_id, field.choices_from, withdrawn=False))
    return choices().get(field.choices_from, ())


def fingerprint_of(secret: str) -> str:
    """Return the record's fingerprint of a secret.

    The fingerprint is too short to find the secret, and long enough to distinguish two secrets.
    """
    return hashlib.sha256(secret.encode()).hexdigest()[:16]


def _takes_force(casino_id: int, state: Entry) -> str:
    around, _ = surroundings_of(casino_id)
    return read_stored(kind_named(state.kind), state.values).takes_force(state.code, around)


def _step(event: RecordedEvent) -> Step:
    data = event.data
    after = data.get("values") or data.get("after") or {}
    if "fingerprint" in data:
        after = {"fingerprint": data["fingerprint"]}
    return Step(
        version=event.version,
        type=event.type,
        at=event.occurred_at,
        by=acted_by(event),
        signed=tuple(names_signed(event)),
        before=data.get("before", {}),
        after=after,
        reason=data.get("reason", ""),
        client="".join(clients_of(event)),
    )


__all__ = [
    "Done",
    "Field",
    "Step",
    "choices_for",
    "declare",
    "entries",
    "entry",
    "faults_of",
    "fields_of",
    "history",
    "issue_secret",
    "withdraw",
]


def register_casino(
    values: Mapping[str, Any],
    *,
    by: Actor,
    now: datetime,
    casino_id: int | None = None,
    demonstration: bool = False,
) -> Casino:
    """Register a new casino: its row, which gives it the number that everything else is kept by, and its entry.

    The number is the next one or `casino_id`. Raises EntryRefused, and then there is none.
    """
    with transaction.atomic():
        casino = Casino.objects.create(pk=casino_id, name="", demonstration=demonstration)
        declare(casino.pk, CASINO, CASINO, values, by=by, now=now)
        casino.refresh_from_db()
    return casino
