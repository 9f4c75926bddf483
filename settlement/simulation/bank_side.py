"""The slips of a simulated table's day: requested and received by the table's events, with the chip bank's steps
between them. It issues, sends and receives the requested chips, and some minutes go by.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from settlement.slips import commands as c
from settlement.slips import events as s
from settlement.slips.decide import decide, requested
from settlement.slips.evolve import evolve
from settlement.slips.state import SlipState, slip_stream
from tables.codec import encode
from tables.play import commands as t
from tables.play import events as e
from tables.play.events import Signature
from tables.play.slips.questions import kind_and_place
from tables.simulation.day_under_way import SimulatedEvent, Teller, signature
from tables.simulation.table_slips import CARRIED_AFTER, ISSUED_AFTER

DESK = Teller("cash-desk", "Cash desk (simulated)")
INSPECTOR = Teller("inspector", "Games inspector (simulated)")
CONTROLLER = Teller("controller", "Public controller (simulated)")
CARRIER = "Carrier (simulated)"


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a slip's or a box's stream after `version` of it, at a moment (UTC), with its author and
    signatories.
    """

    stream: str
    version: int
    type: str
    data: Mapping[str, object]
    at: datetime
    by: Teller
    signatures: Sequence[Signature]


BACK_AFTER = timedelta(seconds=150)
"""Time of a credit's chips on their way to the bank."""
AT_THE_BANK = (signature(DESK, "cash_desk"),)
SlipAtTable = e.FillRequested | e.CreditRequested
Step = tuple[datetime, str, c.AnyOnSlip]


class BankSide:
    """The slips of one table on one day, `currency` the table's. The bank's steps are due at their moments; `until`
    records them.
    """

    def __init__(self, table: str, day: str, currency: str) -> None:
        self._table, self._day, self._currency = table, day, currency
        self._slips: dict[str, SlipState] = {}
        self._due: list[Step] = []

    def until(self, moment: datetime) -> Iterator[Elsewhere]:
        """Yield the bank's steps up to then (UTC), in their order."""
        while self._due and self._due[0][0] <= moment:
            at, number, command = self._due.pop(0)
            yield self._decided(number, command, at, DESK)

    def follow(self, simulated: SimulatedEvent) -> Iterator[Elsewhere]:
        """Yield the events in a slip's own stream that follow an event of the table."""
        event, at = simulated.dated.event, simulated.dated.at
        signed = simulated.command.signatures if isinstance(simulated.command, t.Signed) else ()
        match event:
            case e.FillRequested() | e.CreditRequested():
                yield self._requested(event, at, simulated.by, signed)
            case e.FillReceived():
                yield self._decided(event.slip, c.ReceiveSlip(signatures=signed), at, simulated.by)
            case e.CreditHandedOver():
                yield self._decided(event.slip, c.HandOverSlip(signatures=signed), at, simulated.by)
                self._will(at + BACK_AFTER, event.slip, c.ReceiveSlip(signatures=AT_THE_BANK))

    def _requested(
        self, of_table: SlipAtTable, at: datetime, by: Teller, signed: tuple[e.Signature, ...]
    ) -> Elsewhere:
        kind, place = kind_and_place(of_table.slip)
        command = c.RequestSlip(
            kind=kind,
            table=self._table,
            pieces=of_table.pieces,
            by_series=of_table.by_series,
            closing=of_table.closing,
            signatures=signed,
        )
        issued = at + timedelta(seconds=ISSUED_AFTER)
        self._will(issued, of_table.slip, c.IssueSlip(carrier=CARRIER, signatures=AT_THE_BANK))
        if kind == "fill":
            self._will(
                at + timedelta(seconds=CARRIED_AFTER), of_table.slip, c.CarrySlip(signatures=AT_THE_BANK)
            )
        event = requested(command, place, self._day, self._currency)
        return self._elsewhere(SlipState(number=of_table.slip), event, at, by, signed)

    def _decided(self, number: str, command: c.AnyOnSlip, at: datetime, by: Teller) -> Elsewhere:
        slip = self._slips[number]
        return self._elsewhere(slip, decide(slip, command), at, by, command.signatures)

    def _elsewhere(
        self,
        slip: SlipState,
        event: s.AnySlipEvent,
        at: datetime,
        by: Teller,
        signed: tuple[e.Signature, ...],
    ) -> Elsewhere:
        self._slips[slip.number] = evolve(slip, event)
        type_, data = encode(event)
        return Elsewhere(
            stream=slip_stream(slip.number),
            version=slip.version,
            type=type_,
            data=data,
            at=at,
            by=by,
            signatures=signed,
        )

    def _will(self, at: datetime, number: str, command: c.AnyOnSlip) -> None:
        self._due = sorted((*self._due, (at, number, command)), key=lambda step: step[0])
