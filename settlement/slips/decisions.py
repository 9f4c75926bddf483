"""Who may do what with a slip, and when; and who signs for it.

A fill is asked for at the pit, issued at the chip bank, carried, and received at the table. A credit is asked for at
the pit, issued, handed over at the table, and received at the bank. What happens at the table itself (a croupier and
the chief sign) is decided there as well, by `tables.play.slips`; the door carries it out.
"""

from collections.abc import Sequence
from typing import Any

from settlement.slips import commands as c
from settlement.slips import events as e
from settlement.slips.life import WAYS, SlipLife, Status, was_made
from tables.play.events import Pieces
from tables.play.pieces import check_by_series, check_pieces, sum_of, worth_of
from tables.play.signatures import ROLES, check_signed
from tables.play.slip_numbers import slip_number
from tables.play.slips import ASK, CHIEF, CROUPIER, VOID
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused

BANK = ("cash_desk",)
"""Who issues a slip, sends it on its way and receives a credit."""
REPRINT = (*BANK, *ASK)
CAME_BACK_TO_THE_BANK: tuple[Status, ...] = ("issued", "carried")
WORDS_AT_MOST = 200
STANDS: dict[Status, str] = {
    "carried": "on its way to the table",
    "handed_over": "handed over at the table",
}
"""How a slip stands, where what was done last does not say it."""


def requested(
    command: c.RequestSlip, place: int, day: str, currency: str, values: Sequence[int] = ()
) -> e.SlipRequested:
    """The slip that comes of a request: the next of its kind, on the table's gaming day. Raises Refused.

    `values` are those of the house's chips (minor units), where it has counted them by series.
    """
    check_pieces(command.pieces, f"a {command.kind}")
    check_by_series(command.pieces, command.by_series, tuple(command.by_series), f"a {command.kind}")
    for value in command.pieces:
        if values and value not in values:
            raise Refused(f"a {command.kind}: the house has no chips of {in_words(value, currency)}")
    _check_signed(command, ASK, f"a {command.kind} is asked for at the pit")
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


def decide(slip: SlipLife, command: c.AnyOnSlip) -> e.AnySlipEvent:
    """What comes of `command` on a slip that there is. Raises Refused."""
    match command:
        case c.IssueSlip():
            return _issued(slip, command)
        case c.CarrySlip():
            _check_next(slip, "carried")
            _check_signed(command, BANK, f"{slip.number} leaves the bank")
            carrier = _words(command.carrier, "who carries it") or slip.carrier
            return e.SlipCarried(**_of(slip), carrier=carrier)
        case c.HandOverSlip():
            _check_next(slip, "handed_over")
            check_signed(command, (CROUPIER, CHIEF), None, f"credit {slip.number} is handed over")
            return e.SlipHandedOver(**_of(slip), carrier=slip.carrier)
        case c.ReceiveSlip():
            return _received(slip, command)
        case c.VoidSlip():
            return _voided(slip, command)
        case c.ReprintSlip():
            if slip.status == "requested":
                raise Refused(f"{slip.number} is requested: it is printed once the cash desk has issued it")
            _check_signed(command, REPRINT, f"{slip.number} is printed again")
            return e.SlipReprinted(**_of(slip), copy=slip.reprints + 1)


def _issued(slip: SlipLife, command: c.IssueSlip) -> e.SlipIssued:
    _check_next(slip, "issued")
    pieces = command.pieces or slip.requested
    series = _series_of(slip, command.pieces, command.by_series)
    check_pieces(pieces, slip.number)
    check_by_series(pieces, series, tuple(series), slip.number)
    reason = _words(command.reason, "the reason")
    if (pieces, series) != (slip.requested, slip.by_series) and not reason:
        raise Refused(f"{slip.number} is issued with other pieces than were requested: say why")
    carrier = _words(command.carrier, "who carries it")
    if not carrier:
        raise Refused(f"{slip.number}: say who carries it")
    _check_signed(command, BANK, f"{slip.number} is {was_made(slip.kind, 'issued')}")
    return e.SlipIssued(**_of(slip, pieces, series), carrier=carrier, reason=reason)


