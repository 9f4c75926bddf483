"""Prizes ticked off on a payout sheet: which lines are paid, and which the sheet has before them."""

from collections.abc import Collection

from settlement.sheets import Sheet
from tables.play.commands import PayDifferently, PayLines
from tables.roulette.refusal import Refused


def paying(sheet: Sheet, refs: Collection[str]) -> PayLines:
    """The payment of these bets by their sheet: each whole line, and all the lines before the last of them.

    Whether what comes before was paid already is for the table to know (pt-francesa/20, it-venezia/payment-order).
    """
    in_turn = [line for group in sheet.groups for line in group.lines if not line.unclaimed]
    paid = [line for line in in_turn if not set(refs).isdisjoint(line.refs)]
    covered = {ref for line in paid for ref in line.refs}
    last = max((line.turn or 0 for line in paid), default=0)
    return PayLines(
        coup=sheet.coup,
        refs=(*(ref for line in paid for ref in line.refs), *(ref for ref in refs if ref not in covered)),
        ahead=tuple(
            ref for line in in_turn if (line.turn or 0) < last for ref in line.refs if ref not in covered
        ),
    )


def paying_all(sheet: Sheet) -> PayLines:
    """The payment of all the lines of a sheet at once, in their order."""
    return paying(
        sheet,
        [ref for group in sheet.groups for line in group.lines for ref in line.refs if not line.unclaimed],
    )


def paying_otherwise(sheet: Sheet, ref: str, paid: int, reason: str) -> PayDifferently:
    """That for the line of this bet `paid` (minor units) left the table, and not what the sheet has. Raises Refused."""
    lines = (line for group in sheet.groups for line in group.lines if not line.unclaimed)
    line = next((line for line in lines if ref in line.refs), None)
    if line is None:
        raise Refused(f"no line of the payout sheet of coup {sheet.coup} has a prize for bet {ref or 'none'}")
    asked = paying(sheet, line.refs)
    return PayDifferently(
        coup=sheet.coup,
        refs=asked.refs,
        worked_out=line.paid_out,
        paid=paid,
        reason=reason,
        ahead=asked.ahead,
    )
