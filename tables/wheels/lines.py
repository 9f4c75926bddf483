"""How a reader is reached: TCP dialled or awaited, a serial device, or RFC 2217. Receive only: nothing is ever sent."""

import asyncio
import socket
import threading
from datetime import UTC, datetime
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec
import serial

from tables.wheels.drivers.driver import OptionsBroken

READ_BYTES = 4096
SERIAL_READ_TIMEOUT_S = 0.5
TCP_SCHEMES: Final[dict[str, Literal["dial", "listen"]]] = {"socket": "dial", "listen": "listen"}
SERIAL_SCHEMES = ("rfc2217", "loop", "hwgrep")


class Ear(Protocol):
    async def connected(self, at: datetime) -> None: ...

    async def arrived(self, data: bytes, at: datetime) -> None: ...

    async def lost(self, at: datetime) -> None: ...


class LineOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a reader in the register that concern its line and not its protocol."""

    baudrate: int = 9600


def _now() -> datetime:
    return datetime.now(UTC)


class Address(msgspec.Struct, frozen=True):
    """Where a reader is reached; host and port only where it is by TCP."""

    way: Literal["dial", "listen", "serial"]
    host: str = ""
    port: int = 0


def read_address(url: str) -> Address:
    """Understand a register's URL: `socket://host:port` dials out, `listen://host:port` waits for the reader to dial
    in, the rest is a serial device or a URL that pyserial knows. Raises OptionsBroken for what is none of these.
    """
    parts = urlsplit(url)
    if parts.scheme in TCP_SCHEMES:
        try:
            port = parts.port
        except ValueError:
            port = None
        if not parts.hostname or port is None:
            raise OptionsBroken(f"`{url}` lacks a host or a port: {parts.scheme}://host:port")
        return Address(TCP_SCHEMES[parts.scheme], parts.hostname, port)
    if parts.scheme in SERIAL_SCHEMES or url.startswith("/dev/"):
        return Address("serial")
    ways = "socket://host:port, listen://host:port, rfc2217://host:port or /dev/..."
    raise OptionsBroken(f"`{url}` is no address of a reader: {ways}")


async def hold_line(url: str, options: LineOptions, ear: Ear) -> None:
    """Hold one connection from its opening to its end. Raises OSError when it cannot be opened or breaks, and
    OptionsBroken as `read_address` does.
    """
    address = read_address(url)
    if address.way == "dial":
        await _dial(address.host, address.port, ear)
    elif address.way == "listen":
        await _await_dialling_in(address.host, address.port, ear)
    else:
        await _read_serial(url, options, ear)


async def _dial(host: str, port: int, ear: Ear) -> None:
    reader, writer = await asyncio.open_connection(host, port)
    await _hear(reader, writer, ear)


async def _await_dialling_in(host: str, port: int, ear: Ear) -> None:
    """One reader has one line: whoever dials in last is heard, and the line before is closed."""
    latest: asyncio.StreamWriter | None = None

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal latest
        if latest is not None:
            latest.close()
        latest = writer
        try:
            await _hear(reader, writer, ear)
        except OSError:
            await ear.lost(_now())

    server = await asyncio.start_server(answer, host, port)
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        server.close()
        if latest is not None:
            latest.close()


async def _hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ear: Ear) -> None:
    _notice_dead_peers(writer.get_extra_info("socket"))
    try:
        await ear.connected(_now())
        while data := await reader.read(READ_BYTES):
            if writer.is_closing():
                return
            await ear.arrived(data, _now())
        await ear.lost(_now())
    finally:
        writer.close()


def _notice_dead_peers(connection: socket.socket) -> None:
    """A device server that lost power says nothing: probe after 10 s, give up 15 s later."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, seconds in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, option):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), seconds)


async def _read_serial(url: str, options: LineOptions, ear: Ear) -> None:
    """pyserial blocks, so each serial line has a thread; bytes come over one at a time, in order."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()
    stop = threading.Event()

    def end(error: BaseException | None) -> None:
        if ended.done():
            return
        if error is None:
            ended.set_result(None)
        else:
            ended.set_exception(error)

    def read() -> None:
        error: BaseException | None = None
        try:
            with serial.serial_for_url(url, baudrate=options.baudrate, timeout=SERIAL_READ_TIMEOUT_S) as port:
                asyncio.run_coroutine_threadsafe(ear.connected(_now()), loop).result()
                while not stop.is_set():
                    if first := port.read(1):
                        data = first + port.read(port.in_waiting)
                        asyncio.run_coroutine_threadsafe(ear.arrived(data, _now()), loop).result()
        except asyncio.CancelledError:
            return
        except Exception as broken:
            error = OSError(f"{type(broken).__name__}: {broken}")
        if not loop.is_closed():
            loop.call_soon_threadsafe(end, error)

    threading.Thread(target=read, name=f"serial {url}", daemon=True).start()
    try:
        await ended
    finally:
        stop.set()
