"""A coup evolves on its way to its number: bets, launches, closing, null coups, prizes paid one by one."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash.transitions import staked
from tables.play.coup.questions import ball_ran
from tables.play.coup.state import Course, PaidPrize
from tables.play.coup.transitions import heard, stopped
from tables.play.evolving import Recorded, evolves
from tables.play.live.state import closed_round, opened_round
from tables.play.reader.transitions import (
    ready_for_bets,
    reports_brought_forward,
    with_reader,
    without_void,
)
from tables.play.references import number_in
from tables.play.result.transitions import brought_forward
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.BetsOpened)
def _bets_opened(state: State, event: e.BetsOpened, recorded: Recorded, _: Rulebook) -> State:
    lasting = tuple(violation for violation in state.violations if violation.lasting)
    return replace(
        ready_for_bets(heard(state, event.source)),
        phase="betting",
        phase_since=recorded.at,
        coup=event.coup,
        launches=0,
        game=event.game,
        rotor_direction=None,
        ball_direction=None,
        course=stopped(state.course),
        violations=lasting,
        live=opened_round(state.live, event),
    )


@evolves(e.BetPlaced)
def _bet_placed(state: State, event: e.BetPlaced, recorded: Recorded, _: Rulebook) -> State:
    state = staked(state, event.on_advance, event.amount)
    return replace(state, bets=(*state.bets, event.as_laid), bets_numbered=number_in(event.ref))


@evolves(e.BetWithdrawn)
def _bet_withdrawn(state: State, event: e.BetWithdrawn, recorded: Recorded, _: Rulebook) -> State:
    for bet in state.bets:
        if bet.ref == event.ref:
            state = staked(state, bet.on_advance, -bet.amount)
    return replace(state, bets=tuple(bet for bet in state.bets if bet.ref != event.ref))


@evolves(e.BallLaunched)
def _ball_launched(state: State, event: e.BallLaunched, recorded: Recorded, _: Rulebook) -> State:
    launched = replace(
        heard(state, event.source),
        launches=event.launch,
        rotor_direction=event.rotor_direction,
        ball_direction=event.ball_direction,
        course=at_launch(state.course, recorded.at),
        game=event.game or state.game,
        dismissed=(),
    )
    if state.phase == "bets_closed" and not state.void:
        return launched
    return replace(without_void(launched), phase="launched", phase_since=recorded.at)


@evolves(e.DirectionsSeen)
def _directions_seen(state: State, event: e.DirectionsSeen, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        heard(state, event.source),
        rotor_direction=event.rotor_direction or state.rotor_direction,
        ball_direction=event.ball_direction or state.ball_direction,
        game=event.game or state.game,
    )


@evolves(e.LaunchFailed)
def _launch_failed(state: State, event: e.LaunchFailed, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        without_void(state),
        phase="betting",
        phase_since=recorded.at,
        rotor_direction=None,
        ball_direction=None,
        course=stopped(state.course),
    )


@evolves(e.BetsClosed)
def _bets_closed(state: State, event: e.BetsClosed, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        heard(state, event.source),
        phase="bets_closed",
        phase_since=recorded.at,
        game=event.game or state.game,
        choices=(),
        live=closed_round(state.live, recorded.at),
    )


@evolves(e.VoidSeen)
def _void_seen(state: State, event: e.VoidSeen, recorded: Recorded, _: Rulebook) -> State:
    seen = with_reader(state, event.reader, void=event.reasons)
    return seen if state.phase == "betting" else replace(seen, phase="bets_closed", phase_since=recorded.at)


@evolves(e.CoupAnnulled)
def _coup_annulled(state: State, event: e.CoupAnnulled, recorded: Recorded, _: Rulebook) -> State:
    unlaunched = state.phase == "betting" and not state.launches
    return replace(
        reports_brought_forward(without_void(state), event.coup),
        doubted=brought_forward(state, event.coup),
        last_direction=state.last_direction if unlaunched else state.rotor_direction,
        last_ball_direction=state.last_ball_direction if unlaunched else ball_ran(state),
        phase="betting",
        phase_since=recorded.at,
        rotor_direction=None,
        ball_direction=None,
        course=stopped(state.course, annulled=True),
    )


def _with(state: State, **changes: Any) -> State:
    return replace(state, course=replace(state.course, **changes))


@evolves(e.BallHung)
def _ball_hung(state: State, event: e.BallHung, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, hangs_since=recorded.at)


@evolves(e.BallFreed)
def _ball_freed(state: State, event: e.BallFreed, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, hangs_since=None)


@evolves(e.TurnsCounted)
def _turns_counted(state: State, event: e.TurnsCounted, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, turns=event.turns)


@evolves(e.LosersCleared)
def _losers_cleared(state: State, event: e.LosersCleared, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, cleared=event.coup)


@evolves(e.PrizesPaid)
def _prizes_paid(state: State, event: e.PrizesPaid, recorded: Recorded, _: Rulebook) -> State:
    paid = (PaidPrize(coup=event.coup, ref=ref) for ref in event.refs)
    return _with(state, paid=(*state.course.paid, *paid))


def at_launch(course: Course, at: datetime) -> Course:
    """Return the course once the ball is launched, for the first time or again."""
    return replace(course, launched_at=at, turns=None, hangs_since=None, annulled=False)
