"""Cash taken at the table, tips, drop boxes, and advances of chips.

Only advances have a clause: each needs the signatures of the rulebook (it-campione/16). The rest is the casino's own.
The command handler keeps a box from being at two tables; `settlement.boxes` counts a box that has left.
"""

import re
from datetime import datetime
from typing import Any

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.cash.questions import REASONS, open_advances, rule_on_advances
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.pieces import worth_of
from tables.play.player_names import check_name
from tables.play.references import ADVANCES, reference
from tables.play.signatures import check_signed, check_two_signed
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

SHIFT_AT_MOST = 40


WORDS_AT_MOST = 200


def take_cash(state: State, command: c.TakeCash, rulebook: Rulebook, at: datetime) -> Decision:
    """Record notes that came for chips. Only a wrong sum of notes is refused; at a table with seats a seat buys in,
    and its cash comes with the buy-in (it-live/participation).
    """
    if rulebook.seats is not None:
        raise Refused("cash-comes-with-seat", rulebook.seats.participation_clause)
    total = _total(command.pieces, command.total, state.currency, "cash-taken")
    if not total:
        raise Refused("cash-of-nothing")
    check_name(command.player)
    yield PendingEvent(e.CashTaken(total=total, pieces=command.pieces, player=command.player), at)


def correct_cash(state: State, command: c.CorrectCash, rulebook: Rulebook, at: datetime) -> Decision:
    """Correct cash recorded since the last box left; the count of a box decides about the cash in it.

    The signatures are checked before the amount: one person alone could find the amount by guesses, and count its box.
    """
    reason = command.reason.strip()
    entry = state.cash.entry(command.taken)
    if entry is None:
        raise Refused(
            "no-cash-taken-in-event",
            event=command.taken,
            events=tuple(each.event for each in state.cash.taken),
        )
    total = _total(command.pieces, command.total, state.currency, "cash-corrected")
    if not reason:
        raise Refused("cash-corrected-without-reason")
    if len(reason) > WORDS_AT_MOST:
        raise Refused("cash-reason-too-long", limit=WORDS_AT_MOST, value=len(reason))
    check_two_signed(state, command, "cash-corrected")
    if total == entry.total:
        raise Refused("cash-corrected-to-same", event=command.taken, total=Money(total, state.currency))
    yield PendingEvent(
        e.CashCorrected(
            taken=command.taken, before=entry.total, total=total, pieces=command.pieces, reason=reason
        ),
        at,
    )


