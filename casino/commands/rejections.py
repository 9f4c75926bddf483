"""Rejections of commands: one answer to every exception of a command handler, for screens and API.

A handler refuses (`Refused`, a rule) or finds no signature (`SigningFailed`) or no such aggregate (`UnknownTable` and
its like). Or it finds a stream that moved on (`ConcurrencyError`) or a key of another command (`IdempotencyConflict`).
Screens show the sentence at the place of the form, with status 422; the API answers with a problem document.
"""

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.kit.clauses import cited_from
from casino.kit.sentences import sentence_of
from casino.kit.sentences.marks import gettext_noop as _
from casino.people.register.aggregate import UnknownPerson
from casino.people.signing import SigningFailed
from settlement.box_aggregate import UnknownBox
from settlement.slip_aggregate import UnknownSlip
from tables.compliance.alerts.decide import UnknownAlert
from tables.handling.aggregates.table import UnknownTable
from tables.handling.aggregates.violation import UnknownViolation
from tables.refusal import Refused
from tables.registers.entries.kinds import UnknownEntry
from tables.stream import ConcurrencyError, IdempotencyConflict

Kind = Literal["refused", "unsigned", "unknown", "conflict", "key-reused"]
Done = TypeVar("Done")

REJECTED = (Refused, ConcurrencyError, IdempotencyConflict)
"""Exceptions of a command handler for a command that it does not carry out."""
UNKNOWN = (
    UnknownTable,
    UnknownSlip,
    UnknownBox,
    UnknownViolation,
    UnknownAlert,
    UnknownPerson,
    UnknownEntry,
)
KEY_REUSED = _("This was sent before with something else in it: send it again.")
CONFLICT = _("Someone else was faster: check, and send it again.")


class Rejection(msgspec.Struct, frozen=True, kw_only=True):
    """Reason why a command was not carried out; `refusal` is None for a conflict and a reused key."""

    kind: Kind
    detail: str
    refusal: Refused | None = None

    @property
    def sentence(self) -> str:
        return capfirst(self.detail)

    @property
    def clause(self) -> str | None:
        return self.refusal.clause if self.refusal else None

    @property
    def clause_as_printed(self) -> str:
        """The clause's short reference, empty where no clause refuses the command."""
        return cited_from(self.clause)


def usual_sentence(kind: Kind) -> str:
    """Return the sentence of a command that was rejected without a refusal: it was overtaken, or its key was used."""
    sentence = KEY_REUSED if kind == "key-reused" else CONFLICT
    return gettext(sentence)


def rejection_of(error: Exception, *, conflict: str = "", key_reused: str = "") -> Rejection:
    """Return the rejection of an exception of REJECTED; the two sentences are for exceptions without one, in place
    of the usual ones.
    """
    match error:
        case IdempotencyConflict():
            return Rejection(kind="key-reused", detail=key_reused or usual_sentence("key-reused"))
        case ConcurrencyError():
            return Rejection(kind="conflict", detail=conflict or usual_sentence("conflict"))
        case SigningFailed():
            return Rejection(kind="unsigned", detail=sentence_of(error.refusal), refusal=error)
        case Refused():
            kind: Kind = "unknown" if isinstance(error, UNKNOWN) else "refused"
            return Rejection(kind=kind, detail=sentence_of(error.refusal), refusal=error)
    raise error


def attempted(work: Callable[[], Done], *, conflict: str = "", key_reused: str = "") -> Done | Rejection:
    """The result of `work`, or why its command was not carried out."""
    try:
        return work()
    except REJECTED as error:
        return rejection_of(error, conflict=conflict, key_reused=key_reused)
