"""Heartbeat of a service in systemd's notify protocol: one datagram after each piece of work that ended.

The supervisor of one machine and systemd (`WatchdogSec=`) both listen at NOTIFY_SOCKET, and restart a service that has
fallen silent. An attempt that ended because the database is away is work: a restart would not bring the database back.
Every wait for the database has a deadline, so an attempt always ends; a service that sends no heartbeat is stuck.

| service | a heartbeat means |
|---|---|
| web | the event loop runs, and no request has waited long while the database answers (`casino/web/liveness.py`) |
| gateway | the event loop runs, and no call of the database is stuck in a thread (`tables/wheels/gateway.py`) |
| sequencer | a look for events to sequence has ended |
| followers | a batch, or a look for one, has ended |
| worker, sweeper | messages are taken; under `make run` also: the task before has ended (`casino/celery.py`) |
| webhooks | a look for due deliveries has ended, and no turn is stuck in a thread (`casino/api/webhooks/sender.py`) |

Needs the standard library alone.
"""

import os
import socket
from contextlib import suppress

ALIVE = b"WATCHDOG=1"


def beat() -> None:
    """Report that a piece of work has ended. Without NOTIFY_SOCKET nothing happens.

    The call neither blocks nor raises: a listener that is away or behind must not stop the service that it watches.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # Linux's abstract addresses begin with a zero byte
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.sendto(ALIVE, address)
