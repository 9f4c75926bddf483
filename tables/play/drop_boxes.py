"""Drop boxes at the table: put in their place and taken away by two people, one at a time, each with its serial.

They are the house's own and cite no clause. That no box is at two tables is seen to at the house's door, and what is in
a box that has left is counted in `settlement.boxes`.
"""

import re
from datetime import datetime
from typing import get_args

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.signatures import check_two_signed
from tables.play.state import State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

SERIAL = re.compile(r"[A-Z0-9][A-Z0-9-]{0,19}", re.ASCII)
SAID_AT_MOST = 40
"""So many letters of what is no serial are said back."""
REASONS: tuple[str, ...] = get_args(e.BoxReason)


def place_box(state: State, command: c.PlaceBox, rulebook: Rulebook, at: datetime) -> Decision:
    """Puts a box in its place where there is none."""
    _check_serial(command.serial)
    if state.cash.box is not None:
        raise Refused(f"box {state.cash.box.serial} is in place at {state.table}: it is removed first")
    check_two_signed(state, command, f"box {command.serial} is placed")
    yield _placed(state, command.serial, at)


def remove_box(state: State, command: c.RemoveBox, rulebook: Rulebook, at: datetime) -> Decision:
    """Takes the box away that is in place, with what is recorded for it; another may come in its place at once."""
    box = state.cash.box
    if box is None or box.serial != command.serial:
        there = f"{box.serial} is" if box else "there is none"
        said = command.serial[:SAID_AT_MOST] or "without a serial"
        raise Refused(f"box {said} is not in place at {state.table}: {there}")
    if command.reason not in REASONS:
        raise Refused(f"box {box.serial} is removed for a reason: {', '.join(REASONS)}")
    if command.replaced_by:
        _check_serial(command.replaced_by)
        if command.replaced_by == box.serial:
            raise Refused(f"box {box.serial} is replaced by another one")
    check_two_signed(state, command, f"box {box.serial} is removed")
    yield Dated(
        e.BoxRemoved(
            serial=box.serial,
            use=box.use,
            reason=command.reason,
            recorded=state.cash.recorded,
            from_before=state.cash.from_before,
        ),
        at,
    )
    if command.replaced_by:
        yield _placed(state, command.replaced_by, at)


def check_boxes_removed(state: State) -> None:
    """Raises Refused while a box is in its place, or notes wait for one at a table that has had boxes today."""
    cash = state.cash
    if cash.box is not None:
        raise Refused(f"box {cash.box.serial} is in place: it is removed before the table closes")
    if cash.removed and cash.recorded > 0:
        waiting = in_words(cash.recorded, state.currency)
        raise Refused(f"box {cash.removed[-1].serial} has left, and {waiting} came since: place one for it")


def box_to_hand_on(state: State) -> e.CarriedBox | None:
    """What of the cash stays at the table over its closing: a box in its place, or notes that wait for one; None where
    there is neither. A table that has had no box in hand leaves its notes to the house."""
    cash = state.cash
    if cash.box is None and not (cash.removed and cash.recorded > 0):
        return None
    return e.CarriedBox(serial=cash.box.serial if cash.box else "", recorded=cash.recorded)


def _placed(state: State, serial: str, at: datetime) -> Dated:
    return Dated(e.BoxPlaced(serial=serial, use=state.cash.uses_of(serial) + 1), at)


def _check_serial(serial: str) -> None:
    if SERIAL.fullmatch(serial) is None:
        raise Refused(
            f'box "{serial[:SAID_AT_MOST]}" has no such serial: '
            "capital letters, digits and hyphens are right, as in RF1-A"
        )
