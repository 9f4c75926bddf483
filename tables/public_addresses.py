"""Public network addresses, and the others that an installation allows.

A person who enters an address makes a process of the installation connect to it. Public addresses are open to everybody
anyway; all others are reached only where a setting lists them.
"""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import msgspec

_NO_RECEIVERS_4 = tuple(
    map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24"))  # protocol assignments, relays of 6to4
)
_UNICAST_6 = IPv6Network("2000::/3")
_NO_RECEIVERS_6 = tuple(
    # Protocol assignments with Teredo, 6to4, and documentation: they carry another address within, or none.
    map(IPv6Network, ("2001::/23", "2002::/16", "2001:db8::/32", "3fff::/20"))
)


class Allowed(msgspec.Struct, frozen=True):
    """Hosts and networks that a setting lists."""

    hosts: frozenset[str]
    """Names in small letters, without a dot at the end."""
    networks: tuple[IPv4Network | IPv6Network, ...]

    @classmethod
    def from_words(cls, words: Iterable[str]) -> "Allowed":
        """Return the hosts and networks of these words; a word that is not a network counts as a name."""
        hosts, networks = set(), []
        for word in words:
            try:
                networks.append(ip_network(word))
            except ValueError:
                hosts.add(word.lower().rstrip("."))
        return cls(frozenset(hosts), tuple(networks))

    def has(self, host: str, address: str) -> bool:
        """Return True if the host is listed by its name, or its address by a network."""
        ip = ip_address(address)
        return host.lower().rstrip(".") in self.hosts or any(
            ip.version == network.version and ip in network for network in self.networks
        )


NOTHING_ALLOWED = Allowed(frozenset(), ())


def is_public(address: str) -> bool:
    """Return True if a single host anywhere in the world may have this address, by the registries of RFC 6890.

    Addresses that carry another one within (IPv4-mapped, NAT64, 6to4, Teredo) are not public: nobody here can see where
    the connection comes out. Raises ValueError for a text that is not an address.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        of_somebody = ip.scope_id is None and ip in _UNICAST_6 and not _any(ip, _NO_RECEIVERS_6)
    else:
        of_somebody = not _any(ip, _NO_RECEIVERS_4)
    return of_somebody and ip.is_global and not ip.is_multicast and not ip.is_reserved


def is_address(host: str) -> bool:
    """Return True if the host is written as an address, without a zone."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return "%" not in host


def _any(ip: object, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(ip in network for network in networks)
