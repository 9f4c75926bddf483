"""Changes of cash by events of other packages."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash.state import Advance, Advances, BoxInPlace, Cash
from tables.play.references import ADVANCES, number_in
from tables.play.state import State


def notes_came(state: State, amount: int) -> State:
    """Return the table after so much came in notes (minor units); below nothing so much went back."""
    return with_cash(state, recorded=state.cash.recorded + amount)


def cash_handed_on(left: e.CarriedBox | None, at: datetime) -> Cash:
    """Return the cash of a day that opens: the cash that stayed at the table over the last closing."""
    if left is None:
        return Cash()
    box = BoxInPlace(serial=left.serial, use=1, since=at) if left.serial else None
    return Cash(box=box, recorded=left.recorded, from_before=left.recorded)


def with_cash(state: State, **changes: Any) -> State:
    return replace(state, cash=replace(state.cash, **changes))


def staked(state: State, ref: str | None, amount: int) -> State:
    """Return the state once so much more (or less, below nothing) is announced on an advance; on none, as it was."""
    for advance in state.advances.open:
        if advance.ref == ref:
            return with_advances(state, ref, staked=advance.staked + amount)
    return state


def advances_handed_on(carried: tuple[e.CarriedAdvance, ...], at: datetime) -> Advances:
    """Return the advances that one gaming day hands to the next: to be repaid there, or carried once more."""
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


def with_advances(state: State, ref: str | None, **changes: object) -> State:
    """Return the state with one advance changed; a fully repaid advance is closed."""
    changed = (replace(each, **changes) if each.ref == ref else each for each in state.advances.open)
    still_open = tuple(advance for advance in changed if advance.left)
    return replace(state, advances=replace(state.advances, open=still_open))
