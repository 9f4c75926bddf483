"""Fills and credits where they touch the table: asked for, received, handed over, voided.

They are the house's own and cite no clause. Each step is signed: whoever asks is the chief or the pit boss; chips come
into the float and leave it with a croupier who sits at the table and the chief, two people. What happens to the slip at
the bank and on the way is decided in `settlement.slips`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.pieces import check_by_series, check_pieces, worth_of
from tables.play.signatures import check_croupiers_seated, check_signed
from tables.play.slip_numbers import kind_and_place
from tables.play.state import State
from tables.play.state.slips import OpenSlip
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

CROUPIER, CHIEF = "croupier", "chef_de_table"
ASK = (CHIEF, "pit_boss")
"""Who asks for a fill or a credit."""
CHIPS_WAIT = (
    ": its float is counted and locked, and chips come into it and leave it once the table is open again; "
    "a slip of which nothing moves at the table is voided at any time"
)
"""Why no chip moves at a closed table: there is no croupier who would count it in or out, and none who would sign."""
VOID = (*ASK, "cash_desk")
"""Who may say that nothing comes of a slip whose chips are not on the way from the table."""


def request_fill(state: State, command: c.RequestFill, rulebook: Rulebook, at: datetime) -> Decision:
    """Asks the bank for chips of series that are played with."""
    _check_request(state, command, "fill", state.chip_series.in_play)
    yield Dated(e.FillRequested(**_said(command)), at)


def request_credit(state: State, command: c.RequestCredit, rulebook: Rulebook, at: datetime) -> Decision:
    """Asks the bank to take chips back, also those of a series that has ended."""
    _check_request(state, command, "credit", (*state.chip_series.in_play, *state.chip_series.ended))
    yield Dated(e.CreditRequested(**_said(command)), at)


def receive_fill(state: State, command: c.ReceiveFill, rulebook: Rulebook, at: datetime) -> Decision:
    """Takes a fill's chips into the float; once."""
    asked = _open(state, command.slip, "fill")
    _check_given(state, command, state.chip_series.in_play)
    check_by_croupier_and_chief(state, command, f"fill {command.slip} is received")
    yield Dated(e.FillReceived(**_said(command, asked)), at)


def hand_over_credit(state: State, command: c.HandOverCredit, rulebook: Rulebook, at: datetime) -> Decision:
    """Gives a credit's chips out of the float; once."""
    asked = _open(state, command.slip, "credit")
    _check_given(state, command, (*state.chip_series.in_play, *state.chip_series.ended))
    check_by_croupier_and_chief(state, command, f"credit {command.slip} is handed over")
    yield Dated(e.CreditHandedOver(**_said(command, asked)), at)


def tell_slip_voided(state: State, command: c.TellSlipVoided, rulebook: Rulebook, at: datetime) -> Decision:
    """Ends a slip; chips of a credit that left the table come back into the float, signed as they were given out.

    A slip that a close under pressure left open may be voided while the table is closed: no chip moves there by it.
    """
    slips = state.slips
    if not command.reason.strip():
        raise Refused(f"{command.slip} is voided with a reason only")
    came_back = next((each for each in slips.left if each.slip == command.slip), None)
    if came_back is not None:
        if state.phase == "closed":
            raise Refused(f"{state.table} was closed for {state.day}{CHIPS_WAIT}")
        check_by_croupier_and_chief(state, command, f"the chips of {command.slip} come back")
    else:
        check_one_signed(command, VOID, f"{command.slip} is voided")
    voided = came_back or _open(state, command.slip)
    yield Dated(
        e.SlipVoidTold(
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


def while_closed(command: c.Command) -> str:
    """What a refusal says further of chips that would move at a closed table; empty for anything else."""
    return CHIPS_WAIT if isinstance(command, (c.ReceiveFill, c.HandOverCredit)) else ""


def check_slips_done(state: State) -> None:
    """Raises Refused while a fill was not received, or a credit not handed over."""
    if state.slips.open:
        named = ", ".join(each.slip for each in state.slips.open)
        raise Refused(f"slip {named} is open: receive the fill, hand the credit over, or void it first")


def carried(slips: Iterable[OpenSlip]) -> tuple[e.CarriedSlip, ...]:
    """Slips as one day hands them to the next."""
    return tuple(
        e.CarriedSlip(
            slip=each.slip,
            kind=each.kind,
            pieces=dict(each.pieces),
            total=each.total,
            since=each.since,
            by_series={name: dict(pieces) for name, pieces in each.by_series},
        )
        for each in slips
    )


def check_by_croupier_and_chief(state: State, command: c.Signed, what: str) -> None:
    """Raises Refused unless a croupier who sits at the table and the chief have signed, two people."""
    check_croupiers_seated(state, command, what)
    check_signed(command, (CROUPIER, CHIEF), None, what)


def check_one_signed(command: c.Signed, roles: tuple[str, ...], what: str) -> None:
    """Raises Refused unless somebody of one of these roles has signed."""
    if not any(signature.role in roles for signature in command.signatures):
        raise Refused(f"{what}: nobody has signed who may")


def _check_request(state: State, command: c.SlipAsked, kind: e.SlipKind, series: tuple[str, ...]) -> None:
    try:
        said, place = kind_and_place(command.slip)
    except ValueError as error:
        raise Refused(str(error)) from None
    if said != kind:
        raise Refused(f"slip {command.slip} is no {kind}'s")
    if place <= dict(state.slips.highest).get(kind, 0):
        raise Refused(f"slip {command.slip} was asked for before: a new one has a number of its own")
    check_pieces(command.pieces, f"a {kind}")
    check_by_series(command.pieces, command.by_series, series, f"a {kind}")
    if command.closing and state.direction.counts_float and state.direction.float_at_closing is None:
        raise Refused(f"a closing {kind} comes after the closing count: count the float first")
    check_one_signed(command, ASK, f"a {kind} is asked for")


def _check_given(state: State, command: c.SlipAsked, series: tuple[str, ...]) -> None:
    check_pieces(command.pieces, f"slip {command.slip}")
    check_by_series(command.pieces, command.by_series, series, f"slip {command.slip}")


def _open(state: State, slip: str, kind: e.SlipKind | None = None) -> OpenSlip:
    found = state.slips.named(slip)
    if found is None or (kind and found.kind != kind):
        known = ", ".join(each.slip for each in state.slips.open) or "none"
        raise Refused(f"slip {slip or 'without a number'} is not open at this table; open: {known}")
    return found


def _said(command: c.SlipAsked, asked: OpenSlip | None = None) -> dict[str, Any]:
    return {
        "slip": command.slip,
        "pieces": command.pieces,
        "total": worth_of(command.pieces),
        "by_series": command.by_series,
        "closing": asked.closing if asked else command.closing,
    }
