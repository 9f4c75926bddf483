"""Readers that send only the winning number, and perhaps a word when bets are closed.

They keep no counter: the driver counts games itself, each number being the result of one.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from tables.play.reader.observation import Kind, Observation
from tables.play.reader.questions import AFTER_RECONNECT
from tables.refusal import Refused
from tables.roulette.wheel import DOUBLE_ZERO
from tables.wheels.drivers.driver import (
    NOT_UNDERSTOOD,
    PART_LOST,
    Heard,
    KnownGame,
    OptionsBroken,
    ReaderState,
    ReadLine,
    as_text,
    shown,
)
from tables.wheels.drivers.entered_patterns import EnteredPattern
from tables.wheels.drivers.plain_framing import LONGEST_LINE, Framing, is_pause, unescaped
from tables.wheels.drivers.plain_resent import Memory, connected, sift

MOST_DIGITS = 4
"""The most digits of a number, with zeros before it."""
NUMBER = "number"
SHORTEST_GAME_S = 5.0
"""Two results within so short a time did not both just fall."""


_WHY = {PART_LOST: "a part of its line was lost", NOT_UNDERSTOOD: "it fits no pattern"}


class PlainResultOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a reader in the register. Without a terminator each message has `length` characters."""

    terminator: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    """Control characters are entered as `\\r`, `\\n`, `\\t`, `\\x03`: no text of the register has a line break."""
    length: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_LINE)] = 2
    pattern: str = r" ?(?P<number>\d{1,2})"
    """Form of a whole message, in the syntax of RE2; the group `number` is the result."""
    bets_closed: str | None = None
    """The pattern of a message that closes bets."""
    numbers: Literal[37, 38] = 37
    between_s: Annotated[float, msgspec.Meta(ge=1, le=3600)] = 25.0
    """The least seconds between two numbers of a table whose launches are implied. The table reads it."""
    connection_begins: Literal["anywhere", "message"] = "anywhere"
    """Begin of a new connection. `message`: at the start of a message, for a reader that dials in for each message."""


class PlainResultState(ReaderState, frozen=True, kw_only=True, omit_defaults=True, tag="plain_result"):
    """State of a plain reader: incomplete bytes, and the time of the last ones."""

    bytes_at: datetime | None = None
    result_at: datetime | None = None
    lost: bool = False
    """Bytes were lost, and no message surely began since."""
    memory: Memory = Memory()
    """Last messages of the reader, to recognise them when they come again."""


