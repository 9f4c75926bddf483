"""Rules for the digits of a PIN."""

from itertools import pairwise

from django.conf import settings

from tables.refusal import Refused

MOST_PIN_DIGITS = 12


def pin_lengths() -> range:
    """Return the numbers of digits that a PIN may have. A longer least one is asked of new PINs and of old ones."""
    return range(settings.PIN_LEAST_DIGITS, MOST_PIN_DIGITS + 1)


def check_pin(pin: str) -> None:
    """Raise Refused for a PIN that is not a number of the right length, or that is easily guessed.

    Easily guessed are one digit throughout, and digits in a row up or down, such as 1234, 7890 and 4321.
    """
    if not (pin.isascii() and pin.isdecimal()) or len(pin) not in pin_lengths():
        raise Refused("pin-malformed", shortest=settings.PIN_LEAST_DIGITS, longest=MOST_PIN_DIGITS)
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if len(steps) == 1 and steps <= {0, 1, 9}:
        raise Refused("pin-guessable")
