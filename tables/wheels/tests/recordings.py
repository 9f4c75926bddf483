"""Recordings of simulated wheels, line by line, and what a driver makes of them when a part of them is sent again."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from tables.play.reader.observation import Observation
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.simulate import chosen_faults
from tables.wheels.simulated_wheel import SimulatedWheel
from testkit.wheels import LINE_EVERY_S, FedDriver

Meaning = tuple[str, int, int | None, int | None, int | None, tuple[str, ...]]
WHEEL_TROUBLE = (
    "repeated-number,failed-launch,launch-broken-off,same-direction,lost-ball,ball-not-detected,power-cycle"
)
"""Faults of a wheel after which each line still comes at its time."""


class Resent(msgspec.Struct, frozen=True, kw_only=True):
    """The last `lines` lines, sent again so many times. Not `paced`, they come as fast as the line carries them."""

    lines: int
    times: int = 1
    reconnect: bool = True
    paced: bool = False
    killed: bool = False
    """The gateway is killed with the line: its driver knows what is on the disk."""


class Recording:
    """What a wheel sent, a piece each half second: a status line, with a bare number in front of it now and then.

    It knows what a driver remembers at each place, in memory and on the disk, so that a trial begins in the middle.
    """

    def __init__(self, seed: int, *, games: int = 6, faults: str = "", first_game: int = 1) -> None:
        wheel = SimulatedWheel(Random(seed), faults=chosen_faults(faults), games=games, then_idle=True)
        wheel.game = first_game
        self.pieces: list[bytes] = []
        while wheel.games_left:
            self.pieces += wheel.tick()
        self._remember()

    def __len__(self) -> int:
        return len(self.pieces)

    def _remember(self) -> None:
        fed = FedDriver(Slingshot2("wheel-1"))
        kept = fed.state = fed.driver.connected(fed.state)
        self._places: list[tuple[Any, Any, Any]] = []
        for piece in self.pieces:
            self._places.append((fed.now, fed.state, kept))
            fed.silence(LINE_EVERY_S)
            heard = fed.driver.feed(fed.state, piece, fed.now)
            fed.state = heard.state
            kept = heard.state if heard.worth_keeping else kept
            fed.observations += heard.observations
        self.fed = fed

    def fed_from(self, place: int, *, killed: bool = False) -> FedDriver:
        """A driver that has heard all pieces before `place`, and hears the rest with `hear`."""
        fed = FedDriver(Slingshot2("wheel-1"))
        fed.now, in_memory, on_disk = self._places[place]
        fed.state = on_disk if killed else in_memory
        return fed

    def play(self, fed: FedDriver, place: int, length: int) -> None:
        """Let the driver hear the pieces from there, one each half second."""
        for piece in self.pieces[place : place + length]:
            fed.silence(LINE_EVERY_S)
            fed.bytes(piece)

    def play_with(self, resent: Resent, place: int, length: int) -> tuple[list[Meaning], list[Meaning]]:
        """What is reported from `place` on without the lines that are sent again there, and with them."""
        return (
            self._played(resent, place, length, times_sent=0),
            self._played(resent, place, length, times_sent=1),
        )

    def _played(self, resent: Resent, place: int, length: int, *, times_sent: int) -> list[Meaning]:
        fed = self.fed_from(place, killed=resent.killed)
        window = self.pieces[max(0, place - resent.lines) : place]
        for _ in range(resent.times):
            if resent.reconnect or resent.killed:
                fed.state = fed.driver.connected(fed.driver.decode(fed.driver.encode(fed.state)))
            for piece in window * times_sent:
                fed.silence(LINE_EVERY_S if resent.paced else 0)
                fed.bytes(piece)
        self.play(fed, place, length)
        return meaning(fed.observations)


def meaning(observed: Iterable[Observation]) -> list[Meaning]:
    """What observations say, without their times, their numbers in line and the rotor's speed."""
    return [(one.kind, one.epoch, one.game, one.number, one.missing, one.warnings) for one in observed]


def without_warnings(observed: Iterable[Meaning]) -> list[Meaning]:
    """Without begin and end of warnings, and without reasons: what they rest on is not on the disk at each line."""
    return [(*one[:5], ()) for one in observed if not one[0].startswith("warning")]


def numbers(observed: Iterable[Meaning]) -> list[Meaning]:
    """Those that name a number, or say that one is missing."""
    return [one for one in observed if one[0] in ("result", "result_recovered", "results_missing")]


def flipped(piece: bytes, begin: int, end: int) -> Iterator[bytes]:
    """The piece with each single bit of these places turned over, one after the other."""
    for at in range(begin, end):
        for bit in range(8):
            yield piece[:at] + bytes([piece[at] ^ (1 << bit)]) + piece[at + 1 :]
