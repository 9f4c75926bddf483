"""The count of the float, and chips counted by value and by series."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "float-not-counted-by-value": _(
        "the float is counted by value: whole chips, each of a value above nothing"
    ),
    "float-not-counted-by-series": _(
        "the float is counted by series: say how many chips are of {series:and_of}"
    ),
    "opening-count-after-coup": _("coup {coup} was opened already: the float is counted before the first"),
    "opening-count-after-closing-count": _(
        "the closing count was made: what the table opened with is counted no more"
    ),
    "closing-count-while-coup-runs": _("coup {coup} is running: the float is counted after the last one"),
    "closing-count-ended": _(
        "the closing count stands no more, since chips moved with {slip} after it: "
        "the float is counted again and signed by two people before the table closes"
    ),
    "float-not-counted": _("the float is counted and signed by two people before {before:moment}"),
    "float-not-counted-since": _(
        "the float is counted and signed by two people before {before:moment} "
        "(the last day closed with {closed_with:money})"
    ),
    "no-float-difference-to-explain": _("no difference of the float waits for an explanation"),
    "float-difference-explained-without-words": _(
        "the difference of the float is explained in words: say what was found"
    ),
    "float-has-other-chips": _(
        "the float was counted with other chips than were handed on, worth as much together: "
        "count it again, or explain it with two signatures, before {before:moment}"
    ),
    "float-has-more": _(
        "the float was counted {difference:money} more than was handed on: "
        "count it again, or explain it with two signatures, before {before:moment}"
    ),
    "float-has-less": _(
        "the float was counted {difference:money} less than was handed on: "
        "count it again, or explain it with two signatures, before {before:moment}"
    ),
    "opening-float-too-small": _(
        "the float is worth {value:money}; the table opens with {limit:money} at least"
    ),
    "float-counted-before-prison-ended": ngettext_noop(
        "{count} stake in prison ends with the last coup, after the float was counted: count it again",
        "{count} stakes in prison end with the last coup, after the float was counted: count it again",
        by="count",
    ),
    "chips-not-counted": _(
        "{subject:subject} has whole chips, each of a value above nothing: say how many of each"
    ),
    "series-not-counted": _(
        "{subject:subject} of series {series} has whole chips, each of a value above nothing: "
        "say how many of each"
    ),
    "series-unknown": _("{subject:subject}, series {series}: there are {known}"),
    "series-without-name": _("{subject:subject}, series without a name: there are {known}"),
    "series-none-here": _("{subject:subject}, series {series}: there are none here"),
    "series-do-not-add-up": _(
        "{subject:subject}: its series do not come to its pieces together, value by value"
    ),
}
SUBJECTS = {
    "float-count": _("the count of the float"),
    "float-difference-explained": _("the difference of the float is explained"),
}