def _received(slip: SlipLife, command: c.ReceiveSlip) -> e.SlipReceived:
    _check_next(slip, "received")
    pieces = command.pieces or slip.pieces
    series = _series_of(slip, command.pieces, command.by_series)
    if slip.kind == "fill":
        if (pieces, series) != (slip.pieces, slip.by_series):
            raise Refused(f"{slip.number} brings other pieces than its slip says: void it, and ask again")
        check_signed(command, (CROUPIER, CHIEF), None, f"fill {slip.number} is received")
        return e.SlipReceived(**_of(slip))
    check_pieces(pieces, slip.number)
    check_by_series(pieces, series, tuple(series), slip.number)
    reason = _words(command.reason, "the reason")
    _check_signed(command, BANK, f"{slip.number} is received at the bank")
    if (pieces, series) == (slip.pieces, slip.by_series):
        return e.SlipReceived(**_of(slip), reason=reason)
    if not reason:
        raise Refused(f"{slip.number} has other pieces than left the table: say what was found")
    return e.SlipReceived(**_of(slip, pieces, series), reason=reason, expected=slip.pieces)


def _voided(slip: SlipLife, command: c.VoidSlip) -> e.SlipVoided:
    """Whoever takes the chips back signs: the bank those of a fill, croupier and chief those of a credit."""
    _check_open(slip)
    reason = _words(command.reason, "the reason")
    if not reason:
        raise Refused(f"{slip.number} is voided with a reason only")
    if slip.status == "handed_over":
        check_signed(command, (CROUPIER, CHIEF), None, f"the chips of {slip.number} come back to the table")
    elif slip.kind == "fill" and slip.status in CAME_BACK_TO_THE_BANK:
        _check_signed(command, BANK, f"the chips of {slip.number} come back to the bank")
    else:
        _check_signed(command, VOID, f"{slip.number} is voided")
    return e.SlipVoided(**_of(slip), was=slip.status, reason=reason)


def _check_next(slip: SlipLife, step: Status) -> None:
    _check_open(slip)
    way = WAYS[slip.kind]
    if step not in way:
        raise Refused(f"{slip.number} is a {slip.kind}, and is never {_stands(slip, step)}")
    if way.index(step) != way.index(slip.status) + 1:
        following = _stands(slip, way[way.index(slip.status) + 1])
        raise Refused(f"{slip.number} is {_stands(slip, slip.status)}: next it is {following}")


def _stands(slip: SlipLife, status: Status) -> str:
    return STANDS.get(status) or was_made(slip.kind, status)


def _check_open(slip: SlipLife) -> None:
    if slip.ended:
        raise Refused(f"{slip.number} was {slip.status}: nothing more comes of it")


def _check_signed(command: Any, roles: Sequence[str], what: str) -> None:
    if not any(signature.role in roles for signature in command.signatures):
        right = " or ".join(ROLES[role] for role in roles)
        raise Refused(f"{what}: {right} has to sign, and nobody did")


def _series_of(slip: SlipLife, pieces: Pieces, by_series: dict[str, Pieces]) -> dict[str, Pieces]:
    """The series of what was counted; where that is told without them and the slip is of one series, of that one."""
    if by_series or not slip.by_series:
        return by_series
    if not pieces or pieces == sum_of(slip.by_series):
        return slip.by_series
    if len(slip.by_series) == 1:
        return dict.fromkeys(slip.by_series, pieces)
    raise Refused(f"{slip.number} is of several series: count each")


def _of(
    slip: SlipLife, pieces: Pieces | None = None, by_series: dict[str, Pieces] | None = None
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


def _words(said: str, what: str) -> str:
    words = said.strip()
    if len(words) > WORDS_AT_MOST:
        raise Refused(
            f"{what}: {WORDS_AT_MOST} characters at most are right", limit=WORDS_AT_MOST, value=len(words)
        )
    return words
