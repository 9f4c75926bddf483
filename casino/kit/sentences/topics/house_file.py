"""Casino as a file: its sections, and the data that a file does not change."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "file-too-long": _(
        "the file has {found} entries, and at most {limit} are loaded at once. Leave sections out with --without"
    ),
    "file-section-unknown": _("{section}: there is no such section; there are {sections}"),
    "file-section-malformed": _("{section} is a section with names and values"),
    "file-without-casino": _("a new casino has a section [casino]"),
    "equipment-registered-otherwise": _(
        "{serial} is registered with another {field}: an inspection changes what is written down of it, a file does not"
    ),
    "series-issued-already": _(
        "more pieces of {series} are issued than the file has: a file takes none back"
    ),
    "series-ended-already": _("{series} has ended, and does not begin again"),
}
