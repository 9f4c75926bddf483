"""Listening side of systemd's notify protocol: the place where the heartbeats of one part arrive.

A part sends `WATCHDOG=1` (tables/stream/heartbeat.py) for as long as it can do its work. One that runs and has fallen
silent is as good as dead: it is killed, and started again.

Another user of the machine must neither fill the queue, so that heartbeats are lost, nor answer for a part that hangs.
So the socket is in a folder that its user alone can enter, and a heartbeat counts only from the part's main process
(`NotifyAccess=main` of systemd), by the credentials that the kernel adds.
"""

import contextlib
import os
import socket
import struct
import tempfile
from pathlib import Path

from tables.stream.heartbeat import ALIVE

KNOWS_SENDERS = hasattr(socket, "SO_PASSCRED")
"""Linux adds the sender's credentials to each message. Elsewhere the folder alone keeps others away."""
_CREDENTIALS = struct.Struct("3i")  # struct ucred: process, user, group
MOST_AT_ONCE = 1000
"""Messages read in one look: a part that floods its own socket must not keep the supervisor from the others."""


class Watchdog:
    """Address at which a part's heartbeats arrive, for as long as the supervisor runs."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="permanence-")  # its mode is 0700
        self.address = str(Path(self._folder.name) / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        if KNOWS_SENDERS:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.bind(self.address)

    def heard(self, process: int | None) -> bool:
        """Return True if this process, of this user, has sent a heartbeat since the last look."""
        heard = False
        with contextlib.suppress(BlockingIOError):
            for _ in range(MOST_AT_ONCE):
                message, sent_with, _, _ = self._socket.recvmsg(4096, socket.CMSG_SPACE(_CREDENTIALS.size))
                heard |= ALIVE in message.splitlines() and _is_from(process, sent_with)
        return heard

    def close(self) -> None:
        """Close the socket and delete its folder."""
        self._socket.close()
        self._folder.cleanup()


def _is_from(process: int | None, sent_with: list[tuple[int, int, bytes]]) -> bool:
    if not KNOWS_SENDERS:
        return process is not None
    senders = (
        _CREDENTIALS.unpack(content)[:2]
        for level, kind, content in sent_with
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS) and len(content) == _CREDENTIALS.size
    )
    return (process, os.geteuid()) in senders
