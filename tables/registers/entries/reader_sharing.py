"""Addresses that two readers of a casino cannot have at once: each would take the other's bytes, or its connection."""

from ipaddress import ip_address

from tables.public_addresses import is_address
from tables.registers.entries.reader_addresses import LOOPBACK_NAMES, Address

THIS_MACHINE = "127.0.0.1"


def share_place(one: Address, code: str, other: Address, other_code: str) -> bool:
    """Return True if two readers, with these codes, would have the same device, port or topic."""
    if "device" in (one.way, other.way):
        return one.path == other.path and one.way == other.way
    if one.port != other.port or (one.way == "listen") != (other.way == "listen"):
        return False
    if one.way == "listen":
        hosts = {_host(one), _host(other)}
        return len(hosts) == 1 or not hosts.isdisjoint(_EVERYWHERE)
    if _host(one) != _host(other) or (one.way == "mqtt") != (other.way == "mqtt"):
        return False
    return one.way != "mqtt" or one.topic_of(code) == other.topic_of(other_code)


_EVERYWHERE = {"0.0.0.0", "::"}


def _host(address: Address) -> str:
    """Return the host in one spelling."""
    host = address.host.rstrip(".").lower()
    if f".{host}".endswith(LOOPBACK_NAMES):
        return THIS_MACHINE
    return str(ip_address(host)) if is_address(host) else host
