"""Chips that a seat places before it confirms."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "draft-chip-of-nothing": _("a chip of {value:money}: a stake is more than nothing"),
    "draft-chip-not-there": _("{bet:bet}: {value:money} is not there to be removed; {limit:pieces} is"),
    "no-bets-to-repeat": _("seat {seat} has no bets of a round before this one"),
    "round-not-repeated": _("the bets of round {round} are not repeated: {why:refusal}"),
    "round-not-repeated-together": _(
        "the bets of round {round} are not repeated ({bets:part}): {why:refusal}"
    ),
    "bet-repeated": _("{bet:bet} {amount:money}"),
}
