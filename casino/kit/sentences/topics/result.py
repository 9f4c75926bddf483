"""The number of a coup, and two numbers reported for one."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-number-of-coup": _("no number of coup {coup} is at hand, to be confirmed or contradicted"),
    "number-not-on-wheel": _("{value} is not on this wheel; its numbers are 0 to {highest}"),
    "no-number-disputed": _("no two numbers stand against each other"),
    "number-not-reported": _("{value} was not reported by anybody for coup {coup}; {numbers:and} were"),
    "number-decided-without-reason": _("the decision needs its reason"),
}
