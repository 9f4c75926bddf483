"""Bets for the next coup while the last one is being paid."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "losers-not-cleared": _("the losing chips of coup {coup} are not cleared yet: new bets come then"),
    "combination-being-paid": _(
        "{bet:bet} has won coup {coup} with {number}, which is being paid: "
        "a new bet comes there when all payments are done"
    ),
}
