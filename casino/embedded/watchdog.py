"""Where the heartbeats of one part arrive: the listening side of systemd's notify protocol.

A part sends `WATCHDOG=1` (tables/stream/heartbeat.py) for as long as it can do its work. One that runs and has fallen
silent is as good as dead: it is killed, and started again.
"""

import contextlib
import secrets
import socket
import sys
import tempfile
from pathlib import Path

from tables.stream.heartbeat import ALIVE


class Watchdog:
    """The address at which a part's heartbeats arrive, for as long as the supervisor runs."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        name = f"permanence-{secrets.token_hex(8)}"
        self._path: Path | None = None
        if sys.platform == "linux":
            # An abstract address: it needs no room on a disk, no short path, and goes with its socket.
            self.address = f"@{name}"
            self._socket.bind(f"\0{name}")
        else:
            self._path = Path(tempfile.gettempdir()) / name
            self.address = str(self._path)
            self._socket.bind(self.address)

    def heard(self) -> bool:
        heard = False
        with contextlib.suppress(BlockingIOError):
            while True:
                heard |= ALIVE in self._socket.recv(4096).splitlines()
        return heard

    def close(self) -> None:
        self._socket.close()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
