"""Ports, speeds and counts on a command line: argparse types that refuse wrong values in words."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import isfinite

HIGHEST_PORT = 65535
HIGHEST_SPEED = 10_000.0
LONGEST_WAIT_S = 86_400.0


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return the type of a whole number within these bounds, both included."""

    def within(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return within


port = whole_number(1, HIGHEST_PORT)
"""The type of a TCP port that somebody else is to find."""

port_or_any = whole_number(0, HIGHEST_PORT)
"""The type of a TCP port to listen on; 0 takes one that is free."""


def speed(text: str) -> float:
    """Return the type of a speed: so many times faster than real."""
    factor = _number(text)
    if not 0 < factor <= HIGHEST_SPEED:
        raise ArgumentTypeError(f"{text!r} is not a factor above 0 and at most {HIGHEST_SPEED:g}")
    return factor


def seconds(text: str) -> float:
    """Return the type of a time to wait, in seconds: none, or up to a day."""
    wait = _number(text)
    if not 0 <= wait <= LONGEST_WAIT_S:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {LONGEST_WAIT_S:g}")
    return wait


def _number(text: str) -> float:
    """Return a number; a text without a number, or an infinite one, is below every bound."""
    try:
        number = float(text)
    except ValueError:
        return -1.0
    return number if isfinite(number) else -1.0
