"""Change evolves: waiting, being made, done; and claims until they are answered."""

from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash.transitions import notes_came
from tables.play.change.state import Change, Claim, Counted
from tables.play.evolving import Recorded, evolves
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def _with(state: State, **changes: Any) -> State:
    return replace(state, change=replace(state.change, **changes))


@evolves(e.ChangeRequested)
def _change_requested(state: State, event: e.ChangeRequested, recorded: Recorded, _: Rulebook) -> State:
    change = Change(
        number=event.number,
        receipt=event.receipt,
        player=event.player,
        handed=event.handed,
        given=_counted(event.given),
        total=event.total,
        wanted=_counted(event.wanted),
        since=recorded.at,
        series=event.series,
    )
    return _with(state, waiting=(*state.change.waiting, change), numbered=event.number)


@evolves(e.ChangeBegun)
def _change_begun(state: State, event: e.ChangeBegun, recorded: Recorded, _: Rulebook) -> State:
    begun = next(each for each in state.change.waiting if each.number == event.number)
    left = tuple(each for each in state.change.waiting if each.number != event.number)
    return _with(state, waiting=left, serving=replace(begun, begun_at=recorded.at))


@evolves(e.ChangeFinished)
def _change_finished(state: State, event: e.ChangeFinished, recorded: Recorded, _: Rulebook) -> State:
    serving = state.change.serving
    if serving is not None and serving.handed == "notes":
        state = notes_came(state, event.total)
    return _with(state, serving=None)


@evolves(e.ChangeGivenBack)
def _change_given_back(state: State, event: e.ChangeGivenBack, recorded: Recorded, _: Rulebook) -> State:
    serving = state.change.serving
    if serving is not None and serving.number == event.number:
        return _with(state, serving=None)
    return _with(state, waiting=tuple(each for each in state.change.waiting if each.number != event.number))


@evolves(e.ChangeClaimed)
def _change_claimed(state: State, event: e.ChangeClaimed, recorded: Recorded, _: Rulebook) -> State:
    claim = Claim(
        claim=event.claim,
        receipt=event.receipt,
        what=event.what,
        in_time=event.in_time,
        since=recorded.at,
        clause=event.clause,
    )
    return _with(state, claims=(*state.change.claims, claim), claims_numbered=event.claim)


@evolves(e.ClaimAnswered)
def _claim_answered(state: State, event: e.ClaimAnswered, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, claims=tuple(each for each in state.change.claims if each.claim != event.claim))


def _counted(pieces: e.Pieces) -> Counted:
    return tuple(sorted(pieces.items(), reverse=True))
