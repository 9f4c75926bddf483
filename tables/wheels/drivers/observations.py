"""Readers that send neutral observations: one JSON object a message, in the form of the API over HTTP.

The gateway numbers the observations itself, as those of every reader, under its lease. A message that was delivered
before changes nothing: with a `sequence` of the reader's own it is known among the last ones whenever it comes
again, without one only if it comes at once on a new connection, like a message of a reader without a counter.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from tables.play.reader.observation import Kind, Observation, Rotation
from tables.play.reader.questions import AFTER_RECONNECT
from tables.roulette.wheel import entered
from tables.wheels.drivers.driver import (
    NOT_UNDERSTOOD,
    PART_LOST,
    Heard,
    KnownGame,
    OptionsBroken,
    ReaderState,
    ReadLine,
    announce,
    as_text,
    shown,
)
from tables.wheels.drivers.plain_resent import Memory, connected, sift

LONGEST_MESSAGE = 1024
"""Bytes of one message: the last ones are kept with the state of the reader."""
SENT_AGAIN_S = 10.0
"""Messages that waited for a new connection come within so many seconds of it, also from a reader that sends every
second."""
STALE_S = 1.0
"""Half a message that waits longer than this was cut off: the next bytes are not its end."""
_ENDING = b"\n"
WITH_A_NUMBER: tuple[Kind, ...] = ("result", "result_recovered")
SMALL_TEXT = msgspec.Meta(max_length=60)

WrittenNumber = Annotated[int, msgspec.Meta(ge=0, le=36)] | Literal["00"]


class SeenByReader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that a reader saw, with the fields that the API takes. `received_at` and `raw` are not kept: the
    gateway has its own time of arrival, and the message as it came."""

    kind: Kind
    reader: str | None = None
    epoch: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 1
    game: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None
    sequence: Annotated[int, msgspec.Meta(ge=1)] | None = None
    observed_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    received_at: datetime | None = None
    number: WrittenNumber | None = None
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    rotor_speed_rpm: Annotated[float, msgspec.Meta(ge=0, le=1000)] | None = None
    launch_pocket: WrittenNumber | None = None
    ball_turns: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    warnings: Annotated[tuple[Annotated[str, SMALL_TEXT], ...], msgspec.Meta(max_length=20)] = ()
    missing: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    raw: str = ""


class ObservationsOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a reader in the register."""

    numbers: Literal[37, 38] = 37


class ObservationsState(ReaderState, frozen=True, kw_only=True, omit_defaults=True, tag="observations"):
    bytes_at: datetime | None = None
    lost: bool = False
    """Bytes were lost, and no message surely began since."""
    connected_at: datetime | None = None
    memory: Memory = Memory()
    """Last messages of the reader, to recognise them when they come again."""


class _Cut(NamedTuple):
    messages: list[bytes]
    rest: bytes
    lost: bool
    dropped: list[bytes]


class Observations:
    """Driver of a reader that sends observations as JSON. Option: `numbers` (37 or 38)."""

    has_patterns = False
    silence_s: float | None = None

    def __init__(self, reader: str, options: dict[str, Any] | None = None) -> None:
        """Raise OptionsBroken."""
        self.reader = reader
        try:
            self.options = msgspec.convert(options or {}, ObservationsOptions)
        except msgspec.ValidationError as broken:
            raise OptionsBroken(f"observations: {broken}") from None
        self._decode = msgspec.json.Decoder(SeenByReader).decode

    def fresh(self) -> ObservationsState:
        return ObservationsState()

    def after(self, known: KnownGame) -> ObservationsState:
        return ObservationsState(epoch=known.epoch, game=known.game)

    def connected(
        self, state: ObservationsState, at: datetime | None = None, *, whole: bool = False
    ) -> ObservationsState:
        memory = connected(state.memory, at)
        return msgspec.structs.replace(
            state, rest=b"", bytes_at=at, connected_at=at, lost=not whole, memory=memory
        )

    def whole(self, message: bytes) -> bytes:
        # JSON may be written over several lines, and white space between its parts means nothing.
        line = b" ".join(message.split())
        return line + _ENDING if 0 < len(line) <= LONGEST_MESSAGE else b""

    def encode(self, state: ObservationsState) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, kept: bytes) -> ObservationsState:
        return msgspec.json.decode(kept, type=ObservationsState)

    def feed(self, state: ObservationsState, data: bytes, received_at: datetime) -> Heard[ObservationsState]:
        if not data:
            return Heard(state=state, worth_keeping=False)
        cut = _cut(state, data, received_at)
        after = msgspec.structs.replace(state, rest=cut.rest, lost=cut.lost, bytes_at=received_at)
        complaints = [self._left_out(piece, "a part of it was lost") for piece in cut.dropped]
        lines = [ReadLine(piece, PART_LOST) for piece in cut.dropped]
        observations: list[Observation] = []
        for message in cut.messages:
            try:
                seen = self._read(message)
            except ValueError as wrong:
                complaints.append(self._left_out(message, str(wrong)))
                lines.append(ReadLine(message, NOT_UNDERSTOOD))
                continue
            lines.append(ReadLine(message, "observation"))
            after, told = self._take(after, seen, message, received_at)
            observations += told
        return Heard(
            state=after,
            observations=tuple(observations),
            complaints=tuple(complaints),
            lines=tuple(lines),
            worth_keeping=(after.memory.heard, after.memory.waiting)
            != (state.memory.heard, state.memory.waiting),
        )

    def _left_out(self, message: bytes, why: str) -> str:
        return f"reader {self.reader}: {shown(message)} is left out: {why}"

    def _read(self, message: bytes) -> SeenByReader:
        """Return the content of a message. Raises ValueError for a message of another reader or wheel, or of none."""
        seen = self._decode(message)
        if seen.reader not in (None, self.reader):
            raise ValueError("it names another reader")
        if seen.kind in WITH_A_NUMBER and seen.number is None:
            raise ValueError(f"a {seen.kind} has a number")
        if "00" in (seen.number, seen.launch_pocket) and self.options.numbers == 37:
            raise ValueError("the wheel has no double zero")
        return seen

    def _take(
        self, state: ObservationsState, seen: SeenByReader, message: bytes, at: datetime
    ) -> tuple[ObservationsState, tuple[Observation, ...]]:
        """Take one message, unless it was delivered before; and those that waited for it."""
        text = message.decode("latin-1")
        if seen.sequence is not None and text in state.memory.heard:
            return msgspec.structs.replace(state, heard_at=at), ()
        memory = state.memory
        if state.connected_at is not None and (at - state.connected_at).total_seconds() > SENT_AGAIN_S:
            memory = msgspec.structs.replace(memory, at_once_until=None)
        sifted = sift(memory, text, at)
        state = msgspec.structs.replace(state, memory=sifted.memory, heard_at=at)
        told: tuple[Observation, ...] = ()
        for taken, came_at, doubtful in sifted.messages:
            raw = taken.encode("latin-1")
            state, more = self._tell(state, self._read(raw), raw, came_at, doubtful=doubtful)
            told += more
        return state, told

    def _tell(
        self,
        state: ObservationsState,
        seen: SeenByReader,
        message: bytes,
        at: datetime,
        *,
        doubtful: bool = False,
    ) -> tuple[ObservationsState, tuple[Observation, ...]]:
        """Return the observation that a message makes. One without a time of its own that came at once on a new
        connection has no time, and a number of it is marked."""
        if seen.kind == "reader_online":
            # It is heard: the gateway announces it, unless it was online before.
            return msgspec.structs.replace(state, heard_at=at), ()
        if seen.kind == "reader_offline":
            if state.online is False:
                return state, ()
            away: Heard[ObservationsState] = announce(self.reader, state, "reader_offline", at)
            return away.state, away.observations
        unknown = doubtful and seen.observed_at is None
        after = msgspec.structs.replace(
            state, sequence=state.sequence + 1, epoch=seen.epoch, game=seen.game, heard_at=at
        )
        observation = Observation(
            reader=self.reader,
            epoch=seen.epoch,
            game=seen.game,
            sequence=after.sequence,
            lease=state.lease,
            kind=seen.kind,
            received_at=at,
            observed_at=None if unknown else seen.observed_at or at,
            number=None if seen.number is None else entered(seen.number),
            rotor_direction=seen.rotor_direction,
            ball_direction=seen.ball_direction,
            rotor_speed_rpm=seen.rotor_speed_rpm,
            launch_pocket=None if seen.launch_pocket is None else entered(seen.launch_pocket),
            ball_turns=seen.ball_turns,
            warnings=(*seen.warnings, *((AFTER_RECONNECT,) if unknown and seen.number is not None else ())),
            missing=seen.missing,
            raw=as_text(message),
        )
        return after, (observation,)


def _cut(state: ObservationsState, data: bytes, at: datetime) -> _Cut:
    """Cut bytes into messages by their line endings. After a loss nothing counts before the next ending."""
    dropped: list[bytes] = []
    rest, lost = state.rest, state.lost
    if rest and state.bytes_at is not None and (at - state.bytes_at).total_seconds() > STALE_S:
        dropped, rest, lost = [rest], b"", True
    messages: list[bytes] = []
    *lines, rest = (rest + data).split(_ENDING)
    for line in lines:
        if lost or len(line) > LONGEST_MESSAGE:
            dropped.append(line)
        elif line.strip():
            messages.append(line.strip())
        lost = False
    if lost or len(rest) > LONGEST_MESSAGE:
        dropped.append(rest)
        rest, lost = b"", True
    return _Cut(messages, rest, lost, [each for each in dropped if each])
