"""Changes of the stays at a table: by its seats and its dealer, and by a suspension."""

from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from tables.play.evolving import Recorded
from tables.play.staff.questions import empty_seats, seats_of
from tables.play.staff.state import Incomplete, Stay
from tables.play.state import RUNNING, State
from tables.roulette.rulebook import Rulebook


def with_stays(state: State, recorded: Recorded, rulebook: Rulebook) -> State:
    """Return the stays after a change of the seats or of the dealer. A person who left returns to the same stay within
    `away_s`.
    """
    rule = rulebook.time_at_ball
    if rule is None or rule.away_s is None:
        return state
    spinner = state.spinner.id if state.spinner else None
    there = {person.id: person for person in seats_of(state).values()}
    if state.spinner is not None:
        there.setdefault(state.spinner.id, state.spinner)
    stays = []
    for stay in state.roster.stays:
        if stay.left_at is not None and (recorded.at - stay.left_at).total_seconds() >= rule.away_s:
            continue
        if there.pop(stay.person.id, None) is not None:
            stays.append(replace(stay, left_at=None, spun=stay.spun or stay.person.id == spinner))
        else:
            stays.append(replace(stay, left_at=stay.left_at or recorded.at))
    for number, person in enumerate(there.values(), start=1):
        key = f"{recorded.version}-{number}"
        stays.append(Stay(person=person, since=recorded.at, key=key, spun=person.id == spinner))
    return replace(state, roster=replace(state.roster, stays=tuple(stays)))


IN_PLAY = (*RUNNING, "paying")
"""The phases in which a coup is played: from faites vos jeux until its payments are done."""


def with_presence(state: State, recorded: Recorded, rulebook: Rulebook) -> State:
    """Return the state with the time since which the table is played without all of its staff, if its rulebook wants
    a complete staff.

    A seat that stays empty between two coups, or while play is suspended, does not count.
    """
    if rulebook.staff.present_clause is None:
        return state
    played = state.phase in IN_PLAY and state.direction.suspension is None
    lacks = played and bool(empty_seats(state, rulebook.staff))
    if lacks == (state.roster.incomplete is not None):
        return state
    since = Incomplete(since=recorded.at, version=recorded.version) if lacks else None
    return replace(state, roster=replace(state.roster, incomplete=since))


def stays_going_on(
    stays: tuple[Stay, ...],
    recorded: Recorded,
    runs_on: Callable[[datetime], bool],
    moved_on: Callable[[datetime], datetime],
) -> tuple[Stay, ...]:
    """Return the stays when play goes on: those that were not over at the suspension go on from there."""
    return tuple(
        replace(stay, since=moved_on(stay.since), key=f"{recorded.version}-{number}")
        if runs_on(stay.since)
        else stay
        for number, stay in enumerate(stays, start=1)
    )
