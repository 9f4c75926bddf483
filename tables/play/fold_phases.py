"""How the course of a coup folds: a ball that hangs, turns, losers cleared, prizes paid one by one."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.folding import Recorded, step
from tables.play.state import State
from tables.play.state.course import Course, PaidPrize
from tables.roulette.rulebook import Rulebook


def _with(state: State, **changes: Any) -> State:
    return replace(state, course=replace(state.course, **changes))


@step(e.BallHung)
def _ball_hung(state: State, event: e.BallHung, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, hangs_since=recorded.at)


@step(e.BallFreed)
def _ball_freed(state: State, event: e.BallFreed, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, hangs_since=None)


@step(e.TurnsCounted)
def _turns_counted(state: State, event: e.TurnsCounted, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, turns=event.turns)


@step(e.LosersCleared)
def _losers_cleared(state: State, event: e.LosersCleared, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, cleared=event.coup)


@step(e.PrizesPaid)
def _prizes_paid(state: State, event: e.PrizesPaid, recorded: Recorded, _: Rulebook) -> State:
    paid = (PaidPrize(coup=event.coup, ref=ref) for ref in event.refs)
    return _with(state, paid=(*state.course.paid, *paid))


def at_launch(course: Course, at: datetime) -> Course:
    """The course once the ball is launched, for the first time or again."""
    return replace(course, launched_at=at, turns=None, hangs_since=None, annulled=False)


def stopped(course: Course, *, annulled: bool = False) -> Course:
    """The course once the ball runs no more: its number fell, the launch failed, or the coup is `annulled`."""
    return replace(course, turns=None, hangs_since=None, annulled=annulled)


def unpaid(course: Course, coup: int, *, cleared: bool) -> Course:
    """The course without what was due of `coup` and paid one by one: it is paid as a whole, or another number stands,
    under which it is not `cleared` either."""
    return replace(
        course,
        cleared=course.cleared if cleared or course.cleared != coup else None,
        paid=tuple(prize for prize in course.paid if prize.coup != coup),
        due=tuple(prize for prize in course.due if prize.coup != coup),
    )
