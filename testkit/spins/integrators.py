"""A program that posts observations over HTTP, as integrators write them, with the usual faults of such programs."""

from collections import Counter
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec

from tables.play.reader.observation import Kind, Observation
from tables.refusal import Refused
from testkit.spins.record import SequenceReused
from testkit.spins.true_wheel import TrueWheel
from testkit.spins.truth import Truth

EARLIEST = datetime(1970, 1, 1)  # noqa: DTZ001  given its zone below


class HttpFaults(msgspec.Struct, frozen=True, kw_only=True):
    """Probabilities of a message."""

    games: bool = True
    """True if it names games."""
    lost: float = 0.0
    tried_again: float = 0.0
    """It is posted again with its sequence, after some seconds or a minute."""
    late: float = 0.0
    """Its first attempt fails; it arrives some seconds later."""
    doubled: float = 0.0
    """It is posted again under a new sequence, and of the same game."""
    reused: float = 0.0
    """The number before is posted under a sequence that was used."""
    wrong_time: float = 0.0


class HttpReader:
    """Posts what happens at the wheel."""

    def __init__(
        self, code: str, faults: HttpFaults, truth: Truth, chance: Random, planted: Counter[str]
    ) -> None:
        self._code = code
        self.faults = faults
        self._record = truth.record
        self._truth = truth
        self._chance = chance
        self._planted = planted
        self._sequence = 0
        self._game = 0
        self._launched = False
        self._closed = False
        self._posts: list[tuple[datetime, Observation, int | None]] = []

    def end_faults(self) -> None:
        """Let nothing more go wrong."""
        self.faults = HttpFaults(games=self.faults.games)

    def tick(self, fallen: int, wheel: TrueWheel) -> None:
        """Post what is new in this half second, before which so many balls had fallen."""
        if wheel.launched_at is not None and not self._launched:
            self._game += 1
            self._post("ball_launched")
        elif wheel.closed_at is not None and not self._closed:
            self._post("bets_closed")
        elif wheel.launched_at is None and self._launched and len(wheel.spins) == fallen:
            self._post("launch_failed")
        self._launched, self._closed = wheel.launched_at is not None, wheel.closed_at is not None
        for coup, spin in enumerate(wheel.spins[fallen:], start=fallen + 1):
            self._post("result", coup, number=spin.number)
        now = self._record.clock
        for post in [each for each in self._posts if each[0] <= now]:
            self._posts.remove(post)
            self._give(*post[1:])

    def spurious(self, number: int) -> None:
        """Post a number that has not fallen."""
        self._sequence += 1
        self._give(self._observation("result", None, number=number), 0)

    def _happens(self, fault: str) -> bool:
        happens: bool = self._chance.random() < getattr(self.faults, fault)
        if happens:
            self._planted[f"http {fault}"] += 1
        return happens

    def _post(self, kind: Kind, coup: int | None = None, **fields: Any) -> None:
        now = self._record.clock
        self._sequence += 1
        seen = self._observation(kind, self._time(), **fields)
        if self._happens("lost"):
            return
        later = self._chance.choice((2, 9, 65)) if self._happens("late") else 0
        self._posts.append((now + timedelta(seconds=later), seen, coup))
        if self._happens("tried_again"):
            self._posts.append((now + timedelta(seconds=later + self._chance.choice((1, 5, 60))), seen, coup))
        if kind == "result" and self._happens("doubled"):
            self._sequence += 1
            again = msgspec.structs.replace(seen, sequence=self._sequence)
            self._posts.append(
                (now + timedelta(seconds=later + self._chance.choice((0, 4, 50))), again, coup)
            )
        if kind == "result" and self._happens("reused"):
            other = msgspec.structs.replace(seen, number=(seen.number or 0) // 2 + 1, raw="other")
            self._posts.append((now + timedelta(seconds=later + 1), other, 0))

    def _time(self) -> datetime | None:
        now = self._record.clock
        if not self._happens("wrong_time"):
            return now
        wrong = (EARLIEST.replace(tzinfo=now.tzinfo), now - timedelta(days=30), now + timedelta(hours=1))
        return self._chance.choice((*wrong, now - timedelta(seconds=3), now + timedelta(seconds=3), None))

    def _observation(self, kind: Kind, at: datetime | None, **fields: Any) -> Observation:
        return Observation(
            reader=self._code,
            epoch=1,
            game=self._game if self.faults.games else None,
            sequence=self._sequence,
            kind=kind,
            received_at=self._record.clock,
            observed_at=at,
            **fields,
        )

    def _give(self, seen: Observation, coup: int | None) -> None:
        self._truth.told(seen, coup)
        try:
            self._record.observe(seen, self._record.clock)
        except (Refused, SequenceReused):
            self._planted["http refused"] += 1
