"""A casino with an open table in the database, for tests: commands are really handled."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec
from django.conf import settings
from msgspec.structs import replace

from tables.handling import Actor, Outcome, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable, WheelReader
from tables.handling.projections.table_snapshots import newest_state
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play.state import State
from tables.roulette.loader import rulebook_named
from tables.stream import RecordedEvent, read_stream
from testkit.play import NOON, opening, repeated_aloud, signed_by_house

NO_COLOURS: Mapping[str, int] = MappingProxyType({})
NO_PAR: Mapping[int, int] = MappingProxyType({})
BOSS = Actor(id="boss", name="Pit boss (demo)", terminal="pit-1")


class OpenHouse:
    """One table of the casino, registered with a reader `W-<table>` and opened for `day`.

    With `chip_colours` (so many chips of each) it has the symbol `*<table>`; with a `par` (pieces by value in minor
    units) it is an imprest table. Without a `day` it is open for the one that `now` belongs to.
    """

    def __init__(
        self,
        casino_id: int,
        rulebook: str,
        *,
        table: str = "T1",
        now: datetime = NOON,
        day: str | None = "2026-11-20",
        chip_colours: Mapping[str, int] = NO_COLOURS,
        par: Mapping[int, int] = NO_PAR,
    ) -> None:
        self.casino_id = casino_id
        self.table = table
        self.rulebook = rulebook_named(rulebook)
        self.reader = f"W-{table}"
        self.now = now
        self.chip_colours = dict(chip_colours)
        self.chip_symbol = f"*{table}" if chip_colours else ""
        command = opening(self.rulebook, table=table)
        registered = {"name": f"Casino {casino_id}", "time_zone": settings.TIME_ZONE}
        Casino.objects.get_or_create(id=casino_id, defaults=registered)
        GamingTable.objects.create(
            casino_id=casino_id,
            code=table,
            name=self.rulebook.title,
            rulebook=self.rulebook.id,
            wheel=command.wheel,
            cylinder_mm=command.cylinder_mm,
            limits=msgspec.to_builtins(command.limits),
            balls=msgspec.to_builtins(command.balls),
            counts_float=command.counts_float,
            chip_symbol=self.chip_symbol,
            chip_colours=self.chip_colours,
            par={str(value): count for value, count in par.items()},
        )
        WheelReader.objects.create(
            casino_id=casino_id, code=self.reader, table=table, url="socket://127.0.0.1:1"
        )
        self.open(day or gaming_day(casino_id, now).isoformat())

    def open(self, day: str) -> None:
        """Open the table for a gaming day."""
        colours = {"chip_symbol": self.chip_symbol, "chip_colours": self.chip_colours}
        self.do(replace(opening(self.rulebook, table=self.table), day=day, **colours))

    def do(self, command: c.Command, **how: Any) -> Outcome[State]:
        """Handle the command, by default now and as the pit boss; announced bets were repeated, and decisions of
        people are signed. A table opens for any day.
        """
        said = signed_by_house(repeated_aloud(command, self.rulebook), self.rulebook, self.now)
        return handle(
            TableAggregate(self.casino_id, self.table, opens_any_day=True),
            said,
            **{"by": BOSS, "now": self.now, **how},
        )

    def seat(self, *players: str, balance: int = 1_000_000) -> None:
        """Give each player a seat with this balance, if the rulebook has seats; minor units."""
        if self.rulebook.seats is not None:
            for player in players:
                self.do(c.BuyIn(seat=player, amount=balance))

    def coup(self, number: int, *bets: c.PlaceBet) -> None:
        """Plays one coup by hand to its payment."""
        played = (c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
        for command in (*played, c.ConfirmPayments()):
            self.do(command)

    @property
    def state(self) -> State:
        """The table as its board has it."""
        state = newest_state(self.casino_id, self.table)
        assert state is not None
        return state

    @property
    def day(self) -> str:
        """The gaming day that is open."""
        return self.state.day

    def events(self) -> list[RecordedEvent]:
        """The events of the day."""
        return list(read_stream(self.casino_id, table_stream(self.table, self.day)))
