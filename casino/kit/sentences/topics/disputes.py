"""Disputes on a coup, and what the direction decides."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "coup-not-played-today": _("coup {coup} has not been played today; there are 1 to {last}"),
    "dispute-without-words": _("a dispute says what it is about"),
    "dispute-not-open": _("{dispute} is no dispute that waits; there are: {disputes}"),
    "dispute-decided-without-reason": _("the decision needs its reason"),
    "dispute-names-amount-for-nothing": _("nothing comes of it, but {value:money} are named"),
    "dispute-pays-nothing": _("the house pays more than nothing, not {value:money}"),
    "dispute-corrects-nothing": _("a correction names what is paid, or below zero what is given back"),
    "disputes-open": _("{disputes}: the direction decides what is disputed before the table closes"),
    "last-day-disputed": _(
        "{disputes} of {day}: the direction decides what is disputed of that day before the next"
    ),
}
SUBJECTS = {
    "dispute-decision": _("the decision of {dispute}"),
}
