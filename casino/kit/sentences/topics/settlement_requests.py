"""Bets that are worked out without a table: in a settlement request, or played again on the command line."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-rule-on-excess": _("{rulebook} has no rule for a stake over the maximum"),
    "over-maximum-for-the-player": _("{over:refusal}, with all that is staked there for {player:player}"),
    "over-maximum-of-the-company": _(
        "{over:refusal}, with what is staked there in company with {player:player}"
    ),
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
    "number-not-on-asked-wheel": _("{number} is not on this wheel; its numbers are {lowest} to {highest}"),
    "only-announced-bets-replayed-from-payment": _(
        "{bet:bet} is no announced bet: only those are played again from their payment"
    ),
}
