"""The line between a reader head and its gateway: where bytes are lost, doubled, flipped, held up and sent again."""

from collections import Counter, deque
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

import msgspec

from testkit.spins.heads import Message

RESENT_AT_MOST = 12


class WireFaults(msgspec.Struct, frozen=True, kw_only=True):
    """Probabilities: of a piece of bytes on its way, or of a half second (`reconnect`)."""

    cut: float = 0.0
    """It arrives in two reads, soon after each other."""
    half: float = 0.0
    """Its second part arrives after more than a second, or never."""
    lost: float = 0.0
    """Some bytes in it are lost."""
    doubled: float = 0.0
    """Some bytes in it come twice."""
    again: float = 0.0
    """It comes once more, after a moment or half a minute."""
    flipped: float = 0.0
    """One bit in it is flipped."""
    reconnect: float = 0.0
    """The line breaks for some seconds. The device server may send its last pieces again."""


class Arrival(NamedTuple):
    """Bytes that arrive at `at`, of a message with the number of this coup."""

    at: datetime
    data: bytes
    coup: int | None


class Wire:
    """One line. `send` puts pieces on it; `due` gives what arrives by now."""

    def __init__(self, faults: WireFaults, chance: Random, planted: Counter[str]) -> None:
        """Count in `planted` what was done to the line."""
        self.faults = faults
        self._chance = chance
        self._planted = planted
        self._under_way: list[Arrival] = []
        self._history: deque[Message] = deque(maxlen=RESENT_AT_MOST)
        self._down_until: datetime | None = None

    def send(self, pieces: list[Message], now: datetime) -> None:
        """Put pieces on the line."""
        for piece in pieces:
            self._history.append(piece)
            if self._down_until is None:
                self._carry(piece, now)

    def _happens(self, fault: str) -> bool:
        happens: bool = self._chance.random() < getattr(self.faults, fault)
        if happens:
            self._planted[fault] += 1
        return happens

    def _carry(self, message: Message, now: datetime) -> None:
        piece, coup = message
        at = self._chance.randrange(1, len(piece))
        some = self._chance.randint(1, 3)
        if self._happens("half"):
            self._put(piece[:at], coup, now)
            if self._chance.random() < 0.6:
                self._put(piece[at:], coup, now + timedelta(seconds=self._chance.uniform(1.1, 4)))
        elif self._happens("cut"):
            self._put(piece[:at], coup, now)
            self._put(piece[at:], coup, now + timedelta(seconds=self._chance.uniform(0, 0.4)))
        elif self._happens("lost"):
            at -= self._chance.randint(0, 1)
            self._put(piece[:at] + piece[at + some :], coup, now)
        elif self._happens("doubled"):
            at -= self._chance.randint(0, 1)
            self._put(piece[: at + some] + piece[at:], coup, now)
        elif self._happens("flipped"):
            at -= self._chance.randint(0, 1)
            flipped = piece[at] ^ (1 << self._chance.randrange(8))
            self._put(piece[:at] + bytes([flipped]) + piece[at + 1 :], coup, now)
        elif self._happens("again"):
            later = self._chance.choice((0.05, 0.5, 3, 7, 15, 19))
            self._put(piece, coup, now)
            self._put(piece, coup, now + timedelta(seconds=later))
        else:
            self._put(piece, coup, now)

    def plant(self, message: Message, now: datetime) -> None:
        """Put a message on the line that is of no spin."""
        if self._down_until is None:
            self._put(*message, now)

    def _put(self, data: bytes, coup: int | None, at: datetime) -> None:
        if data:
            self._under_way.append(Arrival(at, data, coup))

    def breaks(self) -> bool:
        """Return True if the line breaks in this half second, by itself."""
        return self._down_until is None and self._happens("reconnect")

    def go_down(self, until: datetime) -> None:
        """Lose the bytes under way, and those sent until then."""
        self._under_way.clear()
        self._down_until = until if self._down_until is None else max(until, self._down_until)

    @property
    def is_down(self) -> bool:
        """True if nothing is carried now."""
        return self._down_until is not None

    def comes_up(self, now: datetime) -> bool:
        """Return True if the line is connected again at this moment. It may carry the last pieces again."""
        if self._down_until is None or now < self._down_until:
            return False
        self._down_until = None
        again = self._chance.choice((0, 0, 1, 2, 3, RESENT_AT_MOST))
        if again and self._history:
            self._planted["sent again after a reconnect"] += 1
            for piece in list(self._history)[-again:]:
                self._put(*piece, now)
        return True

    def due(self, now: datetime) -> list[Arrival]:
        """Return what arrives by now, in its order."""
        arrived = sorted((each for each in self._under_way if each.at <= now), key=lambda each: each.at)
        self._under_way = [each for each in self._under_way if each.at > now]
        return arrived
