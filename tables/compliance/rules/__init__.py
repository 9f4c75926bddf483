"""Shift rules: demands of time and sequence on a table, one small file for each matter.

A rule is a pure function. A deadline rule gives a table's open deadlines: with their begin and their due time. A
sequence rule gives the clause that an event breaks, from the state before it. Both read times and clauses from the
table's rulebook: one that demands nothing has no deadline and no breach. `judgement.py` makes events of them.
"""

from typing import get_args

from tables.compliance.rules.ball_change import BALL_CHANGE, BALL_CHANGE_UNANNOUNCED, SAME_BALL_AGAIN
from tables.compliance.rules.deadline import Audience, DeadlineRule, SequenceRule
from tables.compliance.rules.launches import (
    BALL_WITH_WHEEL,
    LAUNCH_AFTER_LAST_COUP,
    LAUNCH_BEFORE_PAYMENTS,
    LAUNCH_WHILE_SUSPENDED,
    LAUNCHES_DO_NOT_ALTERNATE,
)
from tables.compliance.rules.notice_to_control import NOTICE_TO_CONTROL
from tables.compliance.rules.paid_in_turn import PAID_OUT_OF_TURN
from tables.compliance.rules.presence import STAFF_PRESENCE
from tables.compliance.rules.rotation import BALL_NEVER_PASSED
from tables.compliance.rules.sign_confirmation import SIGN_CONFIRMATION
from tables.compliance.rules.time_at_ball import BALL_PASSED_EARLY, TIME_AT_BALL
from tables.compliance.rules.turns import TOO_FEW_TURNS
from tables.compliance.rules.unclaimed_wins import WIN_SET_ASIDE_LATE

DEADLINES: tuple[DeadlineRule, ...] = (
    BALL_CHANGE,
    TIME_AT_BALL,
    SIGN_CONFIRMATION,
    NOTICE_TO_CONTROL,
    STAFF_PRESENCE,
)

SEQUENCES: tuple[SequenceRule, ...] = (
    SAME_BALL_AGAIN,
    BALL_CHANGE_UNANNOUNCED,
    BALL_PASSED_EARLY,
    BALL_NEVER_PASSED,
    LAUNCH_WHILE_SUSPENDED,
    LAUNCH_AFTER_LAST_COUP,
    LAUNCH_BEFORE_PAYMENTS,
    BALL_WITH_WHEEL,
    LAUNCHES_DO_NOT_ALTERNATE,
    TOO_FEW_TURNS,
    PAID_OUT_OF_TURN,
    WIN_SET_ASIDE_LATE,
)


def deadline_named(name: str) -> DeadlineRule:
    """Return the deadline rule of that name. Raises KeyError if there is none."""
    return _DEADLINES[name]


def sequence_named(name: str) -> SequenceRule:
    """Return the sequence rule of that name. Raises KeyError if there is none."""
    return _SEQUENCES[name]


def rule_tells(name: str) -> tuple[Audience, ...]:
    """Return the recipients of a breach of the rule; all recipients if no deadline or sequence rule has this name."""
    rule = _DEADLINES.get(name) or _SEQUENCES.get(name)
    return rule.tell if rule else get_args(Audience)


_DEADLINES = {rule.name: rule for rule in DEADLINES}
_SEQUENCES = {rule.name: rule for rule in SEQUENCES}
