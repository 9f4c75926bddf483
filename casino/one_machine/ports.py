"""The ports and addresses of this machine. A port that is taken is named in one line before anything starts."""

import socket
from contextlib import suppress
from typing import NamedTuple

import psutil


class Wanted(NamedTuple):
    host: str
    port: int
    purpose: str
    choose_another: str


def busy(wanted: Wanted) -> str | None:
    """Return a message about a port in use, with the name of its user if that is known."""
    family = socket.AF_INET6 if ":" in wanted.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((wanted.host, wanted.port))
        except OSError as error:
            holder = _holder(wanted.port)
            reason = f"taken by {holder}" if holder else error.strerror
            return f"Port {wanted.port} for {wanted.purpose}: {reason}. {wanted.choose_another}"
    return None


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def own_hosts() -> list[str]:
    """Host names a browser may ask this machine for: localhost, its own name, and its own addresses."""
    hosts = ["localhost", "127.0.0.1", "[::1]"]
    name = socket.gethostname().lower()
    hosts += [name, f"{name}.local"]
    for addresses in psutil.net_if_addrs().values():
        hosts += [entry.address for entry in addresses if entry.family is socket.AF_INET]
    return list(dict.fromkeys(hosts))


def _holder(port: int) -> str | None:
    with suppress(psutil.AccessDenied, psutil.NoSuchProcess):
        for entry in psutil.net_connections("tcp"):
            if entry.status == psutil.CONN_LISTEN and entry.laddr and entry.laddr.port == port and entry.pid:
                return f"{psutil.Process(entry.pid).name()} (process {entry.pid})"
    return None
