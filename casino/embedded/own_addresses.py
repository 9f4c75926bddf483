"""The names and addresses under which this machine can be reached, for a demonstration on its own network."""

import socket

import psutil


def own_hosts() -> list[str]:
    """Host names a browser may ask this machine for: localhost, its own name, and its own addresses."""
    hosts = ["localhost", "127.0.0.1", "[::1]"]
    name = socket.gethostname().lower()
    hosts += [name, f"{name}.local"]
    for addresses in psutil.net_if_addrs().values():
        hosts += [entry.address for entry in addresses if entry.family is socket.AF_INET]
    return list(dict.fromkeys(hosts))
