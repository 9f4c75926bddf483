"""Slips under the command handler: decided on their own streams, and carried out at the table where they touch it.

One transaction does both, so that no slip is received that the table does not have in its float, and no chips are there
without their slip. Whoever comes here (a screen of the pit, the cash desk, a cash system) may do what those who signed
may do; nothing else lets anybody receive at a table.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from settlement.models import Slip
from settlement.slips import commands as c
from settlement.slips import events as e
from settlement.slips.decide import decide, requested
from settlement.slips.evolve import evolve
from settlement.slips.state import SlipState, number_of, slip_stream, step_of
from tables.handling import Aggregate, Happened, How, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.chip_series_in_force import casino_series, hold_casino
from tables.play import commands as t
from tables.play.events import SlipKind
from tables.play.slips.questions import slip_number
from tables.play.state import State
from tables.refusal import Refused
from tables.stream import Appended, read_stream

AT_THE_TABLE: dict[
    SlipKind, tuple[type[t.RequestFill | t.RequestCredit], type[t.ReceiveFill | t.HandOverCredit]]
]
AT_THE_TABLE = {"fill": (t.RequestFill, t.ReceiveFill), "credit": (t.RequestCredit, t.HandOverCredit)}
"""Commands at the table for a request, and for the movement of the chips."""


class UnknownSlip(Refused):
    """The casino has no slip of that number."""


class NextSlipAggregate(Aggregate[c.RequestSlip, SlipState, e.AnySlipEvent]):
    """The slip that comes next of its kind. Requests of a casino wait for each other, so that numbers have no gap: one
    that is refused uses none up."""

    codec = e.SLIP_EVENTS
    place: int
    number: str
    requesting: State

    @property
    def stream_id(self) -> str:
        return slip_stream(self.number)

    @property
    def name(self) -> str:
        return "the next slip"

    @property
    def key_scope(self) -> str:
        return slip_stream("request")

    def load(self, command: c.RequestSlip, now: datetime) -> SlipState:
        hold_casino(self.casino_id)
        slips = Slip.objects.filter(casino_id=self.casino_id, kind=command.kind)
        self.place = (slips.aggregate(last=Max("place"))["last"] or 0) + 1
        self.number = slip_number(command.kind, self.place)
        return SlipState()

    def current(self, earlier: Appended) -> SlipState:
        return slip_of(self.casino_id, number_of(earlier.events[0].stream_id))

    def prepare(self, state: SlipState, command: c.RequestSlip, how: How) -> SlipState:
        """The table asks for it first, and may refuse to."""
        request = AT_THE_TABLE[command.kind][0](
            slip=self.number,
            pieces=command.pieces,
            by_series=command.by_series,
            closing=command.closing,
            signatures=command.signatures,
        )
        self.requesting = handle(TableAggregate(self.casino_id, command.table), request, **how).state
        return state

    def decide(self, state: SlipState, command: c.RequestSlip, at: datetime) -> tuple[e.AnySlipEvent]:
        day, currency = self.requesting.day, self.requesting.currency
        return (requested(command, self.place, day, currency, _values(self.casino_id)),)

    def evolve(self, state: SlipState, happened: Happened[e.AnySlipEvent]) -> SlipState:
        return evolve(state, happened.event)


class SlipAggregate(Aggregate[c.AnyOnSlip, SlipState, e.AnySlipEvent]):
    codec = e.SLIP_EVENTS

    def __init__(self, casino_id: int, number: str) -> None:
        super().__init__(casino_id)
        self.number = number

    @property
    def stream_id(self) -> str:
        return slip_stream(self.number)

    def load(self, command: c.AnyOnSlip, now: datetime) -> SlipState:
        """Wait for the command before on this slip, and load the slip after it."""
        rows = Slip.objects.select_for_update().filter(casino_id=self.casino_id, number=self.number)
        if rows.first() is None:
            raise _unknown(self.number)
        return self.slip()

    def slip(self) -> SlipState:
        """The slip, evolved from its stream. Raises UnknownSlip."""
        slip = self.evolved(read_stream(self.casino_id, self.stream_id), SlipState())
        if not slip.version:
            raise _unknown(self.number)
        return slip

    def current(self, earlier: Appended) -> SlipState:
        return self.slip()

    def overtaken(self, state: SlipState) -> Refused:
        step = step_of(state.kind, state.status)
        return Refused("slip-changed-meanwhile", slip=self.number, step=step)

    def decide(self, state: SlipState, command: c.AnyOnSlip, at: datetime) -> tuple[e.AnySlipEvent]:
        return (decide(state, command),)

    def evolve(self, state: SlipState, happened: Happened[e.AnySlipEvent]) -> SlipState:
        return evolve(state, happened.event)

    def before_append(
        self,
        state: SlipState,
        command: c.AnyOnSlip,
        events: Sequence[e.AnySlipEvent],
        how: How,
    ) -> None:
        """Give the table its own part of the command."""
        for event in events:
            at_the_table = _at_the_table(state, command, event)
            if at_the_table is not None:
                table = TableAggregate(self.casino_id, state.table)
                handle(table, at_the_table, check=lambda now: _check_known(now, state), **how)


def slip_of(casino_id: int, number: str) -> SlipState:
    """The slip of that number, evolved from its stream. Raises UnknownSlip."""
    return SlipAggregate(casino_id, number).slip()


def _unknown(number: str) -> UnknownSlip:
    return UnknownSlip("slip-unknown", slip=number)


def _at_the_table(slip: SlipState, command: c.AnyOnSlip, event: e.AnySlipEvent) -> t.Command | None:
    """Return the table's command for this event of the slip; None if the event does not concern the table."""
    moves = isinstance(event, e.SlipHandedOver) or (slip.kind == "fill" and isinstance(event, e.SlipReceived))
    if moves:
        return AT_THE_TABLE[slip.kind][1](
            slip=slip.number, pieces=event.pieces, by_series=event.by_series, signatures=command.signatures
        )
    if isinstance(event, e.SlipVoided):
        return t.TellSlipVoided(slip=slip.number, reason=event.reason, signatures=command.signatures)
    return None


def _check_known(state: State, slip: SlipState) -> None:
    """Raises Refused unless the slip is of the table's day, or was handed on to it by the last one."""
    if state.day != slip.day and slip.number not in state.slips.carried:
        raise Refused(
            "slip-of-another-day", slip=slip.number, day=slip.day, table=state.table, open_for=state.day
        )


def _values(casino_id: int) -> tuple[int, ...]:
    """Return the values of the casino's chips in play, in minor units; none if it does not distinguish series."""
    series = casino_series(casino_id)
    return tuple(value for each in series.series for value, _ in each.issued)
