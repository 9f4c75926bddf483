"""Connections to readers: TCP dialled or awaited, MQTT, a serial device, or RFC 2217. Receive only: nothing is sent.

The address is checked before each connection: a name is looked up once, all its addresses are checked, and the
connection is made to a checked address, not to the name.
"""

import asyncio
import os
import socket
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import serial

from tables.refusal import Refused
from tables.registers.entries.reader_addresses import (
    Address,
    ReaderRules,
    check_address,
    check_device,
    check_host,
    read_address,
)
from tables.wheels.ear import Ear
from tables.wheels.mqtt import Subscriber, subscribe

READ_BYTES = 4096
SERIAL_READ_TIMEOUT_S = 0.5
LOOK_UP_S = 5.0
CONNECT_S = 10.0


class LineOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a reader in the register that concern its line and not its protocol."""

    baudrate: Annotated[int, msgspec.Meta(ge=50, le=4_000_000)] = 9600


def _now() -> datetime:
    return datetime.now(UTC)


async def hold_line(
    url: str, options: LineOptions, rules: ReaderRules, ear: Ear, subscriber: Subscriber | None = None
) -> None:
    """Hold one connection from its opening to its end. `subscriber` reads a topic of MQTT.

    Raises OSError when the connection cannot be opened or breaks, and Refused when no reader may be at this address.
    """
    address = read_address(url)
    check_address(address, rules)
    if address.way == "device":
        await _read_serial(_checked_device(address.path, rules), options, ear)
        return
    hosts = await _checked_hosts(address, rules)
    if address.way == "dial":
        await _dial(hosts, address.port, ear)
    elif address.way == "mqtt":
        await subscribe(hosts, address, subscriber or Subscriber(), ear)
    elif address.way == "listen":
        await _await_dialling_in(hosts, address.port, ear)
    else:
        host = f"[{hosts[0]}]" if ":" in hosts[0] else hosts[0]
        await _read_serial(f"rfc2217://{host}:{address.port}", options, ear)


async def _checked_hosts(address: Address, rules: ReaderRules) -> list[str]:
    """Look the host up once, and return all its addresses. Raises OSError, and Refused if no reader may be at one."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(LOOK_UP_S):
            found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise OSError(f"{address.host} was not looked up within {LOOK_UP_S:g} s") from None
    except UnicodeError:
        raise OSError(f"{address.host} cannot be looked up") from None
    hosts = list(dict.fromkeys(str(place[0]) for *_, place in found))
    for host in hosts:
        check_host(address, host, rules)
    return hosts


def _checked_device(path: str, rules: ReaderRules) -> str:
    """Return the target of the device's path. Raises OSError, and Refused if it is not a device for readers."""
    device = os.path.realpath(path, strict=True)
    check_device(device, rules)
    if not stat.S_ISCHR(Path(device).stat().st_mode):
        raise Refused("reader-device-not-serial", device=device)
    return device


async def _dial(hosts: list[str], port: int, ear: Ear) -> None:
    """Connect to the first of the addresses that answers."""
    failure: OSError = TimeoutError(f"nothing answered within {CONNECT_S:g} s")
    for host in hosts:
        try:
            async with asyncio.timeout(CONNECT_S):
                reader, writer = await asyncio.open_connection(host, port)
        except TimeoutError:
            continue
        except OSError as refused:
            failure = refused
            continue
        await _hear(reader, writer, ear)
        return
    raise failure


async def _await_dialling_in(hosts: list[str], port: int, ear: Ear) -> None:
    """Hear the reader that dials in last, and close the line before: one reader has one line."""
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

    server = await asyncio.start_server(answer, hosts, port)
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        server.close()
        if latest is not None:
            latest.close()


async def _hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ear: Ear) -> None:
    _notice_dead_peers(writer.get_extra_info("socket"))
    try:
        await ear.connected(_now(), peer=_shown_peer(writer.get_extra_info("peername")))
        while data := await reader.read(READ_BYTES):
            if writer.is_closing():
                return
            await ear.arrived(data, _now())
        if not writer.is_closing():
            await ear.lost(_now())
    finally:
        writer.close()


def _shown_peer(peer: tuple[Any, ...] | None) -> str:
    """Return the address of the other end, as `10.0.0.5:4001`; empty if it is gone already."""
    if not peer:
        return ""
    host = f"[{peer[0]}]" if ":" in str(peer[0]) else peer[0]
    return f"{host}:{peer[1]}"


def _notice_dead_peers(connection: socket.socket) -> None:
    """Probe a silent peer after 10 s and give up 15 s later: a device server that lost power sends nothing."""
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
                asyncio.run_coroutine_threadsafe(ear.connected(_now(), peer=url), loop).result()
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
