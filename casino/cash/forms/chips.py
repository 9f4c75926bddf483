"""Forms of the chip bank: its count, and chips sold and redeemed."""

from casino.cash.forms.steps import StepForm, Steps
from casino.kit.forms.chip_counts import pieces_by_series
from casino.kit.forms.command_form import TextField, WholeFormField
from casino.kit.forms.fields import Form, Unclear, text
from settlement.bank.commands import CountBank, RedeemChips, SellChips
from settlement.bank.pieces import UNTOLD, BySeries


def chips_by_series(form: Form) -> BySeries:
    """The chips of the form by series. Raises Unclear, also where there are none."""
    pieces, by_series = pieces_by_series(form)
    if not any(pieces.values()):
        raise Unclear("pieces-not-entered")
    known = by_series or {text(form, "series") or UNTOLD: pieces}
    return {series: of for series, of in known.items() if of}


class BankForm(StepForm):
    """Chips of one currency at the bank, by series."""

    permission = "bank.keep"
    currency = TextField()
    by_series = WholeFormField(chips_by_series)


class SellChipsForm(BankForm):
    """The cash desk sells chips to players."""

    makes = SellChips


class RedeemChipsForm(BankForm):
    """The cash desk redeems chips from players."""

    makes = RedeemChips


class CountBankForm(BankForm):
    """The chips of the bank are counted."""

    makes = CountBank
    reason = TextField()


STEPS: Steps = {"count": CountBankForm, "sell": SellChipsForm, "redeem": RedeemChipsForm}
