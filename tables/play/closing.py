"""A gaming day ends: nothing is left open, or under pressure what waits for people is, and the next day says why.

What a rulebook's clause asks for, and what is still to be played or paid, keeps a table open whoever orders otherwise.
What is the house's own may be left by force (`WAITS_FOR_PEOPLE`): it is named in the closing, handed to the next day,
and before bets open there two people explain how it was reconciled.
"""

from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from tables.play import commands as c
from tables.play import direction
from tables.play import events as e
from tables.play.advances import check_advances_settled, to_hand_on
from tables.play.change import check_change_done
from tables.play.chips_out import chips_out, late_after_closing
from tables.play.colour_checks import check_colours_exchanged
from tables.play.dated import Dated, Decision
from tables.play.disputes import check_disputes_decided
from tables.play.drop_boxes import box_to_hand_on, check_boxes_removed
from tables.play.float_count import (
    check_float_counted,
    check_variance_explained,
    difference_in_words,
    float_to_hand_on,
)
from tables.play.forced_close import check_forced_close_explained, signed_by_force
from tables.play.held import held_to_hand_on, receipts_at_closing
from tables.play.live_handover import carried_seats
from tables.play.payment_differences import check_differences_decided
from tables.play.slips import carried, check_slips_done
from tables.play.state import State
from tables.play.staying import withdrawn
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

UNCOUNTED = "the closing count of the float"


class Demand(msgspec.Struct, frozen=True):
    """Something that a table does not close with, and that may be left open by force.

    `check` raises Refused while it is so; `named` says what there is, thing by thing, for the closing to name.
    """

    kind: str
    check: Callable[[State, c.CloseTable, Rulebook], None]
    named: Callable[[State, Rulebook], Iterable[str]]


def _difference(state: State, rulebook: Rulebook) -> Iterable[str]:
    variance = state.direction.variance
    assert variance is not None, "it was not explained"
    return (f"the float, counted {difference_in_words(variance.difference, state.currency)}",)


def _slips(state: State, rulebook: Rulebook) -> Iterable[str]:
    return (f"slip {each.slip}" for each in state.slips.open)


def _box(state: State, rulebook: Rulebook) -> Iterable[str]:
    if state.cash.box is not None:
        return (f"box {state.cash.box.serial}",)
    return (f"{in_words(state.cash.recorded, state.currency)} in notes, in no box",)


def _colours(state: State, rulebook: Rulebook) -> Iterable[str]:
    for each in state.colours.in_play:
        count = chips_out(state, each, rulebook)
        if count:
            yield f"{count} {each.colour} chips of {each.player}"


ASKED_OF_A_CLOSING: tuple[Callable[[State, Rulebook], None], ...] = (
    lambda state, _: _check_played(state),
    direction.check_last_coup_played,
    direction.check_control_told,
    check_disputes_decided,
    lambda state, _: check_differences_decided(state),
    check_change_done,
    check_advances_settled,
    lambda state, _: check_forced_close_explained(state, "the table closes"),
)
"""What is to be played, paid or decided, or what a clause asks for, in the order in which it is said."""

WAITS_FOR_PEOPLE: tuple[Demand, ...] = (
    Demand(
        "difference", lambda state, _, __: check_variance_explained(state, "the table closes"), _difference
    ),
    Demand("count", lambda state, _, __: check_float_counted(state, "closing"), lambda _, __: (UNCOUNTED,)),
    Demand("slip", lambda state, _, __: check_slips_done(state), _slips),
    Demand("box", lambda state, _, __: check_boxes_removed(state), _box),
    Demand("colour", check_colours_exchanged, _colours),
)
"""What is asked of a closing beside what a clause asks for. One entry is all that a new thing needs here."""


