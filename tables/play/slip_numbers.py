"""How a slip is numbered: `F-000123` is the house's 123rd fill, `C-000045` its 45th credit, without a gap in either."""

import re

from tables.play.events import SlipKind

LETTERS: dict[SlipKind, str] = {"fill": "F", "credit": "C"}
KINDS: dict[str, SlipKind] = {"F": "fill", "C": "credit"}
NUMBER = re.compile(r"([FC])-(\d{6,18})", re.ASCII)


def slip_number(kind: SlipKind, place: int) -> str:
    """The number of the fill or credit that is this one of its kind in the house, from 1."""
    return f"{LETTERS[kind]}-{place:06}"


def kind_and_place(number: str) -> tuple[SlipKind, int]:
    """What a slip of that number is, and which of its kind. Raises ValueError for what is no slip's number."""
    found = NUMBER.fullmatch(number)
    if found is None or not int(found[2]) or slip_number(KINDS[found[1]], int(found[2])) != number:
        raise ValueError(f"{number!r} is no slip's number: one reads F-000123 or C-000045")
    return KINDS[found[1]], int(found[2])
