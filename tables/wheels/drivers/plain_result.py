"""Readers that send nothing but the winning number, and perhaps a word when bets are closed.

They keep no counter: the driver counts games itself, each number being the result of one.
"""

import re
from datetime import datetime
from typing import Any

import msgspec

from tables.play.reader.observation import Kind, Observation
from tables.roulette.wheel import DOUBLE_ZERO
from tables.wheels.drivers.driver import Heard, OptionsBroken, ReaderState, shown
from tables.wheels.drivers.plain_resent import AFTER_RECONNECT, Memory, connected, sift

LONGEST_LINE = 256
STALE_S = 1.0
"""Half a message that waits longer than this was cut off: what follows is not its end."""
SHORTEST_GAME_S = 5.0
"""Two results within so short a time did not both just fall."""


class PlainResultOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a reader in the register. Without a terminator each message has `length` characters."""

    terminator: str | None = None
    length: int = 2
    pattern: str = r" ?(?P<number>\d{1,2})"
    """What a whole message looks like; the group `number` is the result."""
    bets_closed: str | None = None
    """What a message looks like that says that bets are closed."""
    numbers: int = 37


class PlainResultState(ReaderState, frozen=True, kw_only=True, omit_defaults=True, tag="plain_result"):
    """Where a plain reader is: bytes not whole yet, and when the last ones came."""

    bytes_at: datetime | None = None
    result_at: datetime | None = None
    memory: Memory = Memory()
    """What it sent last, to know it when it comes again."""


class PlainResult:
    silence_s: float | None = None

    def __init__(self, reader: str, options: dict[str, Any] | None = None) -> None:
        """Raises OptionsBroken."""
        self.reader = reader
        try:
            self.options = msgspec.convert(options or {}, PlainResultOptions)
        except msgspec.ValidationError as broken:
            raise OptionsBroken(f"plain_result: {broken}") from None
        self.terminator = (self.options.terminator or "").encode("latin-1", "replace")
        if not self.terminator and self.options.length < 1:
            raise OptionsBroken("plain_result: give a terminator, or a length of 1 and more")
        self.pattern = _compile("pattern", self.options.pattern)
        if "number" not in self.pattern.groupindex:
            raise OptionsBroken("plain_result: the pattern has no group named `number`: (?P<number>...)")
        closed = self.options.bets_closed
        self.bets_closed = _compile("bets_closed", closed) if closed is not None else None

    def fresh(self) -> PlainResultState:
        return PlainResultState(game=0)

    def connected(self, state: PlainResultState, at: datetime | None = None) -> PlainResultState:
        return msgspec.structs.replace(state, rest=b"", memory=connected(state.memory, at))

    def encode(self, state: PlainResultState) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, kept: bytes) -> PlainResultState:
        return msgspec.json.decode(kept, type=PlainResultState)

    def feed(self, state: PlainResultState, data: bytes, received_at: datetime) -> Heard[PlainResultState]:
        complaints: list[str] = []
        rest = state.rest
        if rest and state.bytes_at is not None and _seconds(state.bytes_at, received_at) > STALE_S:
            complaints.append(f"reader {self.reader}: {shown(rest)} is left out: the rest of it never came")
            rest = b""
        messages, rest = self._cut(rest + data)
        state = msgspec.structs.replace(state, rest=rest, bytes_at=received_at if data else state.bytes_at)
        observations: list[Observation] = []
        before = state.memory
        for message in messages:
            if not self._understood(message):
                complaints.append(f"reader {self.reader}: {shown(message)} is left out: it fits no pattern")
                continue
            sifted = sift(state.memory, message.decode("latin-1"), received_at)
            state = msgspec.structs.replace(state, memory=sifted.memory, heard_at=received_at)
            for text, at, doubtful in sifted.messages:
                state, observation = self._read(state, text, at, doubtful=doubtful)
                observations.append(observation)
        return Heard(
            state=state,
            observations=tuple(observations),
            complaints=tuple(complaints),
            worth_keeping=bool(observations) or state.memory.waiting != before.waiting,
        )

    def _cut(self, data: bytes) -> tuple[list[bytes], bytes]:
        if self.terminator:
            *messages, rest = data.split(self.terminator)
            while len(rest) > LONGEST_LINE:
                messages.append(rest[:LONGEST_LINE])
                rest = rest[LONGEST_LINE:]
            return [message for message in messages if message], rest
        messages = []
        data = data.lstrip(b"\r\n")
        while len(data) >= self.options.length:
            messages.append(data[: self.options.length])
            data = data[self.options.length :].lstrip(b"\r\n")
        return messages, data

    def _understood(self, message: bytes) -> bool:
        text = message.decode("latin-1")
        if self.bets_closed is not None and self.bets_closed.fullmatch(text):
            return True
        found = self.pattern.fullmatch(text)
        return found is not None and found["number"].strip().isascii() and found["number"].strip().isdigit()

    def _read(
        self, state: PlainResultState, text: str, at: datetime, *, doubtful: bool
    ) -> tuple[PlainResultState, Observation]:
        """What an understood message says; of one that is `doubtful` nobody knows when it was true."""
        message = text.encode("latin-1")
        if self.bets_closed is not None and self.bets_closed.fullmatch(text):
            game = (state.game or 0) + 1
            return self._say(
                state, "bets_closed", message, at, game=game, observed_at=None if doubtful else at
            )
        found = self.pattern.fullmatch(text)
        assert found is not None
        written = found["number"].strip()
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
            kind=kind,
            received_at=at,
            raw=message.decode("latin-1"),
            **fields,
        )
        return after, observation


def _compile(option: str, pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as broken:
        raise OptionsBroken(f"plain_result: {option} `{pattern}`: {broken}") from None


def _seconds(earlier: datetime, later: datetime) -> float:
    return (later - earlier).total_seconds()
