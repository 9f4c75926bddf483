"""The names of players: a seat, a colour or an alias, always in the same letters, since limits go by the name.

The rules are the same for every source of a name: a screen, the API, or a request that is settled without a table.
"""

import unicodedata

from tables.refusal import Refused
from tables.text import REPLACEMENT

LONGEST_NAME = 40
"""Characters. The screens take no more either."""


def check_name(name: str, clause: str | None = None) -> None:
    """Raise Refused for a name that could be mistaken for another player's. An empty name passes."""
    if (refused := why_unfit(name, clause)) is not None:
        raise refused


def why_unfit(name: str, clause: str | None = None) -> Refused | None:
    """Return the reason why a name is unfit to identify its player, with the right form; None for a good name.

    Blanks at its ends, invisible letters, or another encoding of Unicode would make two players of one, each with own
    limits.
    """
    if name != name.strip():
        return Refused("name-with-blanks", clause, name=_shown(name), right=_shown(name.strip()))
    if not name.isprintable() or REPLACEMENT in name:
        return Refused("name-unreadable", clause, name=_shown(name))
    if len(name) > LONGEST_NAME:
        return Refused("name-too-long", clause, name=_shown(name), limit=LONGEST_NAME, value=len(name))
    usual = unicodedata.normalize("NFKC", name)
    if name != usual:
        return Refused("name-in-unusual-letters", clause, name=_shown(name), right=usual)
    return None


def _shown(name: str) -> str:
    readable = "".join(letter if letter.isprintable() else "?" for letter in name)
    return readable if len(readable) <= LONGEST_NAME else f"{readable[:LONGEST_NAME]}…"
