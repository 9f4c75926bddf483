"""Chips counted by value and by series."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
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
