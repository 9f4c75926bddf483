"""Steps of a slip: allowed people, order, and signatures.

A fill is requested at the pit, issued at the chip bank, carried, and received at the table. A credit is requested at
the pit, issued, handed over at the table, and received at the bank. `tables.play.slips` decides the steps at the table
itself, which a croupier and the chief sign; the handler carries them out.
"""

from collections.abc import Sequence
from typing import Any

from settlement.slips import commands as c
from settlement.slips import events as e
from settlement.slips.state import LEFT_THE_BANK, WAYS, SlipState, Status, step_of
from tables.money import Money
from tables.play.command import reason_of
from tables.play.events import Pieces
from tables.play.pieces import check_by_series, check_pieces, sum_of, worth_of
from tables.play.signatures import check_any_signed, check_signed
from tables.play.slips.questions import ASK, CHIEF, CROUPIER, VOID, slip_number
from tables.refusal import Refused

BANK = ("cash_desk",)
"""Roles that issue a slip, send it on its way and receive a credit."""
REPRINT = (*BANK, *ASK)
CARRIER_AT_MOST = 200


def requested(
    command: c.RequestSlip, place: int, day: str, currency: str, values: Sequence[int] = ()
) -> e.SlipRequested:
    """Return the slip of a request: the next of its kind, on the table's gaming day. Raises Refused.

    `values` are those of the casino's chips (minor units), if the casino has counted them by series.
    """
    check_pieces(command.pieces, command.kind)
    check_by_series(command.pieces, command.by_series, tuple(command.by_series), command.kind)
    for value in command.pieces:
        if values and value not in values:
            raise Refused("slip-of-unknown-value", kind=command.kind, amount=Money(value, currency))
    check_any_signed(command, ASK, Refused("slip-request-unsigned", kind=command.kind, roles=ASK))
    return e.SlipRequested(
        slip=slip_number(command.kind, place),
        kind=command.kind,
        table=command.table,
        day=day,
        currency=currency,
        pieces=command.pieces,
        total=worth_of(command.pieces),
        by_series=command.by_series,
        closing=command.closing,
    )


def decide(slip: SlipState, command: c.AnyOnSlip) -> e.AnySlipEvent:
    """Return the event of `command` on an existing slip. Raises Refused."""
    match command:
        case c.IssueSlip():
            return _issued(slip, command)
        case c.CarrySlip():
            _check_next(slip, "carried")
            check_any_signed(command, BANK, Refused("slip-departure-unsigned", slip=slip.number, roles=BANK))
            carrier = _carrier(command.carrier) or slip.carrier
            return e.SlipCarried(**_of(slip), carrier=carrier)
        case c.HandOverSlip():
            _check_next(slip, "handed_over")
            check_signed(command, (CROUPIER, CHIEF), None, "credit-handed-over", slip=slip.number)
            return e.SlipHandedOver(**_of(slip), carrier=slip.carrier)
        case c.ReceiveSlip():
            return _received(slip, command)
        case c.VoidSlip():
            return _voided(slip, command)
        case c.ReprintSlip():
            if slip.status == "requested":
                raise Refused("slip-not-issued-yet", slip=slip.number)
            check_any_signed(
                command, REPRINT, Refused("slip-reprint-unsigned", slip=slip.number, roles=REPRINT)
            )
            return e.SlipReprinted(**_of(slip), copy=slip.reprints + 1)


def _issued(slip: SlipState, command: c.IssueSlip) -> e.SlipIssued:
    _check_next(slip, "issued")
    pieces = command.pieces or slip.requested
    series = _series_of(slip, command.pieces, command.by_series)
    check_pieces(pieces, "slip-by-number", slip=slip.number)
    check_by_series(pieces, series, tuple(series), "slip-by-number", slip=slip.number)
    reason = reason_of(command.reason)
    if (pieces, series) != (slip.requested, slip.by_series) and not reason:
        raise Refused("slip-issued-otherwise-without-reason", slip=slip.number)
    carrier = _carrier(command.carrier)
    if not carrier:
        raise Refused("slip-without-carrier", slip=slip.number)
    issue = step_of(slip.kind, "issued")
    check_any_signed(command, BANK, Refused("slip-issue-unsigned", slip=slip.number, step=issue, roles=BANK))
    return e.SlipIssued(**_of(slip, pieces, series), carrier=carrier, reason=reason)


