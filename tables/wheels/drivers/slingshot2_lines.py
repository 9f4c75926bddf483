"""SlingShot 2 on the wire: bytes cut into lines, and a status line read field by field.

A status line has a fixed width, so it is whole with its last character and need not wait for a line ending. All
else ends with CR, LF, or the asterisk of the line after it. The end of a line can be a number too (`...;0`): after a
loss nothing counts before the next ending.
"""

import re
from typing import Literal, NamedTuple, cast

import msgspec

STATUS_WIDTH = len("*X;2;011; 4;0;141;0")
LONGEST_LINE = 64
"""Bytes without any ending are given up after so many."""
STALE_S = 1.0
"""Half a line that waits longer than this was cut off: the next bytes are not its end."""

Phase = Literal[1, 2, 3, 4, 5, 6, 7]
START, PLACE_BETS, BALL_IN_TRACK, NO_MORE_BETS, WINNING_NUMBER, CLOSED, BALL_NOT_DETECTED = range(1, 8)

_ENDING = re.compile(rb"[\r\n*]")
_STATUS = re.compile(rb"\*X;([1-7]);(\d{3});( \d|\d\d|  );([0-9A-Fa-f]);(\d{3});([01])")
_BARE = re.compile(rb" ?(\d{1,2}) ?")
_FAULT = re.compile(rb"\*F ?(\d{1,4}) ?")
_BONUS = re.compile(rb"\*Y;\d{1,2};[ \d]{1,4} ?")
_REPLY = re.compile(rb"\*[A-Za-z]( [A-Za-z])? ?(OK|NO|BUSY|\d{1,4}) ?")
_COUNTERS = ((1, 256), (0, 255), (1, 999), (0, 999))
"""First and last game of the counters that wheels have; three digits hold no other."""


class Status(msgspec.Struct, frozen=True):
    phase: Phase
    game: int
    win: str
    """The last winning number, two characters as sent."""
    warning: int
    rotor: int
    """Tenths of a turn a minute."""
    anticlockwise: bool
    raw: bytes


class BareResult(msgspec.Struct, frozen=True):
    """A number on a line of its own."""

    text: str
    raw: bytes


class Fault(msgspec.Struct, frozen=True):
    """A fault that the wheel reports about itself."""

    code: int
    raw: bytes


class Reply(msgspec.Struct, frozen=True):
    """An answer to a command that somebody else gave."""

    raw: bytes


class Bonus(msgspec.Struct, frozen=True):
    """A bonus frame of a game with multipliers: known, and without effect on the number."""

    raw: bytes


class Rubbish(msgspec.Struct, frozen=True):
    """Line of no known kind; `why` is for the log."""

    raw: bytes
    why: str


Line = Status | BareResult | Fault | Bonus | Reply | Rubbish


class Cut(NamedTuple):
    """Lines without their endings, and the rest that is not whole yet."""

    lines: list[bytes]
    rest: bytes
    lost: bool
    """True if the next bytes may be the end of a line."""


class Steps(NamedTuple):
    """Steps of a game counter: their number, and the first and the last game."""

    on: int
    first: int
    last: int


def steps_on(before: int, after: int) -> Steps:
    """Return how far a counter went from one game to the other: the shortest way, by the counters that wheels have."""
    if after >= before:
        return Steps(after - before, *_COUNTERS[-1])
    return min(
        Steps(last - before + after - first + 1, first, last)
        for first, last in _COUNTERS
        if before <= last and after >= first
    )


def cut(data: bytes, lost: bool = False) -> Cut:
    """Cut bytes into lines. If some were `lost` before them, nothing counts before the next ending or asterisk."""
    lines: list[bytes] = []
    at, end = 0, len(data)
    while at < end:
        if lost:
            ending = _ENDING.search(data, at)
            if ending is None:
                return Cut(lines, b"", True)
            at, lost = ending.start(), False
        if data[at] in b"\r\n":
            at += 1
            continue
        status = data.startswith(b"*X", at)
        width = STATUS_WIDTH if status else LONGEST_LINE
        ending = _ENDING.search(data, at + 1, at + width)
        if ending is not None:
            stop = ending.start()
        elif end - at >= width:
            stop = at + width
            lost = not (status and _STATUS.fullmatch(data, at, stop))
        else:
            break
        lines.append(data[at:stop])
        at = stop
    return Cut(lines, data[at:], lost)


def read(raw: bytes) -> Line:
    """Read one line as `cut` gives it."""
    if raw.startswith(b"*X"):
        return _read_status(raw)
    if _BONUS.fullmatch(raw) is not None:
        return Bonus(raw)
    if (fault := _FAULT.fullmatch(raw)) is not None:
        return Fault(int(fault[1]), raw)
    if (bare := _BARE.fullmatch(raw)) is not None:
        return BareResult(bare[1].decode(), raw)
    if _REPLY.fullmatch(raw) is not None:
        return Reply(raw)
    return Rubbish(raw, "it is no line of this protocol")


def _read_status(raw: bytes) -> Status | Rubbish:
    fields = _STATUS.fullmatch(raw)
    if fields is None:
        return Rubbish(raw, f"a status line has {STATUS_WIDTH} characters in the form *X;5;011;22;0;139;0")
    return Status(
        phase=cast(Phase, int(fields[1])),
        game=int(fields[2]),
        win=fields[3].decode(),
        warning=int(fields[4], 16),
        rotor=int(fields[5]),
        anticlockwise=fields[6] == b"1",
        raw=raw,
    )
