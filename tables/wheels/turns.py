"""The exchange of a gateway with the database once a second: reports of lines, and requests of people."""

from datetime import datetime
from typing import Any, Protocol

import msgspec

from tables.wheels.observed_forms import RawLine

Who = tuple[int, str]
"""Casino and code of a reader."""


class LineStatus(msgspec.Struct, frozen=True, kw_only=True):
    """State of one reader's line, field for field as `models.ReaderStatus` keeps it."""

    casino_id: int
    reader: str
    lease: int
    connection: str
    connection_since: datetime
    peer: str
    reason: str
    retry_at: datetime | None
    hearing: str
    hearing_since: datetime | None
    last_bytes_at: datetime | None
    last_valid_at: datetime | None
    last_raw: str
    per_minute: int
    bytes_read: int
    messages: int
    errors: dict[str, int]
    since: datetime


class WatchedLines(msgspec.Struct, frozen=True, kw_only=True):
    """The last raw lines of a reader that somebody watches."""

    casino_id: int
    reader: str
    lines: tuple[RawLine, ...]


class RecordedPart(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes that came in since the last part; `ended_by` is the reason with the last one."""

    casino_id: int
    recording: int
    part: int
    body: str
    size: int
    """Bytes of the reader in all parts so far."""
    ended_by: str = ""


class LetterCopy(msgspec.Struct, frozen=True, kw_only=True):
    """A dead letter of the spool, for its copy in the database."""

    row: int
    casino_id: int
    reader: str
    kind: str
    number: int | None
    observation: dict[str, Any]
    reason: str
    refusal: dict[str, Any] | None
    set_aside_at: datetime


class LetterDone(msgspec.Struct, frozen=True, kw_only=True):
    """End of a request for a dead letter; with `refused_again` its new reason."""

    row: int
    outcome: str
    reason: str = ""
    refusal: dict[str, Any] | None = None


class ProbeReport(msgspec.Struct, frozen=True, kw_only=True):
    """A probe so far."""

    probe: int
    state: str
    refusal: dict[str, Any] | None = None
    reason: str = ""
    peer: str = ""
    lines: tuple[RawLine, ...] = ()
    bytes_read: int = 0
    guesses: tuple[dict[str, Any], ...] = ()


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Report of a gateway. `rows` are the dead letters that its spool has; None where that did not change."""

    lines: tuple[LineStatus, ...] = ()
    watched: tuple[WatchedLines, ...] = ()
    parts: tuple[RecordedPart, ...] = ()
    rows: tuple[int, ...] | None = None
    letters: tuple[LetterCopy, ...] = ()
    done: tuple[LetterDone, ...] = ()
    probes: tuple[ProbeReport, ...] = ()
    readers: tuple[Who, ...] = ()
    """The readers that the gateway listens to."""
    may_probe: int = 0
    """Number of further probes that the gateway takes."""


class RecordingAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A recording that a person asked for, with the rest of its bounds."""

    recording: int
    casino_id: int
    reader: str
    elapsed: float
    """Seconds since it began."""
    seconds: float
    """Seconds that are left."""
    size: int
    """Bytes that are stored already, by any gateway."""
    most_bytes: int
    part: int
    """Number of the next part."""
    stopped: bool


class LetterAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A dead letter that is to be delivered again (`retry`) or dropped (`discard`)."""

    row: int
    request: str


class ProbeAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A probe that this gateway serves."""

    probe: int
    casino_id: int
    url: str
    options: dict[str, Any]
    seconds: float


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """Current requests of people to a gateway."""

    watched: frozenset[Who] = frozenset()
    recordings: tuple[RecordingAsked, ...] = ()
    letters: tuple[LetterAsked, ...] = ()
    probes: tuple[ProbeAsked, ...] = ()


class Desk(Protocol):
    """The database, as a gateway's turn reaches it."""

    def __call__(self, turn: Turn) -> Orders:
        """Store the report and return the orders. Blocks; raises HouseAway, and then may be called again with it."""
        ...
