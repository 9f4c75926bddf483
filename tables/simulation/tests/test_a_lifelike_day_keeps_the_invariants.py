"""Every event of a simulated day holds what must always be true, over two days of which one hands on to the other."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.state import State
from tables.roulette.loader import get_rulebook, rulebooks
from tables.simulation.lifelike_day import lifelike_day
from tables.simulation.openings import simulated_opening
from testkit.invariants import Watch, check_day, next_day

OPENS_AT = datetime(2026, 11, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize("house", rulebooks())
def test_every_event_of_a_simulated_day_keeps_the_invariants(house: str) -> None:
    rulebook = get_rulebook(house)
    watch, handed_on = Watch(rulebook), State()
    for days in range(2):
        opens_at = OPENS_AT + timedelta(days=days)
        opening = simulated_opening(rulebook, table="SIM", day=f"{opens_at:%Y-%m-%d}")
        state, events = handed_on, []
        for told in lifelike_day(
            rulebook, opening, opens_at=opens_at, coups=40, seed=11 + days, after=handed_on
        ):
            events.append(Recorded(told.dated.event, state.version + 1, told.dated.at))
            before, state = state, evolve(state, events[-1], rulebook)
            watch.happened(before, events[-1], state)
        check_day(events, rulebook, state, handed_on)
        handed_on = next_day(state)
