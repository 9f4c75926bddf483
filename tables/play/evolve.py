"""State evolved from events: one small function for each type, none of which judges anything.

`evolve_recorded` gives a day at any version; `evolve` takes it one event further. A recorded event is a fact, so
nothing here may fail on one: impossible things were refused before they were recorded. Each package evolves its own
events.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash import evolve as cash
from tables.play.change import evolve as change
from tables.play.colours import evolve as colours
from tables.play.coup import evolve as coup
from tables.play.day import evolve as day
from tables.play.direction import evolve as direction
from tables.play.dispute import evolve as dispute
from tables.play.equipment import evolve as equipment
from tables.play.evolving import Evolver, Recorded, evolves
from tables.play.held import evolve as held
from tables.play.limits.transitions import with_excess_marked
from tables.play.live import evolve as live
from tables.play.payment import evolve as payment
from tables.play.pending import PendingEvent
from tables.play.reader import evolve as reader
from tables.play.result import evolve as result
from tables.play.slips import evolve as slips
from tables.play.staff import evolve as staff
from tables.play.staff.transitions import with_presence
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

__all__ = ["ROOMS", "Recorded", "evolve", "evolve_all", "evolve_recorded"]

ROOMS = (
    cash,
    change,
    colours,
    coup,
    day,
    direction,
    dispute,
    equipment,
    held,
    live,
    payment,
    reader,
    result,
    slips,
    staff,
)
"""The modules with the functions that evolve a day, one for each topic."""


@evolves(e.LateBetSeen, e.AnnouncementRefused, e.ForeignChipsSeen, e.OldSeriesSeen, e.EquipmentUnfit)
def _unchanged(state: State, event: e.Event, recorded: Recorded, _: Rulebook) -> State:
    return state


EVOLVERS: dict[type[e.Event], Evolver] = {
    event_type: function
    for functions in (*map(vars, ROOMS), {"": _unchanged})
    for function in functions.values()
    for event_type in getattr(function, "event_types", ())
}
"""The function that evolves each type of event."""


def evolve(state: State, recorded: Recorded, rulebook: Rulebook) -> State:
    """Return the state after this event. `rulebook` is the one, in the version, that the day was opened under."""
    evolved = EVOLVERS[type(recorded.event)](state, recorded.event, recorded, rulebook)
    evolved = with_excess_marked(state, evolved, rulebook)
    return replace(with_presence(evolved, recorded, rulebook), version=recorded.version)


def evolve_all(state: State, decided: Iterable[PendingEvent], rulebook: Rulebook) -> State:
    """Return the state after these events, for decisions that depend on events of the same command."""
    for dated in decided:
        state = evolve(state, Recorded(dated.event, state.version + 1, dated.at), rulebook)
    return state


def evolve_recorded(recorded: Iterable[Recorded], rulebook: Rulebook, state: State | None = None) -> State:
    """Return the state after all of these events, from `state` or from nothing."""
    evolved = state or State()
    for each in recorded:
        evolved = evolve(evolved, each, rulebook)
    return evolved
