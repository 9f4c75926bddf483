"""A table's record in memory. It takes observations by the same rules as `tables.handling.observations`, without a
database: the transaction around them is what is missing."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from tables.handling.models import WheelReader
from tables.handling.observations import Standing, key_of, report_to_table
from tables.handling.table_readers import TableReaders
from tables.play import commands as c
from tables.play.decide import decide
from tables.play.events import Event
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.reader.observation import Observation
from tables.play.reader.timing import TOLERANCE, date
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.wheels.drivers.driver import KnownGame
from tables.wheels.known_games import LOOK_BACK, game_of
from testkit.play import opening, signed_by_house


class SequenceReused(Exception):
    """Another observation has this sequence."""


class Happened(msgspec.Struct, frozen=True):
    """An event of the table, and the key of the observation that caused it; empty if a person did."""

    event: Event
    at: datetime
    cause: str
    before: State


class RecordInHand:
    """One table with its readers. `watch` is called with each event as it is recorded."""

    def __init__(
        self, rulebook: Rulebook, readers: Sequence[WheelReader], now: datetime, *, takes_over: bool = False
    ) -> None:
        """Open a table with these readers, of which one is the primary. With `takes_over` a witness acts for it."""
        self.rulebook = rulebook
        self.state = State()
        self.clock = now
        """The database's clock."""
        self.watch: Callable[[Happened], None] = lambda _: None
        self._readers = {reader.code: reader for reader in readers}
        self._roles = TableReaders(
            primary=next(reader.code for reader in readers if reader.role == "primary"),
            witnesses=frozenset(reader.code for reader in readers if reader.role != "primary"),
            takes_over=takes_over,
        )
        self._leases = dict.fromkeys(self._readers, 0)
        self._bodies: dict[str, bytes] = {}
        self._streams: dict[str, list[tuple[str, dict[str, Any]]]] = {reader: [] for reader in self._readers}
        self._heads: dict[str, datetime] = {}
        self.do(opening(rulebook))

    @property
    def witnesses(self) -> frozenset[str]:
        """The codes of the witness readers."""
        return self._roles.witnesses

    # ---- people

    def do(self, command: c.Command) -> None:
        """Handle a person's command now. Raises Refused."""
        self._handle(signed_by_house(command, self.rulebook, self.clock), self.clock, self.clock, "")

    # ---- readers

    def next_lease(self, reader: str) -> int:
        """Give the reader to another gateway."""
        self._leases[reader] += 1
        return self._leases[reader]

    def known_game(self, reader: str) -> KnownGame | None:
        """Return the last game of the reader that the record has."""
        return game_of(self._streams[reader][-LOOK_BACK:])

    def observe(self, seen: Observation, now: datetime) -> None:
        """Record an observation that a machine delivers at `now` by its own clock, as `tables.wheels.house` does.

        Raises Refused for an old lease, SequenceReused.
        """
        key = key_of(seen)
        before = self._bodies.get(key.key)
        if before is not None:
            if before != key.request:
                raise SequenceReused(seen.key)
            return
        standing = Standing(self._readers[seen.reader], self.state, self._roles)
        wrong = abs(now - self.clock) > TOLERANCE
        now = self.clock if wrong else now
        dated = date(seen, now, standing.follows(seen), by_wrong_clock=wrong)
        if seen.lease and seen.lease != self._leases[seen.reader]:
            raise Refused("reader-lease-lost", reader=seen.reader, lease=seen.lease)
        self._bodies[key.key] = key.request
        self._streams[seen.reader].append((f"observed_{seen.kind}", msgspec.to_builtins(seen)))
        self._append(seen.reader, now)

        def hand(command: c.Command, at: datetime, about: Mapping[str, str]) -> State:
            return self._handle(command, now, at, seen.key)

        report_to_table(standing, seen, dated, hand)

    def _append(self, stream: str, now: datetime) -> None:
        self._heads[stream] = max(now, self._heads.get(stream, now))

    def _handle(self, command: c.Command, now: datetime, at: datetime, cause: str) -> State:
        for dated in decide(self.state, command, self.rulebook, at):
            before = self.state
            recorded = Recorded(dated.event, before.version + 1, dated.at)
            self.state = evolve(before, recorded, self.rulebook)
            self.watch(Happened(dated.event, dated.at, cause, before))
        self._append("table", now)
        return self.state
