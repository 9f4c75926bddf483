"""A PIN as it is entered at a terminal."""

import sys
from getpass import getpass

from django.core.management.base import CommandError

from casino.people.signing import check_pin
from tables.roulette.refusal import Refused


def entered_pin() -> str:
    """The PIN from the terminal, not echoed, or from a line of standard input. Raises CommandError for what is none."""
    pin = getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    try:
        check_pin(pin)
    except Refused as refusal:
        raise CommandError(refusal.detail) from None
    return pin
