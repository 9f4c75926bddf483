"""Winning stakes that stay on the cloth."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "winning-stake-being-paid": _(
        "coup {coup} is being paid: {ref:stake} has won, and a stake is taken back when all payments are done"
    ),
}
