"""Cash, drop boxes, tips and advances evolve."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash.state import Advance, Advances, BoxInPlace, BoxTaken, CashEntry, ShiftTips
from tables.play.cash.transitions import notes_came, with_advances, with_cash
from tables.play.evolving import Recorded, evolves
from tables.play.references import ADVANCES, number_in
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.CashTaken)
def _cash_taken(state: State, event: e.CashTaken, recorded: Recorded, _: Rulebook) -> State:
    entry = CashEntry(recorded.version, recorded.at, event.total, event.player)
    return notes_came(with_cash(state, taken=(*state.cash.taken, entry)), event.total)


@evolves(e.CashCorrected)
def _cash_corrected(state: State, event: e.CashCorrected, recorded: Recorded, _: Rulebook) -> State:
    taken = tuple(
        replace(each, total=event.total) if each.event == event.taken else each for each in state.cash.taken
    )
    return notes_came(with_cash(state, taken=taken), event.total - event.before)


@evolves(e.BoxPlaced)
def _box_placed(state: State, event: e.BoxPlaced, recorded: Recorded, _: Rulebook) -> State:
    return with_cash(state, box=BoxInPlace(serial=event.serial, use=event.use, since=recorded.at))


@evolves(e.BoxRemoved)
def _box_removed(state: State, event: e.BoxRemoved, recorded: Recorded, _: Rulebook) -> State:
    taken = BoxTaken(
        serial=event.serial, use=event.use, reason=event.reason, recorded=event.recorded, at=recorded.at
    )
    return with_cash(
        state, box=None, recorded=0, from_before=0, taken=(), removed=(*state.cash.removed, taken)
    )


@evolves(e.TipsCounted)
def _tips_counted(state: State, event: e.TipsCounted, recorded: Recorded, _: Rulebook) -> State:
    others = tuple(each for each in state.cash.tips if each.shift != event.shift)
    return with_cash(state, tips=(*others, ShiftTips(shift=event.shift, total=event.total)))


@evolves(e.ChipsAdvanced)
def _chips_advanced(state: State, event: e.ChipsAdvanced, recorded: Recorded, _: Rulebook) -> State:
    advance = Advance(
        ref=event.ref, player=event.player, amount=event.amount, left=event.amount, since=recorded.at
    )
    numbered = number_in(event.ref, ADVANCES)
    return replace(state, advances=Advances(open=(*state.advances.open, advance), numbered=numbered))


@evolves(e.AdvanceRepaid)
def _advance_repaid(state: State, event: e.AdvanceRepaid, recorded: Recorded, _: Rulebook) -> State:
    return with_advances(state, event.ref, left=event.left)


@evolves(e.AdvanceCarried)
def _advance_carried(state: State, event: e.AdvanceCarried, recorded: Recorded, _: Rulebook) -> State:
    return with_advances(state, event.ref, carried=True)
