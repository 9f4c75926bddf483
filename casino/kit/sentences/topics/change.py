"""Change at the table: handed in, served, paid out or given back, and claims about it."""

from casino.kit.sentences.marks import Listing
from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-rule-on-change": _("{rulebook} has no rule on change at the table: none is recorded here"),
    "change-without-player": _("change needs its player: a seat, a colour or an alias"),
    "change-of-nothing": _(
        "nothing is handed in for change: say how many pieces of each value, all above nothing"
    ),
    "change-into-nothing": _(
        "nothing is wanted for it: say how many pieces of each value, all above nothing"
    ),
    "change-paid-with-nothing": _(
        "nothing is paid out: say how many pieces of each value, all above nothing"
    ),
    "change-being-made": _("the change of {player:player} ({receipt}) is being made: finish it first"),
    "no-change-waits": _("nothing waits to be changed"),
    "change-of-ended-series": _(
        "chips of series {series} ({receipt}): that series has ended, "
        "the cash desk alone exchanges it; give them back"
    ),
    "no-change-being-made": _("no change is being made: serve what waits first"),
    "change-too-much": _("{value:money} for {limit:money} handed in: {by:money} too much"),
    "change-too-little": _("{value:money} for {limit:money} handed in: {by:money} too little"),
    "change-not-open": _("change {change} is not open; open: {open}"),
    "change-open": _("change {receipts} is open: pay it out, or give back what was handed in"),
    "claim-without-words": _("a claim says what was not right"),
    "claim-answer-without-words": _("the answer to a claim needs its words"),
    "claim-not-open": Listing(_("claim {claim} does not wait for an answer"), _("; these do: {open}")),
    "receipt-unknown": _("{receipt} is no receipt of this table; one reads {right}"),
    "receipt-missing": _("nothing is no receipt of this table; one reads {right}"),
}
