"""What a table does not open, go on or close with."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "table-not-open": _("the table is not open"),
    "table-closed": _("{table} was closed for {day}"),
    "two-numbers-reported": _("two numbers are reported for coup {coup}; the chief decides first"),
    "number-to-confirm": _("{number} waits to be confirmed as the number of coup {coup}"),
    "payments-open": _("payments of coup {coups} are still open"),
    "bets-on-cloth": ngettext_noop(
        "{count} bet lies on the cloth; play the coup or withdraw it",
        "{count} bets lie on the cloth; play the coup or withdraw them",
        by="count",
    ),
    "closed-while-coup-runs": _("coup {coup} is running; the table closes between coups"),
    "nothing-left-open": _("a close under pressure: nothing is left open, so the table closes as on any day"),
}
