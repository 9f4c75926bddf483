"""How cash, drop boxes and tips fold: what is recorded is in the box that takes it away."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.folding import Recorded, step
from tables.play.state import State
from tables.play.state.cash import BoxInPlace, BoxTaken, Cash, CashEntry, ShiftTips
from tables.roulette.rulebook import Rulebook


def notes_came(state: State, amount: int) -> State:
    """The table after so much came in notes (minor units); below nothing so much went back."""
    return _with(state, recorded=state.cash.recorded + amount)


def cash_handed_on(left: e.CarriedBox | None, at: datetime) -> Cash:
    """What a day that opens has of the cash that stayed at the table over its last closing."""
    if left is None:
        return Cash()
    box = BoxInPlace(serial=left.serial, use=1, since=at) if left.serial else None
    return Cash(box=box, recorded=left.recorded, from_before=left.recorded)


@step(e.CashTaken)
def _cash_taken(state: State, event: e.CashTaken, recorded: Recorded, _: Rulebook) -> State:
    entry = CashEntry(recorded.version, recorded.at, event.total, event.player)
    return notes_came(_with(state, taken=(*state.cash.taken, entry)), event.total)


@step(e.CashCorrected)
def _cash_corrected(state: State, event: e.CashCorrected, recorded: Recorded, _: Rulebook) -> State:
    taken = tuple(
        replace(each, total=event.total) if each.event == event.taken else each for each in state.cash.taken
    )
    return notes_came(_with(state, taken=taken), event.total - event.before)


@step(e.BoxPlaced)
def _box_placed(state: State, event: e.BoxPlaced, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, box=BoxInPlace(serial=event.serial, use=event.use, since=recorded.at))


@step(e.BoxRemoved)
def _box_removed(state: State, event: e.BoxRemoved, recorded: Recorded, _: Rulebook) -> State:
    taken = BoxTaken(
        serial=event.serial, use=event.use, reason=event.reason, recorded=event.recorded, at=recorded.at
    )
    return _with(state, box=None, recorded=0, from_before=0, taken=(), removed=(*state.cash.removed, taken))


@step(e.TipsCounted)
def _tips_counted(state: State, event: e.TipsCounted, recorded: Recorded, _: Rulebook) -> State:
    others = tuple(each for each in state.cash.tips if each.shift != event.shift)
    return _with(state, tips=(*others, ShiftTips(shift=event.shift, total=event.total)))


def _with(state: State, **changes: Any) -> State:
    return replace(state, cash=replace(state.cash, **changes))
