"""SlingShot 2 on the wire: bytes cut into lines, and a status line read field by field.

A status line has a fixed width, so it is whole with its last character and need not wait for a line ending. All
else ends with CR, LF, or the asterisk of the line after it.
"""

import re
from typing import Literal, cast

import msgspec

STATUS_WIDTH = len("*X;2;011; 4;0;141;0")
LONGEST_LINE = 64
"""Bytes without any ending are given up after so many."""

Phase = Literal[1, 2, 3, 4, 5, 6, 7]
START, PLACE_BETS, BALL_IN_TRACK, NO_MORE_BETS, WINNING_NUMBER, CLOSED, BALL_NOT_DETECTED = range(1, 8)

_ENDING = re.compile(rb"[\r\n*]")
_STATUS = re.compile(rb"\*X;([1-7]);(\d{3});( \d|\d\d|  );([0-9A-Fa-f]);(\d{3});([01])")
_BARE = re.compile(rb" ?(\d{1,2}) ?")
_FAULT = re.compile(rb"\*F ?(\d{1,4}) ?")
_REPLY = re.compile(rb"\*[A-Za-z]( [A-Za-z])? ?(OK|NO|BUSY|\d{1,4}) ?")
HIGHEST_GAME = 256


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


class Rubbish(msgspec.Struct, frozen=True):
    """What is none of these; `why` is for the log."""

    raw: bytes
    why: str


Line = Status | BareResult | Fault | Reply | Rubbish


def cut(data: bytes) -> tuple[list[bytes], bytes]:
    """Cut into lines without their endings, and the rest that is not whole yet."""
    lines: list[bytes] = []
    at, end = 0, len(data)
    while at < end:
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
        else:
            break
        lines.append(data[at:stop])
        at = stop
    return lines, data[at:]


def read(raw: bytes) -> Line:
    """Read one line as `cut` gives it."""
    if raw.startswith(b"*X"):
        return _read_status(raw)
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
    game = int(fields[2])
    if not 1 <= game <= HIGHEST_GAME:
        return Rubbish(raw, f"its game counter is {game}, and a wheel counts from 1 to {HIGHEST_GAME}")
    return Status(
        phase=cast(Phase, int(fields[1])),
        game=game,
        win=fields[3].decode(),
        warning=int(fields[4], 16),
        rotor=int(fields[5]),
        anticlockwise=fields[6] == b"1",
        raw=raw,
    )
