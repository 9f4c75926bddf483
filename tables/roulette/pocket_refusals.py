"""The refusal of a number that a wheel does not have."""

from __future__ import annotations

from collections.abc import Collection

from tables.roulette.refusal import Refused
from tables.roulette.wheel import DOUBLE_ZERO, HIGHEST


def not_on_wheel(value: int | str, pockets: Collection[int], clause: str | None = None) -> Refused:
    """That `value`, as it was entered, is none of the wheel's pockets."""
    if DOUBLE_ZERO in pockets:
        return Refused("number-not-on-wheel-with-00", clause, value=value, highest=HIGHEST)
    return Refused("number-not-on-wheel", clause, value=value, highest=HIGHEST)
