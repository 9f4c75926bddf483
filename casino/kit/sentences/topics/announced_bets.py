"""Amounts that do not divide into the chips of a bet."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "amount-does-not-divide": _(
        "{bet:bet}: {value:money} does not divide into {pieces} chips; {right:refusal}"
    ),
    "no-amount-fits": _("no amount does at this table"),
    "largest-that-fits": _("{amount:pieces} is the largest that does"),
    "smallest-that-fits": _("{amount:pieces} is the smallest that does"),
    "nearest-that-fit": _("{below:pieces} and {above:pieces} do"),
}