class PlainResult:
    has_patterns = True
    silence_s: float | None = None

    def __init__(self, reader: str, options: dict[str, Any] | None = None) -> None:
        """Raise OptionsBroken."""
        self.reader = reader
        try:
            self.options = msgspec.convert(options or {}, PlainResultOptions)
        except msgspec.ValidationError as broken:
            raise OptionsBroken(f"plain_result: {broken}") from None
        terminator = unescaped(self.options.terminator or "").encode("latin-1", "replace")
        self.framing = Framing(terminator, self.options.length)
        self.pattern = EnteredPattern("pattern", self.options.pattern)
        if not self.pattern.has_group(NUMBER):
            raise OptionsBroken(
                "plain_result: the pattern has no group named `number`: (?P<number>...)",
                Refused("reader-pattern-without-number"),
            )
        closed = self.options.bets_closed
        self.bets_closed = EnteredPattern("bets_closed", closed) if closed is not None else None

    def fresh(self) -> PlainResultState:
        return PlainResultState(game=0)

    def after(self, known: KnownGame) -> PlainResultState:
        return PlainResultState(epoch=known.epoch, game=known.game)

    def connected(
        self, state: PlainResultState, at: datetime | None = None, *, whole: bool = False
    ) -> PlainResultState:
        return msgspec.structs.replace(
            state,
            rest=b"",
            bytes_at=at,
            lost=self.options.connection_begins == "anywhere" and not whole,
            memory=connected(state.memory, at),
        )

    def whole(self, message: bytes) -> bytes:
        return self.framing.whole(message)

    def encode(self, state: PlainResultState) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, kept: bytes) -> PlainResultState:
        return msgspec.json.decode(kept, type=PlainResultState)

    def feed(self, state: PlainResultState, data: bytes, received_at: datetime) -> Heard[PlainResultState]:
        if not data:
            return Heard(state=state, worth_keeping=False)
        before = state.memory
        observations: list[Observation] = []
        paused = self.framing.after_pause(
            state.rest, state.lost, paused=is_pause(state.bytes_at, received_at)
        )
        lines = [ReadLine(piece, PART_LOST) for piece in paused.dropped]
        pending, lost = paused.rest + data, paused.lost
        state = msgspec.structs.replace(state, bytes_at=received_at)
        while True:
            cut = self.framing.cut(pending, lost)
            lines += [ReadLine(piece, PART_LOST) for piece in cut.dropped]
            state = msgspec.structs.replace(state, rest=cut.rest, lost=cut.lost)
            out_of_step: int | None = None
            for place, message in enumerate(cut.messages):
                form = self._form_of(message)
                lines.append(ReadLine(message, form))
                if form != NOT_UNDERSTOOD:
                    state = self._take(state, message, received_at, observations)
                elif not self.framing.terminator:
                    out_of_step = cut.ends[place]
                    break
            if out_of_step is None:
                break
            # Messages of one length are out of step: a pause, or two line endings, set them right.
            pending, lost = pending[out_of_step:], True
        return Heard(
            state=state,
            observations=tuple(observations),
            complaints=tuple(self._complaint(line) for line in lines if line.read_as in _WHY),
            lines=tuple(lines),
            worth_keeping=bool(observations) or state.memory.waiting != before.waiting,
        )

    def _complaint(self, line: ReadLine) -> str:
        return f"reader {self.reader}: {shown(line.raw)} is left out: {_WHY[line.read_as]}"

    def _take(
        self, state: PlainResultState, message: bytes, at: datetime, observations: list[Observation]
    ) -> PlainResultState:
        """Add the observations of an understood message, and of those that waited for it. Return the state after it."""
        sifted = sift(state.memory, message.decode("latin-1"), at)
        state = msgspec.structs.replace(state, memory=sifted.memory, heard_at=at)
        for text, came_at, doubtful in sifted.messages:
            state, observation = self._read(state, text, came_at, doubtful=doubtful)
            observations.append(observation)
        return state

    def _form_of(self, message: bytes) -> str:
        text = message.decode("latin-1")
        if self.bets_closed is not None and self.bets_closed.fits(text):
            return "bets_closed"
        written = self.pattern.group_of(text, NUMBER).strip()
        is_number = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
        return "number" if is_number else NOT_UNDERSTOOD

    def _read(
        self, state: PlainResultState, text: str, at: datetime, *, doubtful: bool
    ) -> tuple[PlainResultState, Observation]:
        """Return the observation of an understood message; a `doubtful` one has no time of its own."""
        message = text.encode("latin-1")
        if self.bets_closed is not None and self.bets_closed.fits(text):
            game = (state.game or 0) + 1
            return self._say(
                state, "bets_closed", message, at, game=game, observed_at=None if doubtful else at
            )
        written = self.pattern.group_of(text, NUMBER).strip()
        number = self._number(written)
        if number is None:
            why = "double_zero_on_a_wheel_of_37" if written == "00" else "no_such_number"
            return self._say(state, "fault", message, at, game=state.game, warnings=(why,))
        together = state.result_at is not None and _seconds(state.result_at, at) < SHORTEST_GAME_S
        state = msgspec.structs.replace(state, game=(state.game or 0) + 1, result_at=at)
        return self._say(
            state,
            "result",
            message,
            at,
            game=state.game,
            number=number,
            observed_at=None if together or doubtful else at,
            warnings=(AFTER_RECONNECT,) * doubtful,
        )

    def _number(self, text: str) -> int | None:
        if text == "00":
            return DOUBLE_ZERO if self.options.numbers == 38 else None
        number = int(text)
        return number if number <= 36 else None

    def _say(
        self, state: PlainResultState, kind: Kind, message: bytes, at: datetime, **fields: Any
    ) -> tuple[PlainResultState, Observation]:
        after = msgspec.structs.replace(state, sequence=state.sequence + 1)
        observation = Observation(
            reader=self.reader,
            epoch=state.epoch,
            sequence=after.sequence,
            lease=state.lease,
            kind=kind,
            received_at=at,
            raw=as_text(message),
            **fields,
        )
        return after, observation


def _seconds(earlier: datetime, later: datetime) -> float:
    return (later - earlier).total_seconds()
