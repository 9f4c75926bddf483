"""The staff evolves: seats, the dealer, breaks."""

from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.evolving import Recorded, evolves
from tables.play.staff.state import Excused, OnBreak
from tables.play.staff.transitions import with_stays
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def _with(state: State, **changes: Any) -> State:
    return replace(state, roster=replace(state.roster, **changes))


@evolves(e.StaffChanged)
def _staff_changed(state: State, event: e.StaffChanged, recorded: Recorded, rulebook: Rulebook) -> State:
    seats = dict(state.staff if event.layout == 1 else state.roster.second)
    if event.person is None:
        seats.pop(event.position, None)
    else:
        seats[event.position] = event.person
    seated = replace(state, staff=seats) if event.layout == 1 else _with(state, second=seats)
    return with_stays(seated, recorded, rulebook)


@evolves(e.SpinnerChanged)
def _spinner_changed(state: State, event: e.SpinnerChanged, recorded: Recorded, rulebook: Rulebook) -> State:
    spins = replace(state, spinner=event.person, spinner_since=recorded.at if event.person else None)
    return with_stays(_with(spins, spinner_version=recorded.version, excused=None), recorded, rulebook)


@evolves(e.TimeAtBallExcused)
def _time_at_ball_excused(state: State, event: e.TimeAtBallExcused, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, excused=Excused(kind=event.kind, words=event.words, since=recorded.at))


@evolves(e.BreakBegun)
def _break_begun(state: State, event: e.BreakBegun, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, breaks=(*state.roster.breaks, OnBreak(person=event.person, since=recorded.at)))


@evolves(e.BreakEnded)
def _break_ended(state: State, event: e.BreakEnded, recorded: Recorded, _: Rulebook) -> State:
    resting = tuple(each for each in state.roster.breaks if each.person.id != event.person.id)
    return _with(state, breaks=resting)
