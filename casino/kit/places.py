"""Names of the places between which value moves."""

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _
from settlement.ledger.accounts import Account

LABELS: dict[Account, str] = {
    Account.FLOAT: _("Float"),
    Account.CASH: _("Notes at the table"),
    Account.COLOURS: _("Colours out"),
    Account.HELD: _("Held"),
    Account.CHANGE: _("Change to be made"),
    Account.SEATS: _("Seats"),
    Account.TIPS: _("Tips"),
    Account.PLAYERS: _("Players' hands"),
    Account.BANK: _("Chip bank"),
    Account.TRANSIT: _("In transit"),
    Account.COUNTED: _("Counted notes"),
    Account.DESK: _("Cash desk"),
    Account.OUTSIDE: _("Outside the casino"),
    Account.VARIANCE: _("Differences found"),
    Account.ISSUED: _("Chips issued"),
    Account.BEFORE: _("Before the record"),
}
"""The places of value, as screens name them."""


def place(account: Account) -> str:
    """Return a place, in the reader's language."""
    return gettext(LABELS[account])
