"""A gateway's memory of one reader's line for people: its status, its last bytes, and a recording if one runs.

All of it is bounded. Nothing here changes the observations.
"""

from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tables.play.reader.observation import Observation
from tables.wheels.drivers.driver import FAULTY, ReadLine
from tables.wheels.observed_forms import RawLine, escaped, raw_lines
from tables.wheels.recorded_bytes import written
from tables.wheels.turns import LineStatus, RecordedPart, RecordingAsked

LINES_KEPT = 100
BYTES_KEPT = 65_536
"""Bytes of the last reads; a line of a reader has some twenty."""
LAST_RAW = 64
RATE_S = 60
LEAST_APART_S = 0.01
"""Bytes that a recording has within so long of each other are one line of its file."""
LONGEST_REASON = 300


class _Read(NamedTuple):
    data: bytes
    at: datetime
    lines: tuple[ReadLine, ...]
    observations: tuple[Observation, ...]


class LineWatch:
    """Watches the line of one reader, in the event loop."""

    def __init__(self, casino_id: int, reader: str, lease: int) -> None:
        self._casino_id = casino_id
        self._reader = reader
        self._lease = lease
        now = datetime.now(UTC)
        self._since = now
        self._connection, self._connection_since = "connecting", now
        self._peer = self._reason = ""
        self._retry_at: datetime | None = None
        self._hearing = "unknown"
        self._hearing_since: datetime | None = None
        self._last_bytes_at: datetime | None = None
        self._last_valid_at: datetime | None = None
        self._tail = b""
        self._valid: deque[tuple[datetime, int]] = deque()
        self._bytes = self._messages = 0
        self._errors: Counter[str] = Counter()
        self._reads: deque[_Read] = deque()
        self._kept_bytes = 0
        self._recording: _Recording | None = None
        self.changes = 0
        """Grows when the connection or the hearing changes."""
        self.reads = 0
        """Number of all reads: a page that has seen so many has seen the last one."""

    # ---- the line

    def connected(self, at: datetime, peer: str) -> None:
        self._connect("connected", at, peer=peer)

    def lost(self, at: datetime, reason: str) -> None:
        """Note that the line ended, or could not be opened."""
        if self._connection == "connected":
            self.count("line_lost")
        self._connect("lost", at, reason=reason)

    def line_ended(self, at: datetime) -> None:
        """Note that the other side closed the line, if there was one."""
        if self._connection == "connected":
            self.lost(at, "the other side closed the line")

    def refused(self, at: datetime, reason: str) -> None:
        """Note that a rule forbids the address."""
        if self._connection != "refused":
            self.count("refused")
        self._connect("refused", at, reason=reason)

    def unusable(self, at: datetime, reason: str) -> None:
        """Note that the options of the reader cannot be used."""
        self._connect("unusable", at, reason=reason)

    def cut_off(self, at: datetime, reason: str, retry_at: datetime) -> None:
        """Note that the reader passed a bound, of this code."""
        self.count(reason)
        self._connect("cut_off", at, reason=reason)
        self._retry_at = retry_at

    def _connect(self, connection: str, at: datetime, *, peer: str = "", reason: str = "") -> None:
        if (connection, peer, reason) == (self._connection, self._peer, self._reason):
            return
        if connection != self._connection or connection == "connected":
            self._connection_since = at
        self._connection, self._peer, self._reason = connection, peer, reason[:LONGEST_REASON]
        self._retry_at = None
        self.changes += 1

    def hears(self, hearing: str, at: datetime) -> None:
        """Note that the reader is `live`, `silent`, or sends `no_valid_message`."""
        if hearing != self._hearing:
            self._hearing, self._hearing_since = hearing, at
            self.changes += 1

    def count(self, error: str, times: int = 1) -> None:
        self._errors[error] += times

    # ---- bytes

    def arrived(
        self,
        data: bytes,
        at: datetime,
        lines: tuple[ReadLine, ...] = (),
        observations: tuple[Observation, ...] = (),
    ) -> None:
        """Take note of one read: its bytes, the lines that it ended, and their meanings."""
        self._bytes += len(data)
        self._last_bytes_at = at
        self._tail = (self._tail + data[-LAST_RAW:])[-LAST_RAW:]
        for line in lines:
            if line.read_as in FAULTY:
                self.count(line.read_as)
        if valid := sum(line.read_as not in FAULTY for line in lines):
            self._messages += valid
            self._last_valid_at = at
            self._valid.append((at, valid))
            self._forget_old(at)
        self.reads += 1
        self._reads.append(_Read(data, at, lines, observations))
        self._kept_bytes += len(data)
        while len(self._reads) > LINES_KEPT or (self._kept_bytes > BYTES_KEPT and len(self._reads) > 1):
            self._kept_bytes -= len(self._reads.popleft().data)
        if self._recording is not None:
            self._recording.take(data, at)

    @property
    def tail(self) -> bytes:
        """The last bytes."""
        return self._tail

    def _forget_old(self, now: datetime) -> None:
        since = now - timedelta(seconds=RATE_S)
        while self._valid and self._valid[0][0] <= since:
            self._valid.popleft()

    # ---- what people see

    def status(self) -> LineStatus:
        self._forget_old(datetime.now(UTC))
        return LineStatus(
            casino_id=self._casino_id,
            reader=self._reader,
            lease=self._lease,
            connection=self._connection,
            connection_since=self._connection_since,
            peer=self._peer,
            reason=self._reason,
            retry_at=self._retry_at,
            hearing=self._hearing,
            hearing_since=self._hearing_since,
            last_bytes_at=self._last_bytes_at,
            last_valid_at=self._last_valid_at,
            last_raw=escaped(self._tail),
            per_minute=sum(count for _, count in self._valid),
            bytes_read=self._bytes,
            messages=self._messages,
            errors=dict(self._errors),
            since=self._since,
        )

    def lines(self) -> tuple[RawLine, ...]:
        """Return the last raw lines, the newest last."""
        return tuple(_last_lines(self._reads))

    # ---- a recording

    def record(self, asked: RecordingAsked | None) -> RecordedPart | None:
        """Begin, go on with or end a recording, as it is asked for. Return the bytes since the last part."""
        if asked is None:
            self._recording = None
            return None
        if self._recording is None or self._recording.number != asked.recording:
            self._recording = _Recording(asked)
        return self._recording.part(asked)


