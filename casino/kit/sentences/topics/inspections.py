"""Inspection sheets that cannot be keyed in as they are, and the draw of a month's videos."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "inspection-sheet-unsigned": _("an inspector keys it in: {roles:role} has to sign, and neither did"),
    "inspection-keyed-in-by-counter": _(
        "{name} keys it in, so somebody else must have counted: a sheet has two people behind it"
    ),
    "inspection-counter-missing": _("say who counted: choose somebody, or write the name"),
    "inspection-counter-twice": _("say once who counted: choose somebody, or write the name, not both"),
    "inspection-moment-missing": _("say when it was done: the date and the time on the sheet"),
    "inspection-done-later": _("that moment is still to come: a sheet says when it was done"),
    "inspection-of-a-day-to-come": _("this gaming day has not begun: its sheets are keyed in afterwards"),
    "inspection-of-another-kind": _("these figures are of another kind of sheet"),
    "inspection-of-no-table": _("the casino has no table {table}"),
    "inspection-unknown": _("{table} has no sheet {number} of this kind on {day}"),
    "inspection-changed-meanwhile": _("the sheet was corrected meanwhile: look at it, and send again"),
    "inspection-not-counted": _("say how many chips were counted, of one value at least"),
    "inspection-value-unknown": _("there are no chips of {value:money} here; there are {known:money}"),
    "inspection-seen-missing": _("say how the table was found: open, closed, or closed and not explained"),
    "inspection-minimum-missing": _("an open table shows a minimum: say which one was seen"),
    "inspection-minimum-over-maximum": _(
        "the minimum {minimum:money} is over the maximum {maximum:money}: look at the sheet again"
    ),
    "inspection-balance-missing": _("say the balance that was counted, 0 where there was none"),
    "inspection-adjustment-without-reason": _("an adjustment has a reason: say it in words"),
    "inspection-recording-missing": _("say which recording was seen"),
    "inspection-minutes-missing": _("say how many minutes of it were seen, 1 at least"),
    "inspection-drop-missing": _("say the drop that was seen, 0 where there was none"),
    "inspection-correction-without-reason": _("a correction has a reason: say it in words"),
    "inspection-correction-changes-nothing": _("that is what the sheet says already: nothing was corrected"),
    "inspection-words-too-long": _("{limit} characters at most are right, and these are {value}"),
    "inspection-share-missing": _("say the share of the tables in per cent"),
    "video-plan-drawn-already": _("this month was drawn already: one draw stands for it"),
    "video-plan-of-another-month": _("a draw is of the month that goes on, or of the one before it"),
    "video-plan-share": _("the share of the tables is from 1 to {limit} per cent, not {value}"),
    "video-plan-without-tables": _("the casino has no table to draw from: register one first"),
}
