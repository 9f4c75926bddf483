"""The door to a slip: decided on its own stream, carried out at the table where it touches it, and recorded.

One transaction does both, so that no slip is received that the table does not have in its float, and no chips are there
without their slip. Whoever comes here (a screen of the pit, the cash desk, a cash system) may do what those who signed
may do; nothing else lets anybody receive at a table.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from settlement.door_record import record
from settlement.models import Slip
from settlement.slips import commands as c
from settlement.slips import events as e
from settlement.slips.decisions import decide, requested
from settlement.slips.folding import evolve
from settlement.slips.life import SlipLife, was_made
from settlement.slips.naming import number_of, slip_stream
from tables.house.door import Actor, carry_out
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house, house_series
from tables.play import commands as t
from tables.play.events import SlipKind
from tables.play.slip_numbers import slip_number
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.stream import read_stream, recall

AT_THE_TABLE: dict[
    SlipKind, tuple[type[t.RequestFill | t.RequestCredit], type[t.ReceiveFill | t.HandOverCredit]]
]
AT_THE_TABLE = {"fill": (t.RequestFill, t.ReceiveFill), "credit": (t.RequestCredit, t.HandOverCredit)}
"""What a request is at the table, and what moves the chips there."""


class UnknownSlip(Refused):
    """The casino has no slip of that number."""


def request_slip(
    casino_id: int, command: c.RequestSlip, *, by: Actor, now: datetime, idempotency_key: str | None = None
) -> SlipLife:
    """Asks for a fill or a credit under the next number of its kind, and gives the slip.

    Requests of a casino wait for each other here, so that numbers have no gap: one that is refused uses none up. Raises
    Refused, and then has recorded nothing; IdempotencyConflict for a key that was used for another command.
    """
    key = key_of(slip_stream("request"), command, idempotency_key)
    with transaction.atomic():
        hold_house(casino_id)
        if key is not None:
            earlier = recall(casino_id, key)
            if earlier is not None:
                return slip_of(casino_id, number_of(earlier.events[0].stream_id))
        last = Slip.objects.filter(casino_id=casino_id, kind=command.kind).aggregate(last=Max("place"))[
            "last"
        ]
        place = (last or 0) + 1
        asked = AT_THE_TABLE[command.kind][0](
            slip=slip_number(command.kind, place),
            pieces=command.pieces,
            by_series=command.by_series,
            closing=command.closing,
            signatures=command.signatures,
        )
        state = carry_out(casino_id, command.table, asked, by=by, now=now).state
        event = requested(command, place, state.day, state.currency, _values(casino_id))
        said = e.to_record(event)
        record(casino_id, slip_stream(event.slip), said, command, by=by, now=now, after=0, key=key)
    return evolve(SlipLife(), event)


def say_to_slip(
    casino_id: int,
    number: str,
    command: c.AnyOnSlip,
    *,
    by: Actor,
    now: datetime,
    seen: int | None = None,
    idempotency_key: str | None = None,
) -> SlipLife:
    """Carries `command` out on the slip of that number, and gives the slip after it.

    `seen` is the version of the slip that the command was meant for. Raises Refused, and then has recorded nothing;
    IdempotencyConflict for a key that was used for another command.
    """
    key = key_of(slip_stream(number), command, idempotency_key)
    with transaction.atomic():
        _hold(casino_id, number)
        if key is not None and recall(casino_id, key) is not None:
            return slip_of(casino_id, number)
        slip = slip_of(casino_id, number)
        if seen is not None and seen != slip.version:
            raise Refused(
                f"{number} was {was_made(slip.kind, slip.status)} meanwhile: look at it, and go on there"
            )
        event = decide(slip, command)
        told = _told_at_the_table(slip, command, event)
        if told is not None:
            carry_out(
                casino_id, slip.table, told, by=by, now=now, check=lambda state: _check_known(state, slip)
            )
        said = e.to_record(event)
        record(casino_id, slip_stream(number), said, command, by=by, now=now, after=slip.version, key=key)
    return evolve(slip, event)


def slip_of(casino_id: int, number: str) -> SlipLife:
    """The slip of that number, folded from its stream. Raises UnknownSlip."""
    slip = SlipLife()
    for recorded in read_stream(casino_id, slip_stream(number)):
        slip = evolve(slip, e.from_record(recorded.type, recorded.data))
    if not slip.version:
        raise UnknownSlip(f"there is no slip {number or 'without a number'}")
    return slip


def _hold(casino_id: int, number: str) -> None:
    """Waits for whoever does something with this slip; what comes after finds it as they left it."""
    if Slip.objects.select_for_update().filter(casino_id=casino_id, number=number).first() is None:
        raise UnknownSlip(f"there is no slip {number or 'without a number'}")


def _told_at_the_table(slip: SlipLife, command: c.AnyOnSlip, event: e.AnySlipEvent) -> t.Command | None:
    """What of it happens at the table; None where nothing does."""
    moves = isinstance(event, e.SlipHandedOver) or (slip.kind == "fill" and isinstance(event, e.SlipReceived))
    if moves:
        return AT_THE_TABLE[slip.kind][1](
            slip=slip.number, pieces=event.pieces, by_series=event.by_series, signatures=command.signatures
        )
    if isinstance(event, e.SlipVoided):
        return t.TellSlipVoided(slip=slip.number, reason=event.reason, signatures=command.signatures)
    return None


def _check_known(state: State, slip: SlipLife) -> None:
    """Raises Refused unless the slip is of the table's day, or was handed on to it by the last one."""
    if state.day != slip.day and slip.number not in state.slips.carried:
        raise Refused(
            f"{slip.number} is of {slip.day}, and {state.table} is open for {state.day or 'no day'}"
        )


def _values(casino_id: int) -> tuple[int, ...]:
    """The values of the house's chips that are in play, in minor units; none where it does not tell series apart."""
    series = house_series(casino_id)
    return tuple(value for each in series.series for value, _ in each.issued)
