"""Exceptions from countersigning: a casino in setup, and acts of its own machine."""

from tables.handling.models import Board
from tables.handling.outcome import Actor

SIGN = ("person/", "client/")
"""Prefixes of the identifiers whose acts two officers may have to sign: people, and clients of the API."""


def is_being_set_up(casino_id: int) -> bool:
    """Return True if no table of the casino has ever opened."""
    return not Board.objects.filter(casino_id=casino_id).exists()


def acts_at_machine(by: Actor) -> bool:
    """Return True for a command of the casino's own machine, False for a person or a client of the API."""
    return not by.id.startswith(SIGN)
