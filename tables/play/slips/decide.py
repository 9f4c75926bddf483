"""Fills and credits at the table: requested, received, handed over, voided.

These rules are the casino's own and cite no clause. Each step is signed: the chief or the pit boss asks; two people, a
croupier at the table and the chief, take chips into the float and out of it. `settlement.slips` decides about the slip
at the bank and on the way.
"""

from datetime import datetime
from typing import Any

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.pieces import check_by_series, check_pieces, worth_of
from tables.play.signatures import check_croupiers_seated, check_one_signed, check_signed
from tables.play.slips.questions import ASK, CHIEF, CROUPIER, VOID, kind_and_place
from tables.play.slips.state import OpenSlip
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def request_fill(state: State, command: c.RequestFill, rulebook: Rulebook, at: datetime) -> Decision:
    """Ask the bank for chips of series that are played with."""
    _check_request(state, command, "fill", state.chip_series.in_play)
    yield PendingEvent(e.FillRequested(**_data_of(command)), at)


def request_credit(state: State, command: c.RequestCredit, rulebook: Rulebook, at: datetime) -> Decision:
    """Ask the bank to take chips back, also those of a series that has ended."""
    _check_request(state, command, "credit", (*state.chip_series.in_play, *state.chip_series.ended))
    yield PendingEvent(e.CreditRequested(**_data_of(command)), at)


def receive_fill(state: State, command: c.ReceiveFill, rulebook: Rulebook, at: datetime) -> Decision:
    """Take a fill's chips into the float; once."""
    opened = _open(state, command.slip, "fill")
    _check_given(state, command, state.chip_series.in_play)
    check_by_croupier_and_chief(state, command, "fill-received", slip=command.slip)
    yield PendingEvent(e.FillReceived(**_data_of(command, opened)), at)


def hand_over_credit(state: State, command: c.HandOverCredit, rulebook: Rulebook, at: datetime) -> Decision:
    """Give a credit's chips out of the float; once."""
    opened = _open(state, command.slip, "credit")
    _check_given(state, command, (*state.chip_series.in_play, *state.chip_series.ended))
    check_by_croupier_and_chief(state, command, "credit-handed-over", slip=command.slip)
    yield PendingEvent(e.CreditHandedOver(**_data_of(command, opened)), at)


def tell_slip_voided(state: State, command: c.TellSlipVoided, rulebook: Rulebook, at: datetime) -> Decision:
    """End a slip; chips of a credit that left the table come back into the float, signed as they were given out.

    A slip that an emergency close left open may be voided while the table is closed: no chip moves there by it.
    """
    slips = state.slips
    if not command.reason.strip():
        raise Refused("slip-voided-without-reason", slip=command.slip)
    came_back = next((each for each in slips.left if each.slip == command.slip), None)
    if came_back is not None:
        if state.phase == "closed":
            raise Refused("chips-wait-for-opening", table=state.table, day=state.day)
        check_by_croupier_and_chief(state, command, "slip-chips-come-back", slip=command.slip)
    else:
        check_one_signed(command, VOID, "slip-voided", slip=command.slip)
    voided = came_back or _open(state, command.slip)
    yield PendingEvent(
        e.SlipVoidReported(
            slip=command.slip,
            kind=voided.kind,
            pieces=dict(voided.pieces) if came_back else {},
            by_series={name: dict(counted) for name, counted in voided.by_series} if came_back else {},
            total=voided.total if came_back else 0,
            closing=voided.closing,
            reason=command.reason,
        ),
        at,
    )


def moves_chips(command: c.Command) -> bool:
    """Return True if chips would come into the float or leave it: not at a closed table, where no croupier would
    count them and sign.
    """
    return isinstance(command, (c.ReceiveFill, c.HandOverCredit))


def check_by_croupier_and_chief(state: State, command: c.Signed, subject: str, *, slip: str) -> None:
    """Raise Refused unless a croupier who sits at the table and the chief have signed, two people."""
    check_croupiers_seated(state, command, subject, slip=slip)
    check_signed(command, (CROUPIER, CHIEF), None, subject, slip=slip)


def _check_request(state: State, command: c.SlipCommand, kind: e.SlipKind, series: tuple[str, ...]) -> None:
    try:
        named, place = kind_and_place(command.slip)
    except ValueError:
        raise Refused("slip-number-malformed", slip=command.slip) from None
    is_fill = kind == "fill"
    if named != kind:
        raise Refused("slip-is-no-fill" if is_fill else "slip-is-no-credit", slip=command.slip)
    if place <= dict(state.slips.highest).get(kind, 0):
        raise Refused("slip-asked-for-before", slip=command.slip)
    check_pieces(command.pieces, "fill" if is_fill else "credit")
    check_by_series(command.pieces, command.by_series, series, "fill" if is_fill else "credit")
    if command.closing and state.direction.counts_float and state.direction.float_at_closing is None:
        raise Refused(
            "closing-fill-before-closing-count" if is_fill else "closing-credit-before-closing-count"
        )
    check_one_signed(command, ASK, "fill-asked-for" if is_fill else "credit-asked-for")


def _check_given(state: State, command: c.SlipCommand, series: tuple[str, ...]) -> None:
    check_pieces(command.pieces, "slip", slip=command.slip)
    check_by_series(command.pieces, command.by_series, series, "slip", slip=command.slip)


def _open(state: State, slip: str, kind: e.SlipKind | None = None) -> OpenSlip:
    found = state.slips.named(slip)
    if found is None or (kind and found.kind != kind):
        known = tuple(each.slip for each in state.slips.open)
        if not slip:
            raise Refused("slip-without-number-not-open", open=known)
        raise Refused("slip-not-open", slip=slip, open=known)
    return found


def _data_of(command: c.SlipCommand, opened: OpenSlip | None = None) -> dict[str, Any]:
    return {
        "slip": command.slip,
        "pieces": command.pieces,
        "total": worth_of(command.pieces),
        "by_series": command.by_series,
        "closing": opened.closing if opened else command.closing,
    }


DECIDERS: Deciders = {
    c.RequestFill: request_fill,
    c.ReceiveFill: receive_fill,
    c.RequestCredit: request_credit,
    c.HandOverCredit: hand_over_credit,
    c.TellSlipVoided: tell_slip_voided,
}
