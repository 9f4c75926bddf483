"""Which payout sheet a table's page shows, and what it says beside the lines themselves."""

import msgspec

from casino.floor.money import counted, money
from settlement.sheets import Sheet, SheetLine, last_sheet, sheet
from tables.play.state import State

OUTCOMES = {
    "lost": "lost",
    "halved": "half returned",
    "imprisoned": "in prison",
    "still-imprisoned": "still in prison",
    "freed": "freed and returned",
    "divided": "divided",
}


class ShownSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet with its words: `moved` are the lines without a prize whose chips stay bound or go back."""

    sheet: Sheet
    moved: tuple[SheetLine, ...]
    to_pay: str
    taken: str
    overdue: bool
    """It is still to be paid while the next coup already runs."""


def shown_sheet(casino_id: int, state: State) -> ShownSheet | None:
    """The oldest coup still to be paid; else the last coup's until bets are open again. At most two queries."""
    if state.payments_open:
        oldest = state.payments_open[0]
        found = sheet(casino_id, state.table, state.day, oldest)
        return _shown(found, overdue=oldest != state.coup or state.phase != "paying") if found else None
    if state.phase != "idle" or not state.settled_bets:
        return None
    found = last_sheet(casino_id, state.table)
    return _shown(found, overdue=False) if found and found.coup == state.coup else None


def _shown(found: Sheet, *, overdue: bool) -> ShownSheet:
    lost = [line for line in found.others if line.outcome == "lost"]
    taken = sum(line.stake for line in lost)
    return ShownSheet(
        sheet=found,
        moved=tuple(line for line in found.others if line.outcome != "lost"),
        to_pay=f"{money(found.total_prize)} to pay" if found.total_prize else "Nothing to pay",
        taken=f"{counted(len(lost), 'losing bet')}, {money(taken)} taken" if lost else "",
        overdue=overdue,
    )
