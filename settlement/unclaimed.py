"""Unclaimed wins of a coup, noted on its payout sheet: their lines are not to be paid there.

The sheet is that of the coup in which the bet won, on whichever day it ends.
"""

from typing import Any

from settlement.models import PayoutSheet
from settlement.table_day import TableDay
from tables.play import events as e
from tables.stream.event import RecordedEvent


def win_unclaimed(day: TableDay, event: e.WinUnclaimed, recorded: RecordedEvent) -> None:
    _note(day, event.held, standing="waits", until_coup=event.held.until_coup)


def held_set_aside(day: TableDay, event: e.HeldSetAside, recorded: RecordedEvent) -> None:
    _note(day, event.held, standing="set aside")


def held_claimed(day: TableDay, event: e.HeldClaimed, recorded: RecordedEvent) -> None:
    _note(day, event.held, standing="claimed")


def held_paid_in(day: TableDay, event: e.HeldPaidIn, recorded: RecordedEvent) -> None:
    _note(day, event.held, standing="paid in")


def held_ended(day: TableDay, event: e.HeldEnded, recorded: RecordedEvent) -> None:
    _note(day, event.held, standing="ended")


def held_undone(day: TableDay, event: e.HeldUndone, recorded: RecordedEvent) -> None:
    sheet = _sheet(day, event.held)
    if sheet is not None:
        for ref in event.held.bets:
            sheet.unclaimed.pop(ref, None)
        day.sheet_changed(sheet)


def _note(day: TableDay, held: e.HeldStake, **how: Any) -> None:
    sheet = _sheet(day, held)
    if sheet is not None:
        noted = {"held": held.ref, "clause": held.clause, **how}
        sheet.unclaimed |= dict.fromkeys(held.bets, noted)
        day.sheet_changed(sheet)


def _sheet(day: TableDay, held: e.HeldStake) -> PayoutSheet | None:
    """The sheet of the coup that it won in; None for a stake that was taken off the cloth before its number."""
    if held.kind == "stake":
        return None
    return day.sheet(held.coup, day=held.day)
