"""How a player is named: by a seat, a colour or an alias, and always by the same letters, since limits go by it."""

from tables.roulette.refusal import Refused


def check_name(name: str, clause: str | None = None) -> None:
    """Whether a name that is not empty is fit to tell one player from another.

    Raises Refused for blanks at its ends: with and without them it would be two players, each with limits of its own.
    """
    if name != name.strip():
        raise Refused(
            f'"{name}": a player\'s name begins and ends without blanks; "{name.strip()}" is right', clause
        )
