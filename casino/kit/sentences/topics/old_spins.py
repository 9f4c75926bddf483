"""Old permanences that are imported for the statistics of a wheel."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "old-spins-wheel-unknown": _("no wheel {serial} is registered. Register the wheel first"),
    "old-spins-missing": _("the list has no spin. Write a line for each number"),
    "old-spins-too-many": _("the list has more than {limit} spins. Split it"),
    "old-spins-imported-already": _("the file {file} is imported already"),
    "old-spin-unreadable-moment": _(
        "{entered} is not a moment. Write 20/11/2026 21:30 or 2026-11-20T21:30:00+01:00"
    ),
    "old-spin-unreadable-number": _("{entered} is not a number of a wheel. Write 0 to 36, or 00"),
    "old-spin-at-wrong-time": _("{at:date_and_time} is in the future, or before {year}. Correct the moment"),
    "old-spin-known": _("a spin of {at:date_and_time} is known already. Delete the line"),
    "old-spin-twice": _("two spins have the moment {at:date_and_time}. Correct one of them"),
    "old-spin-twice-in-file": _("line {line} has the same moment. Correct one of them"),
}
