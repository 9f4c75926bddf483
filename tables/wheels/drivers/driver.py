"""Contract of every driver with the gateway, and the drivers' common parts."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from tables.play.reader.observation import Kind, Observation
from tables.refusal import Refused


class OptionsBroken(ValueError):
    """Options of a reader that its driver cannot use.

    The message names the option and the fault, for the log; `refused` is the same for a person who enters them.
    """

    def __init__(self, message: str, refused: Refused | None = None) -> None:
        super().__init__(message)
        self._refused = refused

    def as_refused(self, protocol: str) -> Refused:
        """Return the refusal that the form, the API and the reader's page show."""
        return self._refused or Refused("reader-options-malformed", protocol=protocol)


class ReaderState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """State of a reader that each driver keeps from one read to the next, in every protocol."""

    lease: int = 0
    """The lease under which the reader is listened to; 0 without one."""
    sequence: int = 0
    """Number of the last observation made under this lease."""
    epoch: int = 1
    """Grows at each restart or wrap of the wheel's own game counter."""
    game: int | None = None
    """The wheel's own game counter, None before it is known."""
    online: bool | None = None
    """The last state that was announced; None before the first."""
    rest: bytes = b""
    """Bytes that do not make a whole line yet."""
    heard_at: datetime | None = None
    """Time of the last understandable line."""


class KnownGame(msgspec.Struct, frozen=True, kw_only=True):
    """The last game of a reader that the record has: a gateway that takes the reader over goes on from it."""

    epoch: int
    game: int
    number: int | None = None
    """Number of the game; None if the record has none."""
    number_before: int | None = None
    """The last number of a game before it; None if the record has none."""


S = TypeVar("S", bound=ReaderState)

NOT_UNDERSTOOD, PART_LOST = "not_understood", "part_lost"
FAULTY = frozenset({NOT_UNDERSTOOD, PART_LOST})
"""Forms of a line that are not valid messages."""


class ReadLine(NamedTuple):
    """One line as a driver took it in."""

    raw: bytes
    read_as: str
    """Form of the line: `status`, `number`, `bets_closed`, `fault`, `bonus`, `reply`, `observation`, or one of
    FAULTY."""


class Heard(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    state: S
    observations: tuple[Observation, ...] = ()
    complaints: tuple[str, ...] = ()
    """Misunderstood parts, in words for the log; never a reason to stop."""
    lines: tuple[ReadLine, ...] = ()
    """The lines that were taken in, in order, for people who watch the reader."""

    @property
    def valid(self) -> int:
        """Number of valid messages among the lines."""
        return sum(line.read_as not in FAULTY for line in self.lines)

    worth_keeping: bool = True
    """False when only times and unfinished bytes changed: then nothing need go to disk."""


class Driver(Protocol[S]):
    """One reader's protocol. `feed` is total: no bytes whatever make it raise.

    How the bytes are cut into reads makes no difference to the observations, save for their times.
    """

    reader: str
    has_patterns: bool
    """True if it runs patterns that people enter. The gateway feeds such a driver in a thread."""
    silence_s: float | None
    """Seconds without an understandable line after which the reader is offline; None where silence is usual."""

    def fresh(self) -> S: ...

    def after(self, known: KnownGame) -> S:
        """Return the state of a driver that has heard nothing yet, and knows the last game that the record has."""
        ...

    def feed(self, state: S, data: bytes, received_at: datetime) -> Heard[S]: ...

    def connected(self, state: S, at: datetime | None = None, *, whole: bool = False) -> S:
        """Return the state on a new connection, which began `at`: half a line from the old one is worth nothing, lines
        went unheard, and heard lines may be sent again. On a `whole` one messages come one by one, each complete.
        """
        ...

    def whole(self, message: bytes) -> bytes:
        """Return a message that came complete as bytes of a line; empty if it cannot be one message."""
        ...

    def encode(self, state: S) -> bytes: ...

    def decode(self, kept: bytes) -> S: ...


Build = Callable[[str, dict[str, Any]], Driver[Any]]


def announce(
    reader: str, state: S, kind: Kind, at: datetime, *, warnings: tuple[str, ...] = (), raw: bytes = b""
) -> Heard[S]:
    """Report that the reader went online or offline, with the next number of its driver.

    `warnings` are the reasons, if they are known, and `raw` the bytes that show them.
    """
    sequence = state.sequence + 1
    announced = Observation(
        reader=reader,
        epoch=state.epoch,
        game=state.game,
        sequence=sequence,
        lease=state.lease,
        kind=kind,
        received_at=at,
        observed_at=at,
        warnings=warnings,
        raw=as_text(raw),
    )
    after = msgspec.structs.replace(state, sequence=sequence, online=kind == "reader_online")
    return Heard(state=after, observations=(announced,))


def as_text(raw: bytes) -> str:
    """Return bytes as an observation keeps them: in Latin-1, with `\\x00` for NUL, which PostgreSQL does not store."""
    return raw.decode("latin-1").replace("\0", "\\x00")


def shown(raw: bytes) -> str:
    """Return the bytes as a log line shows them: Latin-1, control characters escaped, at most 40 of them."""
    text = raw[:40].decode("latin-1").encode("unicode_escape").decode("ascii")
    return f"`{text}`" + (" ..." if len(raw) > 40 else "")
