"""How a player is named: by a seat, a colour or an alias, and always by the same letters, since limits go by it.

The rules are the same whoever says the name: a screen, the API, or a request that is settled without a table.
"""

import unicodedata

from tables.roulette.refusal import Refused

LONGEST_NAME = 40
"""Characters. The screens take no more either."""
NO_LETTER = "\ufffd"
"""What stands where bytes were no UTF-8."""


def check_name(name: str, clause: str | None = None) -> None:
    """Whether a name that is not empty is fit to tell one player from another. Raises Refused where it is not."""
    if reason := why_unfit(name):
        raise Refused(f'"{_shown(name)}": {reason}', clause)


def why_unfit(name: str) -> str | None:
    """Why a name does not tell its player from all others, and what would be right; None for one that does.

    With blanks at its ends, letters that nobody sees, or the same letters in another encoding of Unicode, one player
    would be two, each with limits of their own.
    """
    if name != name.strip():
        return f'a player\'s name begins and ends without blanks; "{_shown(name.strip())}" is right'
    if not name.isprintable() or NO_LETTER in name:
        return "a player's name has letters, digits and signs that can be read, and nothing else"
    if len(name) > LONGEST_NAME:
        return f"a player's name has {LONGEST_NAME} characters at most, not {len(name)}"
    usual = unicodedata.normalize("NFKC", name)
    if name != usual:
        return f'a player\'s name is written in the usual form of its letters; "{usual}" is right'
    return None


def _shown(name: str) -> str:
    """The name as a sentence can have it."""
    readable = "".join(letter if letter.isprintable() else "?" for letter in name)
    return readable if len(readable) <= LONGEST_NAME else f"{readable[:LONGEST_NAME]}…"
