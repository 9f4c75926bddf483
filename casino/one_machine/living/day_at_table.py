"""A table of the demonstration for its players: its state is that of the record, and their commands go through the
command handler.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max
from msgspec.structs import replace

from casino.one_machine.living.demonstration_people import TERMINAL, DemonstrationPeople
from casino.people.demonstration_house import CASINO_ID
from settlement.box_aggregate import handle_box_at_table
from settlement.models import Slip
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as slips
from tables.handling import Aggregate, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play import events as e
from tables.play.events import TABLE_EVENTS
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.simulation.day_under_way import CHIEF, SWEEPER, DayUnderWay, Teller
from tables.stream import read_stream


class DayAtTable(DayUnderWay):
    """One gaming day (ISO date) of a table.

    It reads the record from its beginning, so it knows the chips of players and float from earlier play. Time goes on
    by itself, `pace` times as fast for the players. Necessary waits add up in `pause`, until the table is looked at
    again.
    """

    def __init__(
        self,
        table: str,
        day: str,
        rulebook: Rulebook,
        now: datetime,
        *,
        people: DemonstrationPeople,
        reliefs: Sequence[e.Person],
        pace: float,
        wheel_serial: str,
    ) -> None:
        super().__init__(rulebook, now, State(), wheel_serial=wheel_serial)
        self.table, self.day = table, day
        self.reliefs = reliefs
        self.pause = 0.0
        self.last_at = now
        """Time (UTC) of the last act of somebody else at the table, or of the reader's last report."""
        self.ball_runs = False
        """The reader has seen the launch of the running coup."""
        self._people, self._pace = people, pace
        self.catch_up()

    def catch_up(self) -> None:
        """Read the events recorded since the last call, by anybody."""
        stream = table_stream(self.table, self.day)
        for record in read_stream(CASINO_ID, stream, after_version=self.state.version):
            event = TABLE_EVENTS.read(record)
            self.purses.take(event, self.state)
            recorded = Recorded(event, record.version, record.occurred_at)
            self.state = evolve(self.state, recorded, self.rulebook)
            by = record.metadata.get("by") or {}
            if by.get("terminal") != TERMINAL and by.get("id") != SWEEPER.id:
                self.last_at = record.occurred_at
            self._follow(event)

    def _follow(self, event: e.AnyEvent) -> None:
        match event:
            case e.NumberFell():
                self.purses.settle(self.state, self.rulebook)
                self.ball_runs = False
            case e.BallLaunched(source="reader") | e.DirectionsSeen(source="reader"):
                self.ball_runs = True
            case e.BetsOpened() | e.LaunchFailed() | e.CoupAnnulled():
                self.ball_runs = False

    def next_slip(self, kind: e.SlipKind) -> int:
        """Return the next number; the slip gets its number when it is requested."""
        of_kind = Slip.objects.filter(casino_id=CASINO_ID, kind=kind)
        return (of_kind.aggregate(last=Max("place"))["last"] or 0) + 1

    def passed(self, since: datetime) -> float:
        return super().passed(since) * self._pace

    def wait(self, seconds: float) -> None:
        """The table is left alone for so long once this look at it is over."""
        self.pause += seconds

    def must(self, command: c.Command, by: Teller = CHIEF) -> None:
        if isinstance(command, c.Signed):
            signed = self._people.signatures(by.id, command.signatures, self.now)
            command = replace(command, signatures=signed or (self._people.own(by.id),))
        actor = self._people.actor(by.id)
        match command:
            case c.PlaceBox() | c.RemoveBox():
                handle_box_at_table(CASINO_ID, self.table, command, by=actor, now=self.now)
            case c.RequestFill() | c.RequestCredit():
                self._handle(NextSlipAggregate(CASINO_ID), self._requested(command), by)
            case c.ReceiveFill():
                received = slips.ReceiveSlip(signatures=command.signatures)
                self._handle(SlipAggregate(CASINO_ID, command.slip), received, by)
            case c.HandOverCredit():
                given = slips.HandOverSlip(signatures=command.signatures)
                self._handle(SlipAggregate(CASINO_ID, command.slip), given, by)
            case _:
                self._handle(TableAggregate(CASINO_ID, self.table), command, by)
        self.catch_up()

    def _handle(self, aggregate: Aggregate, command: object, by: Teller) -> None:  # type: ignore[type-arg]
        handle(aggregate, command, by=self._people.actor(by.id), now=self.now)

    def _requested(self, command: c.RequestFill | c.RequestCredit) -> slips.RequestSlip:
        return slips.RequestSlip(
            kind="fill" if isinstance(command, c.RequestFill) else "credit",
            table=self.table,
            pieces=command.pieces,
            by_series=command.by_series,
            signatures=command.signatures,
        )
