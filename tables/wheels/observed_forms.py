"""Raw lines of a reader as people see them: bytes cut behind their line endings, with the form and the observations."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import accumulate

import msgspec

from tables.play.reader.observation import Observation
from tables.wheels.drivers.driver import ReadLine

LONGEST_SHOWN = 256
"""Bytes of one line; a longer one is several."""
_LINE = re.compile(rb"[^\r\n]{1,%d}(?:\r\n|\r|\n)?|\r\n|\r|\n" % LONGEST_SHOWN)


class RawLine(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of a reader as they came in, up to the end of a line with it."""

    at: datetime
    raw: str
    """Raw text in Latin-1, with control characters and everything above ASCII escaped."""
    read_as: str = ""
    """The form that the driver found: `status`, `number`, `bets_closed`, `fault`, `bonus`, `reply`, `observation`,
    `not_understood` or `part_lost`; empty for bytes that are not a whole line yet."""
    told: tuple[str, ...] = ()
    """Observations made from it: kind, number and warnings."""


def escaped(raw: bytes) -> str:
    """Return bytes as ASCII text: Latin-1, with control characters and everything above ASCII escaped."""
    return raw.decode("latin-1").encode("unicode_escape").decode("ascii")


def raw_lines(
    data: bytes, at: datetime, lines: Sequence[ReadLine] = (), observations: Iterable[Observation] = ()
) -> Iterator[RawLine]:
    """Yield all bytes of one read in order, each line with its form and the observations that were made from it."""
    pieces: list[bytes] = _LINE.findall(data)
    ends = list(accumulate(map(len, pieces)))
    forms = [""] * len(pieces)
    end = 0
    for line in lines:
        begin = data.find(line.raw, end)
        if line.raw and begin >= 0:
            end = begin + len(line.raw)
            forms[bisect_left(ends, end)] = line.read_as
        elif end == 0 and pieces and _ends_in(line.raw, pieces[0]):
            # The beginning came with an earlier read.
            end = ends[0]
            forms[0] = line.read_as
    told: list[list[str]] = [[] for _ in pieces]
    for observation in observations:
        raw = observation.raw.encode("latin-1", "replace")
        found = next((turn for turn, piece in enumerate(pieces) if _ends_in(raw, piece)), len(pieces) - 1)
        told[found].append(in_words(observation))
    for piece, form, words in zip(pieces, forms, told, strict=True):
        yield RawLine(at=at, raw=escaped(piece), read_as=form, told=tuple(words))


def in_words(observation: Observation) -> str:
    """Return an observation as codes: `result 17 after_reconnect`."""
    number = () if observation.number is None else (str(observation.number),)
    return " ".join((observation.kind, *number, *observation.warnings))


def _ends_in(line: bytes, piece: bytes) -> bool:
    visible = piece.strip(b"\r\n")
    return bool(visible and line) and (line.endswith(visible) or line in visible)
