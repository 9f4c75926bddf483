"""Recordings of simulated wheels, as lists of lines with their endings, and what a driver makes of them."""

from collections.abc import Iterable, Sequence
from random import Random

from tables.play.observation import Observation
from tables.wheels.simulated_faults import faults_asked
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.testing import LINE_EVERY_S, Told

Meaning = tuple[str, int, int | None, int | None, int | None, tuple[str, ...]]
ORDERLY = "repeated-number,failed-launch,launch-broken-off,same-direction,lost-ball,ball-not-detected,power-cycle"
"""Faults of a wheel after which each line still comes at its time."""


def recorded(seed: int, *, games: int = 8, faults: str = "") -> list[bytes]:
    """One line each half second, a bare number in front of the line that it came with."""
    wheel = SimulatedWheel(Random(seed), faults=faults_asked(faults), games=games, then_idle=True)
    wheel.game = 1 + seed * 37 % 256
    lines: list[bytes] = []
    while wheel.games_left:
        lines += wheel.tick()
    return lines


def meaning(said: Iterable[Observation]) -> list[Meaning]:
    """What observations say, without their times, their numbers in line and the rotor's speed."""
    return [(one.kind, one.epoch, one.game, one.number, one.missing, one.warnings) for one in said]


def told_of(
    lines: Sequence[bytes],
    *,
    resent: Sequence[bytes] = (),
    after: int = 0,
    times: int = 1,
    reconnect: bool = False,
    paced: bool = False,
) -> Told:
    """A driver that hears the recording; after so many lines it hears `resent`, so many times."""
    told = Told()
    for place, piece in enumerate(lines):
        if place == after and resent:
            for _ in range(times):
                if reconnect:
                    told.state = told.driver.connected(told.driver.decode(told.driver.encode(told.state)))
                if paced:
                    for each in resent:
                        told.silence(LINE_EVERY_S)
                        told.bytes(each)
                else:
                    told.bytes(b"".join(resent))
        told.silence(LINE_EVERY_S)
        told.bytes(piece)
    return told
