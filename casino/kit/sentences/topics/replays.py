"""Won announced bets played again, and bets that are settled without a table."""

from casino.kit.sentences.marks import Listing
from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "replay-of-plain-bet": _(
        "{ref:stake} is {bet:bet}: only an announced bet is played again from its payment"
    ),
    "replay-before-first-number": _(
        "no payments are open: a won bet is played again from its payment, before that is confirmed"
    ),
    "replay-after-payment": _(
        "no payments are open of coup {coup}, the last: "
        "a won bet is played again from its payment, before that is confirmed"
    ),
    "replay-after-bets-closed": _("bets of coup {coup} are closed: no bet of coup {last} is played again"),
    "bet-was-not-settled": Listing(
        _("{ref:stake} did not lie on the cloth in coup {coup}"), _("; these did: {refs}")
    ),
    "replayed-already": _("{ref:stake} was already played again, {way:way}"),
    "replay-of-bet-over-maximum": _(
        "{ref:stake} was found over the maximum: it is settled, and not played again"
    ),
    "replay-not-open": _("{way:way} is not open to {bet:bet}; open to it: {ways:way}"),
    "no-replay-open": _("{way:way} is not open to {bet:bet}; it cannot be played again in any way"),
    "replay-of-lost-bet": _("{bet:bet} did not win on {number}: there is no payment to replay it from"),
    "payment-too-small-to-replay": _(
        "{bet:bet}: {limit:money} from {number} does not suffice for {way:way}, which takes {value:money}"
    ),
    "no-rule-on-replays": _("{rulebook} knows no way of playing a won bet again"),
    "replay-unknown": _("{way}: no way of playing a won bet again; there are {ways:way}"),
    "no-rule-on-excess": _("{rulebook} has no rule for a stake over the maximum"),
    "only-announced-bets-replayed": _("{bet:bet} is no announced bet: only those are played again"),
    "excess-not-replayed": _("what was found over the maximum is settled and not played again"),
    "no-players-in-company": _("this rulebook knows no players in company"),
    "layout-beyond-the-last": _("layout {value}: a table has layouts 1 to {limit} at most"),
    "layout-beyond-the-only-one": _("layout {value}: a table has one, layout 1"),
    "no-whole-chips": _("{bet:bet}: {value:money} is not made up of chips of {chip:money}"),
    "no-equal-pieces-in-whole-chips": _(
        "{bet:bet}: {value:money} is not made up of {pieces} equal pieces in chips of {chip:money}"
    ),
    "numbering-not-of-named-rulebook": _(
        "a wheel of {wheel} numbering: {rulebook} is played on {wheels:either}"
    ),
    "only-announced-bets-replayed-from-payment": _(
        "{bet:bet} is no announced bet: only those are played again from their payment"
    ),
}
