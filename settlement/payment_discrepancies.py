"""Payments that differ from a payout sheet, noted there with their decisions; and chips of colours.

`tables.play.colours.chips_out` counts how many chips of a colour are out at the table. A prize beyond the chips that
the table has of a colour was paid in chips with a face value, so the table owes nothing for those.
"""

from typing import Any

import msgspec

from settlement.models import PayoutSheet
from settlement.table_day import TableDay
from tables.play import events as e
from tables.play.colours.chips_out import all_chips_out, chips_played
from tables.stream.event import RecordedEvent

COPIED = (
    "difference",
    "refs",
    "player",
    "bet",
    "worked_out",
    "paid",
    "reason",
    "because",
    "code",
    "parameters",
)
Differing = e.PaymentDiffered | e.PaymentDifferenceDecided | e.PaymentDifferenceUndone


def payment_differed(day: TableDay, event: e.PaymentDiffered, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        recorded_fields = msgspec.to_builtins(event)
        noted = {name: recorded_fields[name] for name in COPIED} | {
            "outcome": "",
            "amount": 0,
            "decision": "",
            "undone_because": "",
        }
        sheet.differences = [*sheet.differences, noted]
        day.sheet_changed(sheet)
        _colours_follow(day, sheet, event)


def difference_decided(day: TableDay, event: e.PaymentDifferenceDecided, recorded: RecordedEvent) -> None:
    _note(day, event, outcome=event.outcome, amount=event.amount, decision=event.reason)


def difference_undone(day: TableDay, event: e.PaymentDifferenceUndone, recorded: RecordedEvent) -> None:
    """Mark the discrepancy on the sheet as undone, with its reason; an earlier decision does not matter."""
    _note(day, event, outcome="undone", amount=0, decision="", undone_because=event.because)


def _note(day: TableDay, event: e.PaymentDifferenceDecided | e.PaymentDifferenceUndone, **noted: Any) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        sheet.differences = [
            each | noted if each["difference"] == event.difference else each for each in sheet.differences
        ]
        day.sheet_changed(sheet)
        _colours_follow(day, sheet, event)


def _colours_follow(day: TableDay, sheet: PayoutSheet, event: Differing) -> None:
    """Update the chips of colours after a discrepancy paid in them: they pay the prizes of the last coup."""
    if not day.is_last(sheet):
        return
    refs = next((each["refs"] for each in sheet.differences if each["difference"] == event.difference), ())
    if any(day.after.colours.laid(event.colour, ref) for ref in refs):
        colours_settled(day, sheet)


def colours_settled(day: TableDay, sheet: PayoutSheet) -> None:
    """Note on the sheet of the last coup the change of its players' chips of colours.

    The effect of a coup on the chips ends once the next one is settled or its colour is another's: a later change is
    paid in chips with a face value.
    """
    table = day.after
    colours = {stake["colour"] for stake in sheet.stakes if stake.get("colour") and stake.get("chip")}
    if not colours:
        return
    out, worth = all_chips_out(table, day.rulebook), chips_played(table)
    before = {each.colour: each.chips for each in table.colours.in_play}
    for colour in colours:
        if colour in worth:
            sheet.in_colours[colour] = (out[colour] - before[colour]) * worth[colour]
        else:
            sheet.in_colours.setdefault(colour, 0)
