"""A number that has come up, as the screens draw it."""

import msgspec

from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour


class Fallen(msgspec.Struct, frozen=True):
    """A number as it is drawn: its shape and colour go by `look` (rouge, noir, zero, or none yet)."""

    number: int | None
    look: str


def drawn(number: int | None, rulebook: Rulebook) -> Fallen:
    """A number with the look that its colour gives it."""
    if number is None:
        return Fallen(None, "none")
    return Fallen(number, colour(number, rulebook.reds) or "zero")
