"""How advances fold: given, staked on, repaid, carried."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.play.folding import Recorded, step
from tables.play.references import ADVANCES, number_in
from tables.play.state import State
from tables.play.state.advances import Advance, Advances
from tables.roulette.rulebook import Rulebook


@step(e.ChipsAdvanced)
def _chips_advanced(state: State, event: e.ChipsAdvanced, recorded: Recorded, _: Rulebook) -> State:
    advance = Advance(
        ref=event.ref, player=event.player, amount=event.amount, left=event.amount, since=recorded.at
    )
    numbered = number_in(event.ref, ADVANCES)
    return replace(state, advances=Advances(open=(*state.advances.open, advance), numbered=numbered))


@step(e.AdvanceRepaid)
def _advance_repaid(state: State, event: e.AdvanceRepaid, recorded: Recorded, _: Rulebook) -> State:
    return _changed(state, event.ref, left=event.left)


@step(e.AdvanceCarried)
def _advance_carried(state: State, event: e.AdvanceCarried, recorded: Recorded, _: Rulebook) -> State:
    return _changed(state, event.ref, carried=True)


def staked(state: State, ref: str | None, amount: int) -> State:
    """The state once so much more (or less, below nothing) is announced on an advance; on none, as it was."""
    for advance in state.advances.open:
        if advance.ref == ref:
            return _changed(state, ref, staked=advance.staked + amount)
    return state


def advances_handed_on(carried: tuple[e.CarriedAdvance, ...], at: datetime) -> Advances:
    """What one gaming day hands to the next: to be repaid there, or carried once more."""
    return Advances(
        open=tuple(
            Advance(
                ref=each.ref,
                player=each.player,
                amount=each.amount,
                left=each.amount,
                staked=each.staked,
                since=at,
            )
            for each in carried
        ),
        numbered=max((number_in(each.ref, ADVANCES) for each in carried), default=0),
    )


def _changed(state: State, ref: str | None, **changes: object) -> State:
    """The state with one advance changed; what is repaid in full is open no longer."""
    changed = (replace(each, **changes) if each.ref == ref else each for each in state.advances.open)
    still_open = tuple(advance for advance in changed if advance.left)
    return replace(state, advances=replace(state.advances, open=still_open))
