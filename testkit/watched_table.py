"""A table with a primary reader and a camera as witness, for tests of readers' reports."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from tables.handling.models import ReaderSpin, WheelReader
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.reader.observation import Kind, Observation
from tables.stream.following import follow_all
from testkit.house import OpenHouse
from testkit.play import NOON
from testkit.stream import sequence_all

PRIMARY, WITNESS = "W-T1", "CAM"
BEFORE_THE_NUMBER: tuple[Kind, ...] = ("rotor_started", "ball_launched", "bets_closed")


class Watched:
    """A table with a primary reader and a camera as witness. `step` follows the feed after each event."""

    def __init__(
        self, casino_id: int, *, step: bool = False, now: datetime = NOON, day: str | None = "2026-11-20"
    ) -> None:
        self.house = OpenHouse(casino_id, "pt-francesa", now=now, day=day)
        WheelReader.objects.create(
            casino_id=casino_id, code=WITNESS, table="T1", role="witness", url="socket://127.0.0.1:2"
        )
        self.step, self.said = step, Counter[str]()

    def does(self, *commands: c.Command) -> None:
        for command in commands:
            self.house.now += timedelta(seconds=5)
            self.house.do(command)
            self._follow()

    def sees(self, reader: str, kind: Kind, **fields: Any) -> None:
        self.house.now += timedelta(seconds=1)
        self.said[reader] += 1
        now = self.house.now
        seen = Observation(
            reader=reader,
            epoch=1,
            sequence=self.said[reader],
            kind=kind,
            **{"game": None, "observed_at": now, "received_at": now, **fields},
        )
        observe(self.house.casino_id, reader, seen, now)
        self._follow()

    def _follow(self) -> None:
        if self.step:
            self.follow()

    def follow(self) -> None:
        sequence_all(self.house.casino_id)
        assert follow_all(self.house.casino_id)

    def plays(self, game: int, primary: int | None, witness: int | None) -> None:
        """Play a coup that the readers see as they do; without the primary's number staff enter it."""
        self.launches(game)
        if primary is not None:
            self.sees(PRIMARY, "result", game=game, number=primary)
        else:
            self.does(c.DeclareNumber(number=witness or 0))
        if witness is not None:
            self.sees(WITNESS, "result", game=game, number=witness)

    def launches(self, game: int) -> None:
        """Let the ball of a game run, with bets closed; the next report comes 15 s later."""
        for kind in BEFORE_THE_NUMBER:
            self.house.now += timedelta(seconds=15)
            self.sees(PRIMARY, kind, game=game)
        self.house.now += timedelta(seconds=15)

    def lives(self) -> None:
        """Eight coups: seen by each; misread by the camera; missed by the camera; missed by the primary; misread by the
        primary; seen by each; undecided; seen by each."""
        self.sees(WITNESS, "reader_online")
        self.plays(1, 17, 17)
        self.plays(2, 20, 29)
        self.does(c.ResolveDiscrepancy(number=20, reason="seen on the wheel"))
        self.plays(3, 5, None)
        self.plays(4, None, 8)
        self.plays(5, 33, 32)
        self.does(c.ResolveDiscrepancy(number=32, reason="seen on the wheel"))
        self.plays(6, 1, 1)
        self.plays(7, 2, 3)
        self.plays(8, 4, 4)

    def spins(self) -> dict[int, ReaderSpin]:
        rows = ReaderSpin.objects.filter(casino_id=self.house.casino_id)
        return {row.coup: row for row in rows}
