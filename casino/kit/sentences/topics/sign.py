"""The limits that a table posts."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "minimum-not-an-amount": _("the minimum {value:money} is not an amount"),
    "maximum-under-minimum": _("{bet:bet}: the maximum {value:money} is under the minimum {limit:money}"),
    "maximum-over-ratio": _(
        "{bet:bet}: the maximum is at most {ratio} times the minimum, "
        "{limit:money} for {minimum:money}, not {value:money}"
    ),
    "maximum-not-the-ratio": _(
        "{bet:bet}: the maximum is exactly {ratio} times the minimum, "
        "{limit:money} for {minimum:money}, not {value:money}"
    ),
    "maximum-over-derogation": _("{bet:bet}: the maximum is at most {limit:money}, not {value:money}"),
    "maximum-needs-derogation": _(
        "{bet:bet}: the maximum is at most {limit:money} without a derogation, not {value:money}"
    ),
}
