"""What was paid otherwise than a payout sheet has it, noted there with what was decided about it."""

from typing import Any

import msgspec

from settlement.colours_out import paid_otherwise
from settlement.table_day import TableDay
from tables.play import events as e
from tables.stream.event import RecordedEvent

SAID = ("difference", "refs", "player", "bet", "worked_out", "paid", "reason", "because")
UNDONE = {"another_number": "another number stands", "bets_put_back": "its bets were put back"}
"""Why a difference is none any more."""


def payment_differed(day: TableDay, event: e.PaymentDiffered, recorded: RecordedEvent) -> None:
    """It stands on the sheet as open."""
    sheet = day.sheet(event.coup)
    if sheet is not None:
        said = msgspec.to_builtins(event)
        noted = {name: said[name] for name in SAID} | {"outcome": "", "amount": 0, "decision": ""}
        sheet.differences = [*sheet.differences, noted]
        day.sheet_changed(sheet)
        paid_otherwise(day, sheet, event.difference, event.paid - event.worked_out)


def difference_decided(day: TableDay, event: e.PaymentDifferenceDecided, recorded: RecordedEvent) -> None:
    """It stands on the sheet with what was decided."""
    _note(day, event, outcome=event.outcome, amount=event.amount, decision=event.reason)


def difference_undone(day: TableDay, event: e.PaymentDifferenceUndone, recorded: RecordedEvent) -> None:
    """It stands on the sheet as one that is none any more, and why, whatever was decided about it."""
    _note(day, event, outcome="undone", amount=0, decision=UNDONE[event.because])


def _note(day: TableDay, event: e.PaymentDifferenceDecided | e.PaymentDifferenceUndone, **noted: Any) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        sheet.differences = [
            each | noted if each["difference"] == event.difference else each for each in sheet.differences
        ]
        day.sheet_changed(sheet)
        decided = isinstance(event, e.PaymentDifferenceDecided)
        moved = event.amount if decided else event.worked_out - event.paid
        paid_otherwise(day, sheet, event.difference, moved)