def _last_lines(reads: deque[_Read]) -> list[RawLine]:
    newest_first: Iterator[_Read] = reversed(reads)
    found: list[RawLine] = []
    for read in newest_first:
        found = [*raw_lines(read.data, read.at, read.lines, read.observations), *found]
        if len(found) >= LINES_KEPT:
            break
    return found[-LINES_KEPT:]


class _Recording:
    """Bytes that wait to be stored, and how many are stored."""

    def __init__(self, asked: RecordingAsked) -> None:
        self.number = asked.recording
        self._casino_id = asked.casino_id
        self._most = asked.most_bytes
        self._size = asked.size
        self._part = asked.part
        now = datetime.now(UTC)
        self._began = now - timedelta(seconds=asked.elapsed)
        self._waiting: list[tuple[datetime, bytes]] = []
        self._until = now + timedelta(seconds=max(0.0, asked.seconds))
        self._last: RecordedPart | None = None

    def take(self, data: bytes, at: datetime) -> None:
        data = data[: max(0, self._most - self._size)]
        if not data or at > self._until:
            return
        self._size += len(data)
        if self._waiting and (at - self._waiting[-1][0]).total_seconds() < LEAST_APART_S:
            self._waiting[-1] = (self._waiting[-1][0], self._waiting[-1][1] + data)
        else:
            self._waiting.append((at, data))

    def part(self, asked: RecordingAsked) -> RecordedPart | None:
        """Return the next part; the last one again if the database does not have it."""
        if self._last is not None and self._last.part >= asked.part:
            return self._last
        self._last = None
        ended_by = ""
        if asked.stopped:
            ended_by = "stopped"
        elif self._size >= self._most:
            ended_by = "size"
        elif asked.seconds <= 0:
            ended_by = "time"
        if not self._waiting and not ended_by and asked.part > 1:
            return None
        body = "".join(
            written(max(0.0, (at - self._began).total_seconds()), data) for at, data in self._waiting
        )
        self._waiting = []
        self._last = RecordedPart(
            casino_id=self._casino_id,
            recording=self.number,
            part=asked.part,
            body=body,
            size=self._size,
            ended_by=ended_by,
        )
        return self._last
