"""The heartbeat of a service, in systemd's notify protocol: one datagram says that it still does its work.

The supervisor of one machine and systemd (`WatchdogSec=`) both listen where NOTIFY_SOCKET says, and restart a service
that has fallen silent. Needs the standard library alone.
"""

import os
import socket
from contextlib import suppress

ALIVE = b"WATCHDOG=1"


def beat() -> None:
    """Say that this process does its work. Without NOTIFY_SOCKET nothing happens.

    It neither blocks nor raises: a listener that is away or behind must not stop the service that it watches.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # Linux's abstract addresses begin with a zero byte
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.sendto(ALIVE, address)
