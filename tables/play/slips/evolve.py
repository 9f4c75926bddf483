"""Fills and credits evolve: open until they are received, handed over or voided; and the moves of the float."""

from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.evolving import Recorded, evolves
from tables.play.slips.questions import kind_and_place
from tables.play.slips.state import Moved, OpenSlip, counted
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.FillRequested, e.CreditRequested)
def _requested(
    state: State, event: e.FillRequested | e.CreditRequested, recorded: Recorded, _: Rulebook
) -> State:
    kind, place = kind_and_place(event.slip)
    opened = OpenSlip(
        slip=event.slip,
        kind=kind,
        pieces=counted(event.pieces),
        total=event.total,
        since=recorded.at,
        by_series=tuple((name, counted(pieces)) for name, pieces in sorted(event.by_series.items())),
        closing=event.closing,
    )
    highest = {**dict(state.slips.highest), kind: place}
    return _with(state, open=(*state.slips.open, opened), highest=tuple(sorted(highest.items())))


@evolves(e.FillReceived)
def _received(state: State, event: e.FillReceived, recorded: Recorded, _: Rulebook) -> State:
    return _moved(_ended(state, event.slip), event, 1)


@evolves(e.CreditHandedOver)
def _handed_over(state: State, event: e.CreditHandedOver, recorded: Recorded, _: Rulebook) -> State:
    requested = next(each for each in state.slips.open if each.slip == event.slip)
    left = replace(
        requested,
        pieces=counted(event.pieces),
        total=event.total,
        by_series=tuple((name, counted(pieces)) for name, pieces in sorted(event.by_series.items())),
    )
    state = _with(_ended(state, event.slip), left=(*state.slips.left, left))
    return _moved(state, event, -1)


@evolves(e.SlipVoidReported)
def _voided(state: State, event: e.SlipVoidReported, recorded: Recorded, _: Rulebook) -> State:
    left = tuple(each for each in state.slips.left if each.slip != event.slip)
    return _moved(_with(_ended(state, event.slip), left=left), event, 1)


def _with(state: State, **changes: Any) -> State:
    return replace(state, slips=replace(state.slips, **changes))


def _ended(state: State, slip: str) -> State:
    return _with(state, open=tuple(each for each in state.slips.open if each.slip != slip))


def _moved(state: State, event: e.SlipEvent, sign: int) -> State:
    """Chips in the float, or out of it. After the closing count those of closing slips move; others end it, for the
    float is another by now."""
    slips, counted_at_closing = state.slips, state.direction.float_at_closing is not None
    if counted_at_closing and event.pieces and not event.closing:
        state = replace(
            state,
            direction=replace(
                state.direction,
                float_at_closing=None,
                pieces_at_closing={},
                series_at_closing={},
                closing_variance=None,
                closing_count_ended_by=event.slip,
            ),
        )
    return _with(
        state,
        moved=_further(slips.moved, event, sign),
        moved_since_closing_count=_further(slips.moved_since_closing_count, event, sign)
        if state.direction.float_at_closing is not None or state.direction.closing_count_ended_by
        else Moved(),
    )


def _further(moved: Moved, event: e.SlipEvent, sign: int) -> Moved:
    return moved.and_also(event.pieces, event.by_series, sign)