def count_tips(state: State, command: c.CountTips, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the count of a shift's tips by two people, also of no tips; a second count needs a reason."""
    shift, reason = command.shift.strip(), command.reason.strip()
    if not shift or len(shift) > SHIFT_AT_MOST:
        raise Refused("tips-without-shift", letters=SHIFT_AT_MOST)
    total = _total(command.pieces, command.total, state.currency, "tips", shift=shift)
    before = state.cash.tips_of(shift)
    if before is not None and not reason:
        raise Refused("tips-counted-already", shift=shift, total=Money(before.total, state.currency))
    if len(reason) > WORDS_AT_MOST:
        raise Refused("tips-reason-too-long", shift=shift, limit=WORDS_AT_MOST, value=len(reason))
    check_two_signed(state, command, "tips-counted", shift=shift)
    yield PendingEvent(
        e.TipsCounted(
            shift=shift,
            total=total,
            pieces=command.pieces,
            before=before.total if before else 0,
            reason=reason,
        ),
        at,
    )


def _total(pieces: e.Pieces, total: int, currency: str, subject: str, **names: Any) -> int:
    """Return the total in minor units, from the pieces or as given. Raises Refused if the two differ.

    `subject` is the code of the counted thing, `names` its parameters.
    """
    if total < 0 or any(value <= 0 or count <= 0 for value, count in pieces.items()):
        raise Refused("told-in-no-whole-pieces", subject=subject, **names)
    worth = worth_of(pieces)
    if pieces and total and worth != total:
        raise Refused(
            "pieces-do-not-come-to-total",
            subject=subject,
            worth=Money(worth, currency),
            total=Money(total, currency),
            **names,
        )
    return worth if pieces else total


SERIAL = re.compile(r"[A-Z0-9][A-Z0-9-]{0,19}", re.ASCII)


QUOTED_AT_MOST = 40
"""A refusal repeats at most so many letters of a wrong serial."""


def place_box(state: State, command: c.PlaceBox, rulebook: Rulebook, at: datetime) -> Decision:
    """Put a box in its place if there is none."""
    _check_serial(command.serial)
    if state.cash.box is not None:
        raise Refused("box-in-place", serial=state.cash.box.serial, table=state.table)
    check_two_signed(state, command, "box-placed", serial=command.serial)
    yield _placed(state, command.serial, at)


def remove_box(state: State, command: c.RemoveBox, rulebook: Rulebook, at: datetime) -> Decision:
    """Take the present box away, with the cash recorded for it; another may come in its place at once."""
    box = state.cash.box
    if box is None or box.serial != command.serial:
        raise _not_in_place(state, command.serial[:QUOTED_AT_MOST])
    if command.reason not in REASONS:
        raise Refused("box-removal-reason-unknown", serial=box.serial, reasons=REASONS)
    if command.replaced_by:
        _check_serial(command.replaced_by)
        if command.replaced_by == box.serial:
            raise Refused("box-replaced-by-itself", serial=box.serial)
    check_two_signed(state, command, "box-removed", serial=box.serial)
    yield PendingEvent(
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


def _placed(state: State, serial: str, at: datetime) -> PendingEvent:
    return PendingEvent(e.BoxPlaced(serial=serial, use=state.cash.uses_of(serial) + 1), at)


def _not_in_place(state: State, serial: str) -> Refused:
    box = state.cash.box
    if box is None and not serial:
        return Refused("no-box-to-remove", table=state.table)
    if box is None:
        return Refused("no-box-in-place", serial=serial, table=state.table)
    if not serial:
        return Refused("box-removed-without-serial", table=state.table, there=box.serial)
    return Refused("another-box-in-place", serial=serial, table=state.table, there=box.serial)


def _check_serial(serial: str) -> None:
    if SERIAL.fullmatch(serial) is None:
        raise Refused("box-serial-malformed", serial=serial[:QUOTED_AT_MOST])


def advance_chips(state: State, command: c.AdvanceChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Give a player chips that are not paid for yet, once all people named by the rulebook have signed."""
    rule = rule_on_advances(rulebook)
    amount = Money(command.amount, state.currency)
    if not command.player.strip():
        raise Refused("advance-without-player", rule.clause)
    check_name(command.player, rule.clause)
    if command.amount <= 0:
        raise Refused("advance-of-nothing", rule.clause, value=amount)
    check_signed(command, rule.signed_by, rule.clause, "advance", amount=amount)
    ref = reference(state.advances.numbered + 1, ADVANCES)
    yield PendingEvent(
        e.ChipsAdvanced(ref=ref, player=command.player, amount=command.amount, clause=rule.clause), at
    )


def repay_advance(state: State, command: c.RepayAdvance, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a repayment by a player. Raises Refused for more than is open: that was not repaid of this advance."""
    rule = rule_on_advances(rulebook)
    advance = open_advances(state, command.ref, rule)
    if not 0 < command.amount <= advance.left:
        raise Refused(
            "repaid-beyond-advance",
            rule.clause,
            advance=advance.ref,
            limit=Money(advance.left, state.currency),
            value=Money(command.amount, state.currency),
        )
    yield PendingEvent(
        e.AdvanceRepaid(
            ref=advance.ref,
            player=advance.player,
            amount=command.amount,
            left=advance.left - command.amount,
        ),
        at,
    )


def carry_advance(state: State, command: c.CarryAdvance, rulebook: Rulebook, at: datetime) -> Decision:
    """Leave an advance open over the closing; the same people sign as for an advance."""
    rule = rule_on_advances(rulebook)
    advance = open_advances(state, command.ref, rule)
    check_signed(command, rule.signed_by, rule.clause, "advance-carried", advance=advance.ref)
    if not advance.carried:
        yield PendingEvent(e.AdvanceCarried(ref=advance.ref, player=advance.player, left=advance.left), at)


DECIDERS: Deciders = {
    c.TakeCash: take_cash,
    c.CorrectCash: correct_cash,
    c.PlaceBox: place_box,
    c.RemoveBox: remove_box,
    c.CountTips: count_tips,
    c.AdvanceChips: advance_chips,
    c.RepayAdvance: repay_advance,
    c.CarryAdvance: carry_advance,
}
