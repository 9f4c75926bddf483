"""State of a SlingShot 2 driver: its memory of the wheel, and the times that it measures with."""

from datetime import datetime
from typing import Any

import msgspec

from tables.roulette.wheel import DOUBLE_ZERO
from tables.wheels.drivers.driver import OptionsBroken, ReaderState


class PastGame(msgspec.Struct, frozen=True, array_like=True):
    epoch: int
    game: int
    win_before: str
    """`win` before its result."""
    win: str
    """`win` after it."""


class Held(msgspec.Struct, frozen=True, array_like=True):
    """A line that waits for the next one to explain it, with its time of arrival."""

    raw: str
    at: datetime


class Slingshot2State(ReaderState, frozen=True, kw_only=True, omit_defaults=True, tag="slingshot2"):
    """A wheel as it was last heard. Times are those of arrival."""

    phase: int | None = None
    since: datetime | None = None
    """Time of the first line of this phase."""
    timed: bool = False
    """True if `since` is the beginning of the phase: not after a silence, which may have swallowed it."""
    live: bool = False
    """True if lines come in as the wheel sends them, and not late in a burst."""
    rotor: int = 0
    anticlockwise: bool | None = None
    win_before: str | None = None
    """`win` at the beginning of this game: the result of the game before. None if unheard."""
    number: int | None = None
    """The result reported of this game."""
    failed: bool = False
    """The failure of this launch has been reported."""
    void: str | None = None
    """Reason why this launch was reported void."""
    sensors_failed: bool = False
    """The ball or a sensor went missing in this phase 4."""
    bare: int | None = None
    """A number heard on a line of its own, which the status lines have not confirmed yet."""
    bare_at: datetime | None = None
    warnings: tuple[str, ...] = ()
    """Warnings that have begun and not ended."""
    faults: tuple[str, ...] = ()
    """Faults reported in this game: a wheel repeats them."""
    set_back: bool = False
    """The counter was set back with no sign that the power was gone: the first result after it is in doubt."""
    jumped_from: tuple[int, int] | None = None
    """Epoch and game before the counter jumped with the last line: one wrong digit jumps, and the next line is back."""
    past: tuple[PastGame, ...] = ()
    """The last games before this one, the newest last: a wheel that sends them again reports nothing new."""
    lines: tuple[str, ...] = ()
    """The last lines that were taken in, the newest last."""
    lost: bool = False
    """Bytes were lost: the next bytes may be the end of a line."""
    bytes_at: datetime | None = None
    """Time of the last bytes of any kind."""
    taken_at: datetime | None = None
    """Time of the last taken line: `heard_at` also counts lines that the wheel sent again."""
    resumed: bool = False
    """Nothing new has come on this connection yet."""
    held: tuple[Held, ...] = ()
    """Lines that wait for the next ones: old ones sent again, or one that fits nowhere."""
    places: tuple[int, ...] = ()
    """The possible places of the last held line in `lines`; empty for a line in doubt."""
    stale: bool = False
    """True if the last line was of a game that was reported."""
    sure: bool = False
    """True if the held lines are surely old."""


class Slingshot2Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    numbers: int = 37
    """Pockets of the wheel: 37, or 38 with a double zero (reported as number 37)."""
    speed: float = 1.0
    """Speed of the wheel as a multiple of a real one: above 1 only for a simulated wheel."""

    def __post_init__(self) -> None:
        if self.numbers not in (37, 38):
            raise ValueError(f"numbers is {self.numbers}: a wheel has 37 numbers, or 38 with a double zero")
        if self.speed <= 0:
            raise ValueError(f"speed is {self.speed}: it is a factor above zero")


def read_options(options: dict[str, Any]) -> Slingshot2Options:
    """Check a register's options; raises OptionsBroken."""
    try:
        return msgspec.convert(options, Slingshot2Options)
    except msgspec.ValidationError as broken:
        raise OptionsBroken(f"slingshot2: {broken}") from None


def read_number(win: str, numbers: int) -> int | None:
    """Return the number that `win` means on a wheel of so many; None when it has no such pocket."""
    if win == "00":
        return DOUBLE_ZERO if numbers == 38 else None
    number = int(win)
    return number if 0 <= number <= 36 else None


def write_number(number: int) -> str:
    """Return a number as a wheel writes it in `win`."""
    return "00" if number == DOUBLE_ZERO else f"{number:2}"


def why_refused(win: str) -> str:
    """Return the name of the fault when `read_number` gives None."""
    return "double_zero_on_a_wheel_of_37" if win == "00" else "no_such_number"
