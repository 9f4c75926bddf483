"""Hashing of API clients' secrets: a quick hash, because nobody can guess them, and limits on wrong tries."""

import math
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from time import time

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from casino.kit.rate_storage import ThreadSafeMemoryStorage


class ClientSecretHasher(PBKDF2PasswordHasher):
    """PBKDF2 with one round.

    The rounds of a password's hash make each guess dear, because people choose passwords that can be guessed. A
    client's secret is 128 random characters: guessing is hopeless at any speed, and every round would only be work
    that strangers can order. Stands last in PASSWORD_HASHERS, so no password of a person is ever hashed with it.
    """

    algorithm = "client_secret_sha256"
    iterations = 1


def is_quick(stored: str) -> bool:
    """Return True if a secret is stored by this hash, so that checking it costs nothing worth a limit."""
    return stored.startswith(f"{ClientSecretHasher.algorithm}$")


OF_A_CLIENT_AT_AN_ADDRESS = RateLimitItemPerMinute(10, namespace="wrong-of-both")
OF_AN_ADDRESS = RateLimitItemPerMinute(30, namespace="wrong-of-address")
OF_A_CLIENT = RateLimitItemPerMinute(30, namespace="wrong-of-client")

_storage = ThreadSafeMemoryStorage()
_limiter = FixedWindowRateLimiter(_storage)

Count = tuple[RateLimitItem, tuple[str, ...]]


class TooManyWrong(Exception):
    """More wrong secrets than a minute takes; `wait` has the seconds until the next may come."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many wrong secrets; room for more in {wait} s")
        self.wait = wait


class Tries:
    """The tries that come from one address."""

    def __init__(self, address: str) -> None:
        self.address = _neighbourhood(address)

    def count(self, client_id: str | None) -> tuple[Count, ...]:
        """Count a try against this client, or against unknown clients.

        Returns the counts for `give_back`. Raises TooManyWrong, and then nothing is counted.
        """
        counts: list[Count] = [(OF_AN_ADDRESS, (self.address,))]
        if client_id is not None:
            counts.insert(0, (OF_A_CLIENT_AT_AN_ADDRESS, (self.address, client_id)))
            counts.append((OF_A_CLIENT, (client_id,)))
        for place, (limit, of) in enumerate(counts):
            if not _limiter.hit(limit, *of):
                self.give_back(counts[:place])
                raise TooManyWrong(_seconds_until_room(limit, of))
        return tuple(counts)

    def give_back(self, counts: Iterable[Count]) -> None:
        for limit, of in counts:
            _storage.decr(limit.key_for(*of))


def forget_all() -> None:
    """Reset all counts; for tests."""
    _storage.reset()


def _seconds_until_room(limit: RateLimitItem, of: tuple[str, ...]) -> int:
    return max(1, math.ceil(_limiter.get_window_stats(limit, *of).reset_time - time()))


def _neighbourhood(address: str) -> str:
    """Return the address; of IPv6 its network of 64 bits, which is what one customer of a provider has at least."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address) and read.ipv4_mapped is None:
        return str(ip_network((read, 64), strict=False))
    return str(getattr(read, "ipv4_mapped", None) or read)
