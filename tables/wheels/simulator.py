"""A simulated wheel on the network: a TCP server that sends to every listener, as a real wheel's device server does.

The wheel turns with or without listeners, and keeps its counter and last number over connections.
"""

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol, Self

import msgspec

from tables.play.reader.observation import Rotation
from tables.roulette.wheel import DOUBLE_ZERO, as_entered
from tables.wheels.recorded_bytes import read_written
from tables.wheels.simulated_wheel import TICK_S, SimulatedWheel

BETWEEN_PIECES_S = 0.02
"""Pieces of one tick are sent this far apart, so that they may arrive in reads of their own."""


class Fallen(msgspec.Struct, frozen=True):
    """A number that was made to fall: when its line was given to the network, on both clocks of this machine."""

    number: int
    game: int
    monotonic: float
    wall: datetime


class Lines(Protocol):
    """Source of a simulator's lines: a simulated wheel, or a recording."""

    def tick(self) -> list[bytes]: ...


class Replay:
    """A recording of raw lines: one status line a tick, with the other lines before it. Then silence."""

    def __init__(self, recording: bytes) -> None:
        self._lines = iter(recording.splitlines(keepends=True))

    def tick(self) -> list[bytes]:
        lines: list[bytes] = []
        for line in self._lines:
            lines.append(line)
            if line.startswith(b"*X"):
                break
        return [b"".join(lines)] if lines else []


class TimedReplay:
    """A recording of bytes with their times, as `recorded_bytes` writes it. Then silence."""

    def __init__(self, recording: bytes) -> None:
        """Raise ValueError for a file of another form."""
        self._timed = read_written(recording)
        self._at = 0.0

    @property
    def pause_s(self) -> float:
        """Seconds until the next bytes, of the time of the recording."""
        return max(0.0, self._timed[0][0] - self._at) if self._timed else TICK_S

    def tick(self) -> list[bytes]:
        if not self._timed:
            return []
        self._at, data = self._timed.pop(0)
        return [data]


class Simulator:
    """Serves one wheel to any number of listeners; an async context manager. Port 0 takes a free one, see `port`.

    `speed` makes the wheel's time go faster: half a second of it lasts 0.5 / `speed` seconds. With `await_listener`
    it waits for the first listener, so that a record can begin with the first game.
    """

    def __init__(
        self,
        lines: Lines,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        speed: float = 1.0,
        await_listener: bool = False,
    ) -> None:
        self.lines = lines
        self.speed = speed
        self.host = host
        self.port = port
        self._listeners: set[asyncio.StreamWriter] = set()
        self._sending = asyncio.Lock()
        self._may_turn = asyncio.Event()
        if not await_listener:
            self._may_turn.set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._listen, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        self._turning = asyncio.create_task(self._turn())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._turning.cancel()
        await asyncio.wait([self._turning])
        self._server.close()
        self._hang_up()

    async def forever(self) -> None:
        await self._turning

    @property
    def wheel(self) -> SimulatedWheel:
        """The wheel; raises TypeError while a recording is replayed, which obeys nobody."""
        if not isinstance(self.lines, SimulatedWheel):
            raise TypeError("a recording is being replayed: there is no wheel to command")
        return self.lines

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    async def launch(self) -> None:
        async with self._sending:
            await self._send(self.wheel.launch())

    async def spin(self, rotor: Rotation | None = None) -> None:
        """Launch the ball of a wheel that waits for a hand, after the rotor turned this way. Raises ValueError unless
        it waits.
        """
        async with self._sending:
            self.wheel.spin(rotor)

    async def close_bets(self) -> None:
        async with self._sending:
            await self._send(self.wheel.close_bets())

    async def fall(self, number: int) -> Fallen:
        """Let `number` fall now: launched and closed in the same instant if it was not. Raises ValueError."""
        if number not in self.wheel.numbers:
            last = "36 and 00" if DOUBLE_ZERO in self.wheel.numbers else "36"
            raise ValueError(f"{as_entered(number)} is not on the wheel: it has 0 to {last}")
        async with self._sending:
            pieces = self.wheel.fall(number)
            game = self.wheel.game
            fallen = Fallen(number, game, time.monotonic(), datetime.now(UTC))
            await self._send([b"".join(pieces)])
        return fallen

    async def _turn(self) -> None:
        """Tick after tick, at the wheel's own pace however late this process is."""
        await self._may_turn.wait()
        next_at = time.monotonic()
        while True:
            async with self._sending:
                await self._send(self.lines.tick())
            next_at += (self.lines.pause_s if isinstance(self.lines, TimedReplay) else TICK_S) / self.speed
            await asyncio.sleep(max(0.0, next_at - time.monotonic()))

    async def _send(self, pieces: list[bytes]) -> None:
        for place, piece in enumerate(pieces):
            if place:
                await asyncio.sleep(BETWEEN_PIECES_S / self.speed)
            for listener in self._listeners:
                listener.write(piece)
        if isinstance(self.lines, SimulatedWheel) and self.lines.wire.drops_connections:
            self.lines.wire.drops_connections = False
            self._hang_up()

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ignore the bytes of a listener: a wheel that is only listened to answers nothing."""
        self._listeners.add(writer)
        self._may_turn.set()
        try:
            while await reader.read(1024):
                pass
        except OSError:
            pass
        finally:
            self._listeners.discard(writer)
            writer.close()

    def _hang_up(self) -> None:
        for listener in self._listeners:
            listener.transport.abort()
        self._listeners.clear()
