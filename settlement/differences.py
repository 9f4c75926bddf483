"""What was paid otherwise than a payout sheet has it, noted there with what was decided about it."""

import msgspec

from settlement.table_day import TableDay
from tables.play import events as e
from tables.stream.event import RecordedEvent

SAID = ("difference", "refs", "player", "bet", "worked_out", "paid", "reason", "because")


def payment_differed(day: TableDay, event: e.PaymentDiffered, recorded: RecordedEvent) -> None:
    """It stands on the sheet as open."""
    sheet = day.sheet(event.coup)
    if sheet is not None:
        said = msgspec.to_builtins(event)
        noted = {name: said[name] for name in SAID} | {"outcome": "", "amount": 0, "decision": ""}
        sheet.differences = [*sheet.differences, noted]
        day.sheet_changed(sheet)


def difference_decided(day: TableDay, event: e.PaymentDifferenceDecided, recorded: RecordedEvent) -> None:
    """It stands on the sheet with what was decided."""
    sheet = day.sheet(event.coup)
    if sheet is not None:
        decided = {"outcome": event.outcome, "amount": event.amount, "decision": event.reason}
        sheet.differences = [
            each | decided if each["difference"] == event.difference else each for each in sheet.differences
        ]
        day.sheet_changed(sheet)
