"""A table's record in the database, as `testkit.spins` plays on it: commands and observations are really handled."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.utils import timezone

from tables.handling.models import GamingTable, WheelReader
from tables.handling.observations import observe
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play.events import TABLE_EVENTS
from tables.play.reader.observation import Observation
from tables.stream import IdempotencyConflict, read_stream
from tables.wheels.drivers.driver import KnownGame
from tables.wheels.known_games import last_game
from tables.wheels.models import ReaderLease
from testkit.house import OpenHouse
from testkit.spins.record import Happened, RecordInHand, SequenceReused
from testkit.spins.setup import Setup

JUDGED = ("violation_raised", "violation_resolved", "deadline_warned")
"""Events of the shift rules, by which the record in memory does not judge."""
CAUSE = "observation:"


class RecordInDatabase(RecordInHand):
    """One table of a casino with its readers."""

    def __init__(self, casino_id: int, rulebook: str, setup: Setup, now: datetime) -> None:
        """Open the table with the readers of this setup."""
        readers = [reader.registered() for reader in setup.readers]
        self._house = OpenHouse(casino_id, rulebook, now=now, day=None)
        self._version = 0
        super().__init__(self._house.rulebook, readers, now, takes_over=setup.takes_over)
        WheelReader.objects.filter(casino_id=casino_id).delete()
        GamingTable.objects.filter(casino_id=casino_id).update(witness_takes_over=setup.takes_over)
        for reader in readers:
            reader.casino_id = casino_id
            reader.save()
        self._read()

    def _read(self) -> None:
        """Watch the events that the last command recorded."""
        house, before = self._house, self.state
        self.state = house.state
        stream = table_stream(house.table, house.day)
        for each in read_stream(house.casino_id, stream, after_version=self._version):
            self._version = each.version
            if each.type not in JUDGED:
                cause = str(each.metadata.get("cause", "")).removeprefix(CAUSE)
                event = TABLE_EVENTS.decode(each.type, each.data)
                self.watch(Happened(event, each.occurred_at, cause, before))

    def do(self, command: c.Command) -> None:
        if isinstance(command, c.OpenTable):
            return  # the house has opened it
        self._house.now = self.clock
        try:
            self._house.do(command)
        finally:
            self._read()

    def next_lease(self, reader: str) -> int:
        number = super().next_lease(reader)
        ReaderLease.objects.update_or_create(
            casino_id=self._house.casino_id,
            reader=reader,
            defaults={
                "lease": number,
                "spool": uuid4(),
                "holder": "test",
                "expires_at": timezone.now() + timedelta(hours=1),
            },
        )
        return number

    def known_game(self, reader: str) -> KnownGame | None:
        return last_game(self._house.casino_id, reader)

    def observe(self, seen: Observation, now: datetime) -> None:
        try:
            observe(self._house.casino_id, seen.reader, seen, now)
        except IdempotencyConflict as reused:
            raise SequenceReused(seen.key) from reused
        finally:
            self._read()
