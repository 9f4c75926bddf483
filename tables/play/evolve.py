"""State folded from events: one small function for each type, none of which judges anything.

`fold` gives a day at any version; `evolve` takes it one event further. A recorded event is a fact, so nothing here
may fail on one: what could not be has been refused before it was recorded. The functions stand in `fold_day.py`,
`fold_coup.py`, `fold_result.py` and `fold_watch.py`.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tables.play import (
    fold_advances,
    fold_cash,
    fold_change,
    fold_chip_series,
    fold_colours,
    fold_corrections,
    fold_coup,
    fold_day,
    fold_direction,
    fold_held,
    fold_live,
    fold_payments,
    fold_phases,
    fold_result,
    fold_slips,
    fold_staff,
    fold_watch,
)
from tables.play.folding import STEPS, Recorded
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

__all__ = ["FOLDED_IN", "Recorded", "evolve", "fold"]

FOLDED_IN = (
    fold_day,
    fold_change,
    fold_cash,
    fold_advances,
    fold_held,
    fold_chip_series,
    fold_colours,
    fold_direction,
    fold_coup,
    fold_result,
    fold_corrections,
    fold_live,
    fold_payments,
    fold_phases,
    fold_slips,
    fold_staff,
    fold_watch,
)
"""Where the steps are: importing them registers them."""


def evolve(state: State, recorded: Recorded, rulebook: Rulebook) -> State:
    """The state after this event. `rulebook` is the one, in the version, that the day was opened under."""
    folded = STEPS[type(recorded.event)](state, recorded.event, recorded, rulebook)
    return replace(folded, version=recorded.version)


def fold(recorded: Iterable[Recorded], rulebook: Rulebook, state: State | None = None) -> State:
    """The state after all of these events, from `state` or from nothing."""
    folded = state or State()
    for each in recorded:
        folded = evolve(folded, each, rulebook)
    return folded
