"""How a coup folds on its way to its number: bets, launches, closing, null coups."""

from typing import Literal

from msgspec.structs import replace

from tables.play import events as e
from tables.play.fold_advances import staked
from tables.play.fold_live import closed_round, opened_round
from tables.play.fold_phases import at_launch, stopped
from tables.play.folding import Recorded, step
from tables.play.references import number_in
from tables.play.state import BetOnCloth, State
from tables.roulette.rulebook import Rulebook


@step(e.BetsOpened)
def _bets_opened(state: State, event: e.BetsOpened, recorded: Recorded, _: Rulebook) -> State:
    lasting = tuple(violation for violation in state.violations if violation.lasting)
    return replace(
        heard(state, event.source),
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
        reader=replace(state.reader, place_bets=False, void=()),
    )


@step(e.BetPlaced)
def _bet_placed(state: State, event: e.BetPlaced, recorded: Recorded, _: Rulebook) -> State:
    bet = BetOnCloth(
        ref=event.ref,
        player=event.player,
        bet=event.bet,
        amount=event.amount,
        distance=event.distance,
        excess=event.excess,
        layout=event.layout,
        chip=event.chip,
        colour=event.colour,
        face_value=event.face_value,
        on_behalf_of=event.on_behalf_of,
        replay_of=event.replay_of,
        stays_of=event.stays_of,
        on_advance=event.on_advance,
        late=event.late,
    )
    state = staked(state, event.on_advance, event.amount)
    return replace(state, bets=(*state.bets, bet), bets_numbered=number_in(event.ref))


@step(e.BetWithdrawn)
def _bet_withdrawn(state: State, event: e.BetWithdrawn, recorded: Recorded, _: Rulebook) -> State:
    for bet in state.bets:
        if bet.ref == event.ref:
            state = staked(state, bet.on_advance, -bet.amount)
    return replace(state, bets=tuple(bet for bet in state.bets if bet.ref != event.ref))


@step(e.LateBetSeen)
def _late_bet_seen(state: State, event: e.LateBetSeen, recorded: Recorded, _: Rulebook) -> State:
    return state


@step(e.BallLaunched)
def _ball_launched(state: State, event: e.BallLaunched, recorded: Recorded, _: Rulebook) -> State:
    launched = replace(
        heard(state, event.source),
        launches=event.launch,
        rotor_direction=event.rotor_direction,
        ball_direction=event.ball_direction,
        course=at_launch(state.course, recorded.at),
        game=event.game or state.game,
    )
    if state.phase == "bets_closed" and not state.reader.void:
        return launched
    return replace(without_void(launched), phase="launched", phase_since=recorded.at)


@step(e.DirectionsSeen)
def _directions_seen(state: State, event: e.DirectionsSeen, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        heard(state, event.source),
        rotor_direction=event.rotor_direction or state.rotor_direction,
        ball_direction=event.ball_direction or state.ball_direction,
        game=event.game or state.game,
    )


@step(e.LaunchFailed)
def _launch_failed(state: State, event: e.LaunchFailed, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        without_void(state),
        phase="betting",
        phase_since=recorded.at,
        rotor_direction=None,
        ball_direction=None,
        course=stopped(state.course),
    )


@step(e.BetsClosed)
def _bets_closed(state: State, event: e.BetsClosed, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        heard(state, event.source),
        phase="bets_closed",
        phase_since=recorded.at,
        game=event.game or state.game,
        choices=(),
        live=closed_round(state.live, recorded),
    )


def heard(state: State, source: e.Source | Literal["clock"]) -> State:
    """The reader speaks of the running coup: what it has not said about earlier ones, it will not say any more."""
    if source != "reader" or not any(past.awaits_reader for past in state.past):
        return state
    return replace(state, past=tuple(replace(past, awaits_reader=False) for past in state.past))


@step(e.VoidSeen)
def _void_seen(state: State, event: e.VoidSeen, recorded: Recorded, _: Rulebook) -> State:
    seen = replace(state, reader=replace(state.reader, name=event.reader, void=event.reasons))
    return seen if state.phase == "betting" else replace(seen, phase="bets_closed", phase_since=recorded.at)


def without_void(state: State) -> State:
    """What the reader held for void is over: launched again, annulled, or a number fell after all."""
    return replace(state, reader=replace(state.reader, void=()))


@step(e.CoupAnnulled)
def _coup_annulled(state: State, event: e.CoupAnnulled, recorded: Recorded, _: Rulebook) -> State:
    unlaunched = state.phase == "betting" and not state.launches
    return replace(
        without_void(state),
        doubted=(),
        last_direction=state.last_direction if unlaunched else state.rotor_direction,
        phase="betting",
        phase_since=recorded.at,
        rotor_direction=None,
        ball_direction=None,
        course=stopped(state.course, annulled=True),
    )
