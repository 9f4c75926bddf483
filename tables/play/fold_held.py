"""How what nobody claims folds: it waits, is set aside, and ends."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.folding import Recorded, step
from tables.play.references import HELD, number_in
from tables.play.state import State
from tables.play.state.held import Held
from tables.roulette.rulebook import Rulebook


@step(e.WinUnclaimed)
def _win_unclaimed(state: State, event: e.WinUnclaimed, recorded: Recorded, _: Rulebook) -> State:
    return _holding(state, event.held)


@step(e.HeldSetAside)
def _held_set_aside(state: State, event: e.HeldSetAside, recorded: Recorded, _: Rulebook) -> State:
    return _holding(state, event.held)


@step(e.HeldClaimed)
def _held_claimed(state: State, event: e.HeldClaimed, recorded: Recorded, _: Rulebook) -> State:
    return _ended(state, event.held)


@step(e.HeldPaidIn)
def _held_paid_in(state: State, event: e.HeldPaidIn, recorded: Recorded, _: Rulebook) -> State:
    return _ended(state, event.held)


@step(e.HeldEnded)
def _held_ended(state: State, event: e.HeldEnded, recorded: Recorded, _: Rulebook) -> State:
    return _ended(state, event.held)


@step(e.HeldUndone)
def _held_undone(state: State, event: e.HeldUndone, recorded: Recorded, _: Rulebook) -> State:
    return replace(state, held=replace(state.held, items=_without(state, event.held)))


def held_handed_on(items: tuple[e.HeldStake, ...]) -> Held:
    """What one gaming day hands to the next."""
    return Held(items=items, numbered=max((number_in(each.ref, HELD) for each in items), default=0))


def _holding(state: State, held: e.HeldStake) -> State:
    """The state with it among those that are held, in its old place where it was there already."""
    known = {each.ref: each for each in state.held.items}
    return replace(
        state,
        held=replace(
            state.held,
            items=tuple((known | {held.ref: held}).values()),
            numbered=max(state.held.numbered, number_in(held.ref, HELD)),
        ),
    )


def _ended(state: State, held: e.HeldStake) -> State:
    of_its_coup = (each for each in state.held.ended if (each.day, each.coup) == (held.day, held.coup))
    return replace(state, held=replace(state.held, items=_without(state, held), ended=(*of_its_coup, held)))


def _without(state: State, held: e.HeldStake) -> tuple[e.HeldStake, ...]:
    return tuple(each for each in state.held.items if each.ref != held.ref)
