"""Violations: deadlines that were missed, and what came in the wrong order or was not right."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
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
    "ball-passed-early": _("{spinner} passed the ball after {minutes} minutes without notice"),
    "other-player-paid-first": _("{paid:paid} paid before {first:paid}: a player's prizes are paid together"),
    "paid-out-of-turn": _("{paid:paid} paid before {first:paid}: which comes first on the sheet"),
    "ball-unfit": _("ball {ball}, {serial}, was found unfit: it is replaced{remarks:remarks}"),
    "wheel-unfit": _("wheel {serial} was found unfit while it is played on{remarks:remarks}"),
    "chips-of-another-table": _(
        "{count} chips with the symbol {symbol} were seen with {player:player}: "
        "they are played at their own table alone"
    ),
    "more-chips-than-outstanding": _("{count} {colour} chips were presented, but {outstanding} are out"),
    "more-late-chips-than-outstanding": _(
        "{count} late {colour} chips were presented, but {outstanding} are out"
    ),
    "over-maximum-without-rule": _("{why:refusal}; this rulebook has no rule for what lies over it"),
}
