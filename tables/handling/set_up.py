"""Whether a casino is being set up, and whether its own machine acts: nobody countersigns then."""

from tables.handling.models import Board
from tables.handling.outcome import Actor

SIGN = ("person/", "client/")
"""How the identifiers begin of those whose acts two officers may have to sign: people, and clients of the API."""


def is_being_set_up(casino_id: int) -> bool:
    """Return whether no table of the casino has ever opened."""
    return not Board.objects.filter(casino_id=casino_id).exists()


def acts_at_machine(by: Actor) -> bool:
    """Return whether a command of the casino's own machine acts, and neither a person nor a client of the API."""
    return not by.id.startswith(SIGN)
