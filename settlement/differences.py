"""What was paid otherwise than a payout sheet has it, noted there with what was decided about it."""

from typing import Any

import msgspec

from settlement.colours_out import colours_settled
from settlement.models import PayoutSheet
from settlement.table_day import TableDay
from tables.play import events as e
from tables.play.colours.chips_out import played_in
from tables.stream.event import RecordedEvent

SAID = ("difference", "refs", "player", "bet", "worked_out", "paid", "reason", "because")
UNDONE = {"another_number": "another number stands", "bets_put_back": "its bets were put back"}
"""Why a difference is none any more."""
Differing = e.PaymentDiffered | e.PaymentDifferenceDecided | e.PaymentDifferenceUndone


def payment_differed(day: TableDay, event: e.PaymentDiffered, recorded: RecordedEvent) -> None:
    """It stands on the sheet as open."""
    sheet = day.sheet(event.coup)
    if sheet is not None:
        said = msgspec.to_builtins(event)
        noted = {name: said[name] for name in SAID} | {"outcome": "", "amount": 0, "decision": ""}
        sheet.differences = [*sheet.differences, noted]
        day.sheet_changed(sheet)
        _colours_follow(day, sheet, event)


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
        _colours_follow(day, sheet, event)


def _colours_follow(day: TableDay, sheet: PayoutSheet, event: Differing) -> None:
    """What was paid otherwise in chips of a colour leaves more of them for the prizes of the last coup, or fewer."""
    in_play = day.after.colours.of(event.colour) if event.colour else None
    if in_play is None or not day.is_last(sheet):
        return
    refs = next((each["refs"] for each in sheet.differences if each["difference"] == event.difference), ())
    if any(bet.ref in refs for bet in played_in(day.after, in_play)):
        colours_settled(day, sheet)
