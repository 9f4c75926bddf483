"""A bet put right before rien ne va plus."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "moved-after-bets-closed": _(
        "bets of coup {coup} are closed: a bet is put right before rien ne va plus, "
        "and what is told after it is a dispute"
    ),
}
