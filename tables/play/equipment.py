"""The ball in play and who spins it."""

import math
from datetime import datetime, timedelta

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import OpenViolation, State
from tables.play.violations import violation
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import BallChangeRule, Rulebook

BALL_CHANGE = "ball-change"


def change_ball(state: State, command: c.ChangeBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Records the change of ball, judges whether it came in time and ends a violation that waited for it."""
    names = [ball.name for ball in state.balls]
    others = [name for name in names if name != state.ball]
    ball = command.ball or (others[0] if others else "")
    if ball not in names:
        raise Refused(f"ball {ball or '?'} is not one of this table's: {', '.join(names)}")
    yield Dated(e.BallChanged(ball=ball, previous=state.ball, announced=command.announced), at)
    rule = rulebook.ball_change
    if rule is None or state.ball_since is None:
        return
    if rule.alternate and ball == state.ball:
        yield violation(state, "same-ball-again", rule.clause, f"ball {ball} was put back into play", at)
    if rule.announced and not command.announced:
        yield violation(state, "ball-change-unannounced", rule.clause, "the change was not announced", at)
    yield from _end_deadline(state, rule, at)


def _end_deadline(state: State, rule: BallChangeRule, at: datetime) -> Decision:
    """A change that came late is a violation from the moment it was due, also if no sweep saw it in between."""
    yield from missed_change(state, rule, at)
    due_at = ball_due_at(state, rule)
    standing = _standing(state)
    if standing is None and at <= due_at:
        return
    yield Dated(
        e.ViolationResolved(
            violation=standing.violation if standing else overdue_name(state),
            rule=BALL_CHANGE,
            clause=rule.clause,
            late_s=max(math.ceil((at - due_at).total_seconds()), 0),
        ),
        at,
    )


def missed_change(state: State, rule: BallChangeRule, at: datetime) -> Decision:
    """The violation of a change that was due before `at`, unless it is already raised."""
    due_at = ball_due_at(state, rule)
    if at > due_at and _standing(state) is None:
        yield _overdue(state, rule, due_at)


def _standing(state: State) -> OpenViolation | None:
    return next((each for each in state.violations if each.rule == BALL_CHANGE), None)


def ball_due_at(state: State, rule: BallChangeRule) -> datetime:
    """When the ball in play must be changed at the latest."""
    if state.ball_since is None:
        raise ValueError("no ball is in play")
    return state.ball_since + timedelta(seconds=rule.every_s)


def overdue_name(state: State) -> str:
    """The violation's name: one for each case, however often it is seen."""
    return f"{BALL_CHANGE}-{state.ball_version}"


def _overdue(state: State, rule: BallChangeRule, due_at: datetime) -> Dated:
    return Dated(
        e.ViolationRaised(
            violation=overdue_name(state),
            rule=BALL_CHANGE,
            clause=rule.clause,
            detail=f"ball {state.ball} not changed within {rule.every_s // 60} minutes",
            due_at=due_at,
        ),
        due_at,
    )


def pass_deadline(state: State, command: c.PassDeadline, rulebook: Rulebook, at: datetime) -> Decision:
    """Records once that a ball change is near or was missed; a case that is closed by now makes no event."""
    rule = rulebook.ball_change
    if command.rule != BALL_CHANGE or rule is None:
        raise Refused(f"{command.rule}: this rulebook has no such deadline")
    if state.phase == "closed" or state.ball_version != command.opened_version:
        return
    if state.ball_since is None:
        return
    due_at = ball_due_at(state, rule)
    if command.stage == "overdue":
        if at >= due_at and _standing(state) is None:
            yield _overdue(state, rule, due_at)
    elif not state.ball_warned:
        warn_at = due_at - timedelta(seconds=rule.warn_before_s)
        if at >= warn_at:
            yield Dated(
                e.DeadlineWarned(
                    rule=BALL_CHANGE, clause=rule.clause, opened_at=state.ball_since, due_at=due_at
                ),
                warn_at,
            )


def change_spinner(state: State, command: c.ChangeSpinner, rulebook: Rulebook, at: datetime) -> Decision:
    """Records who spins from now on."""
    if state.spinner == command.person:
        return
    yield Dated(e.SpinnerChanged(person=command.person, previous=state.spinner), at)
