"""Changes of unclaimed money: it waits, is set aside, and ends."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.evolving import Recorded, evolves
from tables.play.held.state import EndedHold
from tables.play.references import HELD, RECEIPTS, number_in
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.WinUnclaimed, e.HeldSetAside, e.HeldReceipted)
def _holding(
    state: State, event: e.WinUnclaimed | e.HeldSetAside | e.HeldReceipted, recorded: Recorded, _: Rulebook
) -> State:
    """Put the item into safekeeping, in its old place if it was there already."""
    known = {each.ref: each for each in state.held.items}
    return replace(
        state,
        held=replace(
            state.held,
            items=tuple((known | {event.held.ref: event.held}).values()),
            numbered=max(state.held.numbered, number_in(event.held.ref, HELD)),
            receipts=max(state.held.receipts, _number_of_the_day(state, event.held.receipt)),
        ),
    )


@evolves(e.HeldCounted)
def _held_counted(state: State, event: e.HeldCounted, recorded: Recorded, _: Rulebook) -> State:
    items = tuple(event.held if each.ref == event.held.ref else each for each in state.held.items)
    return replace(state, held=replace(state.held, items=items))


OUTCOMES: dict[type[e.Event], e.HeldOutcome] = {
    e.HeldClaimed: "claimed",
    e.HeldPaidIn: "paid_in",
    e.HeldEnded: "ended",
}


@evolves(*OUTCOMES)
def _ended(
    state: State, event: e.HeldClaimed | e.HeldPaidIn | e.HeldEnded, recorded: Recorded, rulebook: Rulebook
) -> State:
    now = EndedHold(held=event.held, outcome=OUTCOMES[type(event)])
    ended = tuple(each for each in (*state.held.ended, now) if _may_matter(state, each.held, rulebook))
    return replace(state, held=replace(state.held, items=_without(state, event.held), ended=ended))


def _may_matter(state: State, held: e.HeldStake, rulebook: Rulebook) -> bool:
    """Return True while its coup can still be paid or corrected, or its wins recorded as unclaimed."""
    last = 0 if state.last_coup is None else state.last_coup.coup
    waits = (rulebook.held.after_coups or 0) if rulebook.held else 0
    return held.day == state.day and (held.coup in state.payments_open or held.coup + waits >= last)


@evolves(e.HeldUndone)
def _held_undone(state: State, event: e.HeldUndone, recorded: Recorded, _: Rulebook) -> State:
    ended = tuple(each for each in state.held.ended if each.held != event.held)
    return replace(state, held=replace(state.held, items=_without(state, event.held), ended=ended))


def _number_of_the_day(state: State, receipt: str) -> int:
    """Return its number among this day's receipts; 0 for a receipt of an earlier day, and for none."""
    given_on, _, number = receipt.rpartition("/")
    return number_in(number, RECEIPTS) if given_on == f"{state.table}/{state.day}" else 0


def _without(state: State, held: e.HeldStake) -> tuple[e.HeldStake, ...]:
    return tuple(each for each in state.held.items if each.ref != held.ref)
