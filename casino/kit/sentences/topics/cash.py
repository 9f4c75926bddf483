"""Cash that is taken at the table, and the tips of its staff."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "cash-comes-with-seat": _("cash is taken here when a seat buys in: record that"),
    "cash-of-nothing": _("cash is taken in whole notes: say which, or what they come to"),
    "no-cash-taken-in-event": _(
        "cash is corrected: event {event} is none that took cash since the last box left; there are: {events}"
    ),
    "cash-corrected-to-same": _("cash is corrected: event {event} has {total:money} already"),
    "cash-corrected-without-reason": _("cash is corrected with a reason: say what was recorded wrongly"),
    "cash-reason-too-long": _("cash is corrected: a reason has {limit} letters at most"),
    "tips-without-shift": _("tips are counted of a shift: name it in {letters} letters at most"),
    "tips-counted-already": _(
        "tips of {shift} are counted already ({total:money}): say why they are counted again"
    ),
    "tips-reason-too-long": _("tips of {shift}: a reason has {limit} letters at most"),
    "told-in-no-whole-pieces": _(
        "{subject:subject} in whole pieces, each of a value above nothing: say how many of each"
    ),
    "pieces-do-not-come-to-total": _(
        "{subject:subject}: the pieces come to {worth:money}, and {total:money} is told beside them"
    ),
}
SUBJECTS = {
    "cash-taken": _("cash is taken"),
    "cash-corrected": _("cash is corrected"),
    "tips": _("tips of {shift}"),
    "tips-counted": _("tips of {shift} are counted"),
}
