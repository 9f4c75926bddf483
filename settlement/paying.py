"""Which bets a payment covers by their payout sheet: whole lines, in the order of payment."""

from collections.abc import Collection

from settlement.sheet_lines import SheetLine
from settlement.sheets import Sheet
from tables.roulette.refusal import Refused


def whole_lines(sheet: Sheet, refs: Collection[str]) -> tuple[str, ...]:
    """The bets of all lines that these bets are part of; what is on no line of the sheet comes last."""
    paid = tuple(
        ref for line in _to_be_paid(sheet) if not set(refs).isdisjoint(line.refs) for ref in line.refs
    )
    return (*paid, *(ref for ref in refs if ref not in paid))


def all_lines(sheet: Sheet) -> tuple[str, ...]:
    """The bets of all lines of a sheet that are to be paid."""
    return tuple(ref for line in _to_be_paid(sheet) for ref in line.refs)


def line_of(sheet: Sheet, ref: str) -> tuple[str, ...]:
    """The bets of the line that has a prize for this bet. Raises Refused where there is none."""
    line = next((line for line in _to_be_paid(sheet) if ref in line.refs), None)
    if line is None:
        if not ref:
            raise Refused("no-prize-without-bet", coup=sheet.coup)
        raise Refused("no-prize-for-bet", coup=sheet.coup, ref=ref)
    return line.refs


def _to_be_paid(sheet: Sheet) -> list[SheetLine]:
    return [line for group in sheet.groups for line in group.lines if not line.unclaimed]