def _received(slip: SlipState, command: c.ReceiveSlip) -> e.SlipReceived:
    _check_next(slip, "received")
    pieces = command.pieces or slip.pieces
    series = _series_of(slip, command.pieces, command.by_series)
    if slip.kind == "fill":
        if (pieces, series) != (slip.pieces, slip.by_series):
            raise Refused("fill-with-other-pieces", slip=slip.number)
        check_signed(command, (CROUPIER, CHIEF), None, "fill-received", slip=slip.number)
        return e.SlipReceived(**_of(slip))
    check_pieces(pieces, "slip-by-number", slip=slip.number)
    check_by_series(pieces, series, tuple(series), "slip-by-number", slip=slip.number)
    reason = reason_of(command.reason)
    check_any_signed(command, BANK, Refused("slip-receipt-unsigned", slip=slip.number, roles=BANK))
    if (pieces, series) == (slip.pieces, slip.by_series):
        return e.SlipReceived(**_of(slip), reason=reason)
    if not reason:
        raise Refused("credit-with-other-pieces", slip=slip.number)
    return e.SlipReceived(**_of(slip, pieces, series), reason=reason, expected=slip.pieces)


def _voided(slip: SlipState, command: c.VoidSlip) -> e.SlipVoided:
    """Return the voiding of the slip.

    The receiver of returned chips signs: the bank for a fill, croupier and chief for a credit. Otherwise a role of VOID
    signs. Raises Refused.
    """
    _check_open(slip)
    reason = reason_of(command.reason)
    if not reason:
        raise Refused("slip-void-without-reason", slip=slip.number)
    if slip.status == "handed_over":
        check_signed(command, (CROUPIER, CHIEF), None, "slip-chips-back-at-table", slip=slip.number)
    elif slip.kind == "fill" and slip.status in LEFT_THE_BANK:
        check_any_signed(command, BANK, Refused("slip-return-unsigned", slip=slip.number, roles=BANK))
    else:
        check_any_signed(command, VOID, Refused("slip-void-unsigned", slip=slip.number, roles=VOID))
    return e.SlipVoided(**_of(slip), was=slip.status, reason=reason)


def _check_next(slip: SlipState, step: Status) -> None:
    _check_open(slip)
    way = WAYS[slip.kind]
    if step not in way:
        never = step_of(slip.kind, step)
        raise Refused("slip-of-a-kind-without-step", slip=slip.number, kind=slip.kind, step=never)
    if way.index(step) != way.index(slip.status) + 1:
        following = way[way.index(slip.status) + 1]
        raise Refused(
            "slip-step-out-of-order",
            slip=slip.number,
            status=step_of(slip.kind, slip.status),
            following=step_of(slip.kind, following),
        )


def _check_open(slip: SlipState) -> None:
    if slip.ended:
        raise Refused("slip-ended", slip=slip.number, step=slip.status)


def _series_of(slip: SlipState, pieces: Pieces, by_series: dict[str, Pieces]) -> dict[str, Pieces]:
    """Return the series of the counted pieces; without an entry on a slip of one series, that series."""
    if by_series or not slip.by_series:
        return by_series
    if not pieces or pieces == sum_of(slip.by_series):
        return slip.by_series
    if len(slip.by_series) == 1:
        return dict.fromkeys(slip.by_series, pieces)
    raise Refused("slip-of-several-series", slip=slip.number)


def _of(
    slip: SlipState, pieces: Pieces | None = None, by_series: dict[str, Pieces] | None = None
) -> dict[str, Any]:
    of = slip.pieces if pieces is None else pieces
    return {
        "slip": slip.number,
        "kind": slip.kind,
        "table": slip.table,
        "day": slip.day,
        "currency": slip.currency,
        "pieces": of,
        "total": worth_of(of),
        "by_series": slip.by_series if by_series is None else by_series,
        "closing": slip.closing,
    }


def _carrier(entered: str) -> str:
    carrier = entered.strip()
    if len(carrier) > CARRIER_AT_MOST:
        raise Refused("carrier-too-long", limit=CARRIER_AT_MOST, value=len(carrier))
    return carrier
