"""A change of a register as a screen and a confirmed request of the API make it: its act, and the secret it brings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tables.handling import Actor
from tables.handling.projections.register_entries import entry_named
from tables.handling.registers import Done, declare, issue_secret
from tables.play.events import Signature
from tables.registers.entries.kinds import KINDS, ClientEntry
from tables.registers.entries.kinds.outward import ADMINISTRATION
from tables.registers.entries.reading import read_stored, read_values
from tables.registers.entries.two_officers import MANAGEMENT

DECLARE, GRANT = "registers.declare", "registers.grant-administration"
DECLARE_BY_TWO, DECLARE_LIMITS, WITHDRAW, WITHDRAW_BY_TWO = (
    "registers.declare-by-two",
    "registers.declare-limits",
    "registers.withdraw",
    "registers.withdraw-by-two",
)


def act_of_declaration(casino_id: int, kind: str, code: str, values: Mapping[str, Any]) -> str:
    """Return the act (`casino/people/acts.py`) of declaring these values. Two officers grant administration, put a
    rulebook in force, declare a witness and weaken the proof of people; the management is one of them for the limits of
    a table."""
    stands = entry_named(casino_id, kind, code)
    if kind == ClientEntry.KIND and _has_administration(values):
        return DECLARE if stands.in_use and _has_administration(stands.values) else GRANT
    wanted = read_values(KINDS[kind], values)[0] if kind in KINDS else None
    if wanted is None:
        return DECLARE
    before = read_stored(KINDS[kind], stands.values) if stands.in_use else None
    if not wanted.by_two(before):
        return DECLARE
    return DECLARE_LIMITS if wanted.second_officers(before) == MANAGEMENT else DECLARE_BY_TWO


def act_of_withdrawal(kind: str) -> str:
    """Return the act of withdrawing an entry of this kind."""
    return WITHDRAW_BY_TWO if kind in KINDS and KINDS[kind].WITHDRAWN_BY_TWO else WITHDRAW


def declare_with_secret(
    casino_id: int,
    kind: str,
    code: str,
    values: Mapping[str, Any],
    *,
    by: Actor,
    now: datetime,
    signatures: Sequence[Signature],
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> Done:
    """Declare an entry, and issue the secret that it needs with it. Raises EntryRefused and UnknownEntry."""
    with transaction.atomic():
        made = declare(
            casino_id,
            kind,
            code,
            values,
            by=by,
            now=now,
            signatures=signatures,
            seen=seen,
            idempotency_key=idempotency_key,
        )
        if _wants_secret(made):
            return issue_secret(casino_id, kind, code, by=by, now=now, signatures=signatures)
    return made


def _has_administration(values: Mapping[str, Any]) -> bool:
    scopes = values.get("scopes")
    return isinstance(scopes, list | tuple) and ADMINISTRATION in scopes


def _wants_secret(made: Done) -> bool:
    """Return True if an entry that was just declared needs a secret: registered, brought back, or without one so
    far; all kinds that have some, but a notice by e-mail.
    """
    if not made.changed or not KINDS[made.entry.kind].HAS_SECRET or made.entry.values.get("way") == "email":
        return False
    return not made.entry.fingerprint or made.events[-1].type == "entry_registered"
