"""Serial lines of a test: a pty with a wheel at its other end, and a device server with RFC 2217 in front of a pty."""

import os
import socket
import termios
import threading
import tty
from contextlib import suppress
from types import TracebackType
from typing import Self

import serial
from serial.rfc2217 import PortManager


class Pty:
    """A serial line: a listener opens `device`, and the wheel is on its other end."""

    def __init__(self) -> None:
        self._wheel, self._device = os.openpty()
        tty.setraw(self._device)
        os.set_blocking(self._wheel, False)
        self.device = os.ttyname(self._device)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failed: BaseException | None, _: TracebackType | None
    ) -> None:
        self.unplug()

    def speak(self, data: bytes) -> None:
        """Let the wheel send these bytes."""
        os.write(self._wheel, data)

    def said_to_the_wheel(self) -> bytes:
        """Return what a listener has sent."""
        try:
            return os.read(self._wheel, 4096)
        except BlockingIOError:
            return b""

    def speed(self) -> int:
        """Return the baud rate that is set, as termios names it."""
        return int(termios.tcgetattr(self._wheel)[4])

    def unplug(self) -> None:
        """Take the line away from its listener."""
        for end in (self._wheel, self._device):
            with suppress(OSError):
                os.close(end)


class _NoModemLines(serial.Serial):
    """A serial line without the modem lines that a listener sets over RFC 2217: a pty has none."""

    def _update_dtr_state(self) -> None: ...

    def _update_rts_state(self) -> None: ...

    cts = dsr = ri = cd = property(lambda _: False)


class DeviceServer:
    """A device server for RFC 2217 with pyserial's own port manager, for one listener at a time."""

    def __init__(self, device: str) -> None:
        self.serial = _NoModemLines(device, timeout=0.02)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"rfc2217://127.0.0.1:{self._listening.getsockname()[1]}"
        self.connections = 0
        self._line: socket.socket | None = None
        self._ends = False
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failed: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the server; its address refuses connections from then on."""
        self._ends = True
        self.drop()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()
        self.serial.close()

    def drop(self) -> None:
        """Cut the line to the listener, as a device server does that restarts."""
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        while not self._ends:
            try:
                self._line, _ = self._listening.accept()
            except OSError:
                return
            with self._line as line, suppress(OSError):
                self.connections += 1
                self._carry(line)
            self._line = None

    def _carry(self, line: socket.socket) -> None:
        """Carry bytes both ways until the listener goes; its commands set the serial line."""
        sending = threading.Lock()

        class Answers:
            def write(self, data: bytes) -> None:
                with sending:
                    line.sendall(data)

        # The stubs ask for the classes of the other side.
        manager = PortManager(self.serial, Answers())  # type: ignore[arg-type]
        gone = threading.Event()

        def speak() -> None:
            while not gone.is_set():
                if data := self.serial.read(256):
                    with suppress(OSError), sending:
                        line.sendall(b"".join(manager.escape(data)))

        speaking = threading.Thread(target=speak)
        speaking.start()
        try:
            while data := line.recv(1024):
                self.serial.write(b"".join(manager.filter(data)))
        finally:
            gone.set()
            speaking.join()