def close_table(state: State, command: c.CloseTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Closes the day if no coup is running, nothing is left to pay or to decide, the last coup was announced and played
    where the rulebook asks for it (it-campione/14), no change is open, and no advance but what may be carried to the
    next day (it-campione/16); and if nothing of `WAITS_FOR_PEOPLE` is left, or it is closed by force. Winning stakes
    that lie on go back to their owners: there is no coup left for them (it-venezia/general-5). What is held without a
    receipt gets it now."""
    for check in ASKED_OF_A_CLOSING:
        check(state, rulebook)
    forced = _forced(state, command, rulebook)
    counted = float_to_hand_on(state)
    played = state.coup if state.phase == "idle" else state.coup - 1
    yield from withdrawn(state, (bet for bet in state.bets if bet.stays_of), at)
    yield from receipts_at_closing(state, at)
    yield Dated(
        e.TableClosed(
            day=state.day,
            coups=played,
            ball=state.ball,
            last_number=state.number,
            last_direction=state.last_direction,
            numbers=state.numbers,
            float_counted=counted.total,
            float_pieces=counted.pieces,
            float_by_series=counted.by_series,
            seats=carried_seats(state.live),
            advances=to_hand_on(state),
            late_chips=late_after_closing(state, rulebook),
            held=held_to_hand_on(state, played),
            box=box_to_hand_on(state),
            bound=_bound(state),
            slips_open=carried(state.slips.open),
            slips_left=carried(each for each in state.slips.left if each.slip not in state.slips.left_before),
            forced=forced,
        ),
        at,
    )


def keeps_open(state: State, rulebook: Rulebook) -> tuple[str, ...]:
    """All that the table would not close with now, in words; nothing where it is only to be closed."""
    return (
        *to_be_done(state, rulebook),
        *(each.what for each in left_open(state, c.CloseTable(), rulebook)),
    )


def to_be_done(state: State, rulebook: Rulebook) -> tuple[str, ...]:
    """What is to be played, paid or decided before the table closes, whoever orders otherwise, in words."""
    said = []
    for check in ASKED_OF_A_CLOSING:
        try:
            check(state, rulebook)
        except Refused as refusal:
            said.append(refusal.detail)
    return tuple(said)


def left_open(state: State, command: c.CloseTable, rulebook: Rulebook) -> tuple[e.LeftOpen, ...]:
    """All that waits for people and would be left open if the table closed now as `command` says."""
    return tuple(
        e.LeftOpen(kind=demand.kind, what=what)
        for demand in WAITS_FOR_PEOPLE
        if _stands(demand, state, command, rulebook)
        for what in demand.named(state, rulebook)
    )


def _stands(demand: Demand, state: State, command: c.CloseTable, rulebook: Rulebook) -> bool:
    try:
        demand.check(state, command, rulebook)
    except Refused:
        return True
    return False


def _forced(state: State, command: c.CloseTable, rulebook: Rulebook) -> e.ForcedClose | None:
    """What is left open by force, with who answers for it; None where the table closes as it should. Raises Refused."""
    if not command.forced:
        for demand in WAITS_FOR_PEOPLE:
            demand.check(state, command, rulebook)
        return None
    ordered_by, signed_by = signed_by_force(command)
    left = left_open(state, command, rulebook)
    if not left:
        raise Refused("a close under pressure: nothing is left open, so the table closes as on any day")
    return e.ForcedClose(
        day=state.day, reason=command.reason.strip(), left=left, ordered_by=ordered_by, signed_by=signed_by
    )


def _check_played(state: State) -> None:
    """Raises Refused while something is to be played or to be paid: no force ends that."""
    if state.discrepancy is not None:
        raise Refused(f"two numbers are reported for coup {state.discrepancy.coup}; the chief decides first")
    if state.payments_open:
        coups = ", ".join(str(coup) for coup in state.payments_open)
        raise Refused(f"payments of coup {coups} are still open")
    free = [bet.ref for bet in state.bets if bet.level == 0 and bet.stays_of is None]
    if free:
        lie = "1 bet lies" if len(free) == 1 else f"{len(free)} bets lie"
        raise Refused(f"{lie} on the cloth; play the coup or withdraw {'it' if len(free) == 1 else 'them'}")
    if state.phase not in ("idle", "betting"):
        raise Refused(f"coup {state.coup} is running; the table closes between coups")


def _bound(state: State) -> tuple[e.CarriedStake, ...]:
    return tuple(
        e.CarriedStake(
            ref=bet.ref,
            player=bet.player,
            bet=bet.bet,
            amount=bet.amount,
            level=bet.level,
            layout=bet.layout,
            chip=bet.chip,
            colour=bet.colour,
            on_behalf_of=bet.on_behalf_of,
        )
        for bet in state.bets
        if bet.level
    )
