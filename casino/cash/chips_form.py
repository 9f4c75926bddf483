"""What the cash desk says of its chips: counted, sold, redeemed."""

from collections.abc import Callable
from typing import Any

from casino.kit.forms.chip_counts import pieces_by_series
from casino.kit.forms.fields import Form, Unclear, text
from settlement.bank import commands as c
from settlement.bank.pieces import NO_SERIES, BySeries


def _said(form: Form) -> dict[str, Any]:
    return {"currency": text(form, "currency"), "by_series": _chips(form)}


def _chips(form: Form) -> BySeries:
    """The chips of the form. Raises Unclear, also where there are none."""
    pieces, by_series = pieces_by_series(form)
    if not any(pieces.values()):
        raise Unclear("pieces-not-entered")
    told = by_series or {text(form, "series") or NO_SERIES: pieces}
    return {series: of for series, of in told.items() if of}


COMMANDS: dict[str, Callable[[Form], c.AnyAtTheBank]] = {
    "count": lambda form: c.CountBank(**_said(form), reason=text(form, "reason")),
    "sell": lambda form: c.SellChips(**_said(form)),
    "redeem": lambda form: c.RedeemChips(**_said(form)),
}
PERMISSIONS = dict.fromkeys(COMMANDS, "bank.keep")
"""What somebody must be allowed to make each of them."""
