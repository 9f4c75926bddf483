"""Closing of the casino's gaming day, and demands of a closed day on the next opening."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "house-day-changed-meanwhile": _("{day:day} was closed meanwhile: look at it"),
    "house-day-reconciled-meanwhile": _("{day:day} was explained meanwhile: look at it"),
    "no-forced-close-while-a-table-plays": _(
        "{day:day} is not closed by force while a table plays: {left:refusal}. Close the table first, as an "
        "emergency close if it must be"
    ),
    "no-forced-close-with-nothing-left": _(
        "an emergency close: nothing is left to do, so the day closes as any other"
    ),
    "forced-house-close-without-reason": _("an emergency close needs its reason"),
    "forced-house-close-unsigned": _("an emergency close: {roles:role} has to sign, and nobody did"),
    "forced-house-close-signed-by-one": _(
        "an emergency close: {roles:role} has to countersign, and nobody did"
    ),
    "table-kept-open": _("{table} is open ({keeps:refusal})"),
    "house-day-not-done": _("{day:day} is not closed: {left:refusal}"),
    "table-left-open": _("{table} is open"),
    "forced-close-to-explain": _(
        "{table} was closed in an emergency with {left:part} left open, which its next day has not explained"
    ),
    "dispute-undecided": _("{dispute} of {table} about coup {coup} is not decided"),
    "held-without-receipt": _("{held}, held at {table} since {day}, has no receipt"),
    "slip-left": _("slip {slip} of {table} is {status:slip_step}"),
    "slip-left-on-its-way": _("slip {slip} of {table} is on its way"),
    "slip-left-unreceived": _("slip {slip} of {table} has left the table and is not received"),
    "box-not-counted": _("box {box} of {table} is not counted"),
    "box-count-not-accepted": _("the count of box {box} of {table} is not accepted"),
    "box-count-higher-not-accepted": _(
        "the count of box {box} of {table}, {difference:money} more than recorded, is not accepted"
    ),
    "box-count-lower-not-accepted": _(
        "the count of box {box} of {table}, {difference:money} less than recorded, is not accepted"
    ),
    "house-close-unsigned": _("the casino's day is closed: {roles:role} has to sign, and nobody did"),
    "house-close-signed-by-one": _(
        "the casino's day is closed: {roles:role} has to countersign, and nobody did"
    ),
    "house-day-closed-before": _("{day:day} was closed before, by {by}"),
    "house-day-not-begun": _("{day:day} has not begun: today is {today:day}"),
    "house-day-without-tables": _("no table was opened on {day:day}: there is nothing to close"),
    "house-day-before-the-first": _(
        "the casino closes its days since {first:day}: {day:day} was before that"
    ),
    "earlier-house-day-open": _("{day:day} is open still: days are closed in their order"),
    "house-day-to-reconcile": _(
        "{day:day} was closed in an emergency: say first how it is reconciled, with two signatures"
    ),
    "nothing-to-reconcile": _("{day:day}: no emergency close waits for an explanation"),
    "reconciliation-without-words": _("an emergency close is explained in words: say how it is reconciled"),
    "reconciliation-unsigned": _(
        "the emergency close is explained: {roles:role} has to sign, and nobody did"
    ),
    "reconciliation-signed-by-one": _(
        "the emergency close is explained: {roles:role} has to countersign, and nobody did"
    ),
    "reason-too-long": _("the reason: {limit} characters at most are right"),
    "house-day-closed": _("the casino has closed {closed:day}: no table opens for {day} any more"),
    "house-day-to-reconcile-before-opening": _(
        "the casino's day {day:day} was closed in an emergency with this left open: {left:refusal}: say how "
        "it is reconciled, with two signatures, before a table opens"
    ),
}
