"""Violations: missed deadlines, wrong order and faults, and people's answers to them."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "spins-at-two-tables": _(
        "{name} spins at {table} and at {tables:and}: the casino's own rule allows one table"
    ),
    "ball-not-changed": _("ball {ball} not changed within {minutes} minutes"),
    "same-ball-again": _("ball {ball} was put back into play"),
    "ball-change-unannounced": _("the change was not announced"),
    "launched-before-payments": _("ball launched while payments of coup {unpaid} were open"),
    "launched-during-change": _(
        "ball launched while the change of {player:player} ({receipt}) was being made"
    ),
    "launched-before-payments-and-change": _(
        "ball launched while payments of coup {unpaid} were open and the change of {player:player} ({receipt}) "
        "was being made"
    ),
    "launched-while-suspended": _("ball launched while play was suspended"),
    "launched-after-last-coup": _("ball launched after coup {last}, which was announced as the last"),
    "ball-seen-with-wheel": _("the reader saw the ball run with the wheel"),
    "ball-with-wheel": _("ball and wheel both ran {direction:direction}"),
    "ball-does-not-alternate": _("the ball ran {direction:direction} in this launch and in the one before"),
    "launches-do-not-alternate": _(
        "the wheel ran {direction:direction} in this launch and in the one before"
    ),
    "control-not-told": _("control not told of the suspension within {minutes} minutes"),
    "sign-not-confirmed": _("the sign not confirmed changed within {minutes} minutes of the notice"),
    "too-few-turns": ngettext_noop(
        "the ball made {turns} full turn, and {least} are the least",
        "the ball made {turns} full turns, and {least} are the least",
        by="turns",
    ),
    "stayed-at-table": _(
        "{spinner}, who spins, has been at the table for {minutes} minutes and has not left it"
    ),
    "spinner-not-replaced": _("{spinner} not replaced at the ball within {minutes} minutes"),
    "win-set-aside-late": _(
        "{held}, {bet} of coup {coup}, was set aside only when the ball of a later coup ran: that is done at once"
    ),
    "played-without-staff": _("coup {coup} was played while nobody sat at {positions}"),
    "ball-passed-early-told-late": _(
        "{spinner} passed the ball after {minutes} minutes, and the inspector was told with it and not before"
    ),
    "ball-never-passed": _("{spinner} had the ball all day, through {coups} coups"),
    "ball-passed-early": _("{spinner} passed the ball after {minutes} minutes without notice"),
    "other-player-paid-first": _("{paid:paid} paid before {first:paid}: a player's prizes are paid together"),
    "paid-out-of-turn": _("{paid:paid} paid before {first:paid}: which comes first on the sheet"),
    "ball-unfit": _("ball {ball}, {serial}, was found unfit: it is replaced{remarks:remarks}"),
    "wheel-unfit": _("wheel {serial} was found unfit while it is played on{remarks:remarks}"),
    "chips-of-another-table": _(
        "{count} chips with the symbol {symbol} were seen with {player:player}: "
        "they are played at their own table alone"
    ),
    "more-chips-than-outstanding": _(
        "{count} {colour:colour} chips were presented, but {outstanding} are out"
    ),
    "more-late-chips-than-outstanding": _(
        "{count} late {colour:colour} chips were presented, but {outstanding} are out"
    ),
    "over-maximum-without-rule": _("{why:refusal}; this rulebook has no rule for what lies over it"),
    "violation-unknown": _("no violation {violation} was raised at {table} on {day}"),
    "violation-changed-meanwhile": _(
        "it was {status:violation_status} meanwhile: look at it, and say again what is still to be said"
    ),
    "violation-known-already": _("it is {status:violation_status}, and so known already: explain it"),
    "violation-still-open": _(
        "it is {status:violation_status}, and still open: only an ended one is opened again"
    ),
    "violation-ended": _("it was {status:violation_status}: an inspector may open it again, with a reason"),
    "violation-words-missing": _("say {what:violation_words}, in words"),
    "violation-words-too-long": _("{what:violation_words}: {limit} characters at most are right"),
    "acknowledgement-unsigned": _(
        "a violation is acknowledged by the staff: {roles:role} has to sign, and neither did"
    ),
    "explanation-unsigned": _(
        "a violation is explained by the staff: {roles:role} has to sign, and neither did"
    ),
    "upholding-unsigned": _(
        "a violation is upheld by an inspector: {roles:role} has to sign, and neither did"
    ),
    "dismissal-unsigned": _(
        "a violation is dismissed by an inspector: {roles:role} has to sign, and neither did"
    ),
    "reopening-unsigned": _(
        "a violation is opened again by an inspector: {roles:role} has to sign, and neither did"
    ),
    "event-without-table": _("say at which table the event is"),
    "finding-unsigned": _("an inspector raises and closes it: {roles:role} has to sign, and neither did"),
    "finding-answer-unsigned": _("the casino answers it: {roles:role} has to sign, and neither did"),
    "finding-unknown": _("the day has no finding {finding}"),
    "finding-closed": _("finding {finding} is closed: raise another one"),
    "finding-words-missing": _("say it in words"),
    "finding-words-too-long": _("{limit} characters at most are right"),
    "report-day-not-begun": _("{day:day} has not begun, and has no report to review; today is {today:day}"),
    "report-unsigned": _("the report is signed for that side by {roles:role}, and neither did"),
    "report-signed-by-one": _(
        "{name} has signed the report for the other side. Another person signs it for this side"
    ),
    "report-changed-meanwhile": _(
        "something happened since the page was made that the report tells of: look at it, and sign again"
    ),
    "report-signed-already": _("the report is signed for that side as it stands"),
}
