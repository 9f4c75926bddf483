"""Whatever a command handler raises for a command that it does not carry out is one kind of rejection."""

import pytest

from casino.commands.rejections import CONFLICT, KEY_REUSED, Kind, Rejection, attempted, rejection_of
from casino.people.signing import SigningFailed
from settlement.slip_aggregate import UnknownSlip
from tables.handling.aggregates.table import UnknownTable
from tables.refusal import Refused
from tables.stream import ConcurrencyError, IdempotencyConflict

EXCEPTIONS: list[tuple[Exception, Kind, str]] = [
    (Refused("last-coup-not-announced"), "refused", "No last coup is announced"),
    (SigningFailed("old-pin-wrong"), "unsigned", "That is not your old PIN"),
    (
        UnknownTable("table-unknown", table="T9", tables=("T1",)),
        "unknown",
        "No table T9 is registered; there are: T1",
    ),
    (UnknownSlip("slip-unknown", slip="F-1"), "unknown", "There is no slip F-1"),
    (ConcurrencyError("T1/2026-11-20", 7), "conflict", CONFLICT),
    (IdempotencyConflict("key k"), "key-reused", KEY_REUSED),
]


def raising(error: Exception) -> Exception:
    raise error


@pytest.mark.parametrize(("error", "kind", "sentence"), EXCEPTIONS)
def test_a_rejected_command_says_which_kind_of_rejection_it_is(
    error: Exception, kind: Kind, sentence: str
) -> None:
    rejection = attempted(lambda: raising(error))
    assert isinstance(rejection, Rejection)
    assert (rejection.kind, rejection.sentence) == (kind, sentence)


def test_a_clause_that_refuses_is_named_as_it_is_printed() -> None:
    rejection = rejection_of(Refused("last-coup-not-announced", clause="pt-francesa/9"))
    assert (rejection.clause, rejection.clause_as_printed) == ("pt-francesa/9", "n.º 9")


def test_a_face_may_say_a_conflict_in_its_own_words() -> None:
    moved_on = rejection_of(ConcurrencyError("T1/2026-11-20", 7), conflict="the table moved on")
    assert moved_on.sentence == "The table moved on"


def test_other_exception_passes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        attempted(lambda: 1 // 0)
