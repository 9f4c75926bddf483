"""Addresses of wheel readers: their form, and the ports, hosts and devices that an installation allows.

A person of a casino enters the address, and the gateway connects to it from inside the installation. The rules are
checked when the entry is made. They are checked once more before each connection, on the address to which the name
resolves then.
"""

import re
from pathlib import PurePosixPath
from typing import Final, Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec

from tables.public_addresses import NOTHING_ALLOWED, Allowed, is_address, is_public
from tables.refusal import Refused

Way = Literal["dial", "listen", "rfc2217", "device", "mqtt"]
SCHEMES: Final[dict[str, Way]] = {
    "socket": "dial",
    "listen": "listen",
    "rfc2217": "rfc2217",
    "mqtt": "mqtt",
    "mqtts": "mqtt",
}
OVER_TLS = "mqtts"
LONGEST_ADDRESS = 200
LOOPBACK_NAMES = ("localhost", ".localhost")
"""A name that ends so is this machine (RFC 6761)."""
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*\.?")
_ENDS_AS_A_NUMBER = re.compile(r"(.*\.)?(\d+|0x[0-9a-f]*)\.?")
"""An old way to write an IPv4 address, such as 127.1 or 0x7f000001, which a resolver still reads."""
READER_IN_TOPIC = "{reader}"
_LEVEL = r"(?:[A-Za-z0-9._~:-]|\{reader\})+"
_TOPIC = re.compile(rf"{_LEVEL}(?:/{_LEVEL})*")
"""Levels of a topic: no wildcard, so a reader has a topic of its own, and no `$` in front, which is the broker's."""


class Ports(NamedTuple):
    """A range of ports, both ends included."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class ReaderRules(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of an installation for the addresses of its readers."""

    allowed: Allowed = NOTHING_ALLOWED
    """Hosts and networks beside the public addresses."""
    ports: tuple[Ports, ...] = (Ports(1, 65535),)
    devices: tuple[str, ...] = ()
    """Patterns of paths; `*` is any part of a name, and never a `/`."""


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """Address of a reader, taken apart; a connection is made from these parts and not from the text."""

    way: Way
    host: str = ""
    port: int = 0
    path: str = ""
    """Path of a serial device."""
    tls: bool = False
    """True if an MQTT broker is reached over TLS."""
    topic: str = ""
    """Topic of an MQTT broker; `{reader}` in it is the reader's code."""

    def topic_of(self, reader: str) -> str:
        """Return the topic of the reader with this code."""
        return self.topic.replace(READER_IN_TOPIC, reader)


def read_address(url: str) -> Address:
    """Return the parts of an address. Raises Refused for a text that is not written as one."""
    if len(url) > LONGEST_ADDRESS or not all("!" <= each <= "~" for each in url) or "\\" in url:
        raise _malformed(url)
    if url.startswith("/"):
        path = PurePosixPath(url)
        if ".." in path.parts or str(path) != url:
            raise Refused("reader-device-indirect", device=url)
        return Address(way="device", path=url)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _malformed(url) from None
    host = parts.hostname or ""
    way = SCHEMES.get(parts.scheme)
    if way is None or port is None or not _is_host(host) or _says_more(parts, url):
        raise _malformed(url)
    if way != "mqtt":
        return Address(way=way, host=host, port=port)
    topic = parts.path.removeprefix("/")
    if not _TOPIC.fullmatch(topic):
        raise Refused("reader-topic-malformed", topic=topic)
    return Address(way=way, host=host, port=port, tls=parts.scheme == OVER_TLS, topic=topic)


def check_address(address: Address, rules: ReaderRules) -> None:
    """Raise Refused if the address breaks a rule of the installation. A name is not looked up here."""
    if address.way == "device":
        check_device(address.path, rules)
        return
    if not any(ports.first <= address.port <= ports.last for ports in rules.ports):
        raise Refused(
            "reader-port-not-allowed", port=str(address.port), ports=", ".join(map(str, rules.ports))
        )
    if is_address(address.host):
        check_host(address, address.host, rules)
    elif f".{address.host.rstrip('.')}".endswith(LOOPBACK_NAMES):
        check_host(address, "127.0.0.1", rules)


def check_host(address: Address, found: str, rules: ReaderRules) -> None:
    """Raise Refused if no reader may be at `found`, an address of the host of `address`.

    A reader that dials in is awaited at an address that the installation lists, also if it is public: each caller
    there is taken for the reader.
    """
    if rules.allowed.has(address.host, found) or (address.way != "listen" and is_public(found)):
        return
    host = address.host if address.host == found else f"{address.host} ({found})"
    if address.way == "listen":
        raise Refused("reader-awaited-at-host-not-allowed", host=host)
    raise Refused("reader-host-not-allowed", host=host)


def check_device(path: str, rules: ReaderRules) -> None:
    """Raise Refused if the path is not one of a serial device of the installation."""
    if not any(PurePosixPath(path).match(pattern) for pattern in rules.devices):
        raise Refused("reader-device-not-allowed", device=path, devices=", ".join(rules.devices) or "-")


def _is_host(host: str) -> bool:
    return is_address(host) or bool(_NAME.fullmatch(host) and not _ENDS_AS_A_NUMBER.fullmatch(host))


def _says_more(parts: SplitResult, url: str) -> bool:
    """Return True if it has a sign-in, options or a fragment, or a path that is not a topic."""
    is_topic = SCHEMES.get(parts.scheme) == "mqtt"
    return bool(parts.path and not is_topic) or any(sign in url for sign in "@?#")


def _malformed(url: str) -> Refused:
    return Refused("reader-address-malformed", address=url[:LONGEST_ADDRESS])
