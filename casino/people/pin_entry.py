"""A PIN as it is entered at a terminal."""

import sys
from getpass import getpass

from django.core.management.base import CommandError

from casino.people.signing import PIN_LENGTHS


def entered_pin() -> str:
    """The PIN from the terminal, not echoed, or from a line of standard input. Raises CommandError for what is none."""
    pin = getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    if not pin.isdecimal() or len(pin) not in PIN_LENGTHS:
        raise CommandError(f"a PIN has {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits")
    return pin
