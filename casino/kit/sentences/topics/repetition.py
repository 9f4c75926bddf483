"""Announced bets that are to be repeated aloud."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "bet-not-repeated": _("{bet:bet}: {missing:repeater} must repeat it aloud before it counts"),
}
