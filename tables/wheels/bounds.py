"""Bounds for the traffic of one reader: a reader that passes one is cut off, and connected again later."""

from typing import Literal, NamedTuple

Bound = Literal["flood", "reconnects"]

CUT_OFF_S = 60.0
"""Time for which a reader that passed a bound is not connected."""


class Rate(NamedTuple):
    """A burst, and the further amount for each second."""

    at_once: float
    a_second: float


BYTES = Rate(1_000_000, 256_000)
"""A reader sends some 40 bytes a second; a device server that was away sends its buffer at once."""
CONNECTIONS = Rate(300, 5)
"""A display that dials in for each message does so once a spin."""


class Allowance:
    """Rest of a rate."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.at_once
        self._at: float | None = None

    def take(self, amount: float, now: float) -> bool:
        """Use so much of it at `now` (monotonic seconds). Return False if less is left."""
        if self._at is not None:
            self._left = min(self._rate.at_once, self._left + (now - self._at) * self._rate.a_second)
        self._at = now
        self._left -= amount
        return self._left >= 0

    def refill(self) -> None:
        """Begin again with all of it."""
        self._left, self._at = self._rate.at_once, None
