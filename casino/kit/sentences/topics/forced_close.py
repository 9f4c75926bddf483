"""A close under pressure: who signs it, and its explanation."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-forced-close-to-explain": _("no close under pressure waits for an explanation"),
    "forced-close-explained-without-words": _(
        "the close under pressure is explained in words: say how it was reconciled"
    ),
    "forced-close-not-explained": _(
        "{day} was closed under pressure with {left:part} left open: "
        "say how it was reconciled, with two signatures, before {before:moment}"
    ),
    "forced-close-without-reason": _("a close under pressure needs its reason"),
    "forced-close-not-ordered": _("a close under pressure is ordered by the pit boss, who has not signed"),
    "forced-close-not-countersigned": _(
        "a close under pressure: "
        "the games inspector, the public controller or the chef de table has not signed beside"
    ),
    "slip-left-open": _("slip {slip}"),
    "box-left-open": _("box {serial}"),
    "notes-left-open": _("{amount:money} in notes, in no box"),
    "closing-count-left-open": _("the closing count of the float"),
    "float-left-with-more": _("the float, counted {difference:money} more than was handed on"),
    "float-left-with-less": _("the float, counted {difference:money} less than was handed on"),
    "float-left-with-other-chips": _(
        "the float, counted with other chips than were handed on, worth as much together"
    ),
    "colour-chips-left-open": _("{count} {colour} chips of {player}"),
    "recorded-in-words": _("{words}"),
}
SUBJECTS = {
    "forced-close-explained": _("the close under pressure is explained"),
}
