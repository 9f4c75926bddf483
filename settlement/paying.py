"""Prizes ticked off on a payout sheet: which lines are paid, and which the sheet has before them."""

from collections.abc import Collection

from settlement.sheets import Sheet
from tables.play.commands import PayLines


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
