"""Counted pieces in a form: a row for each value that is usual at the table, and one for any other."""

from collections.abc import Iterable

import msgspec

from casino.floor.form_fields import Form, amount, count, text
from casino.floor.hand import DENOMINATIONS
from casino.floor.money import in_a_field, plain

ROWS = 12
"""So many values have a row of their own; the one after them is for any other value."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One value that is counted: its place in the form, what is sent for it, its label and how many there are."""

    place: int
    value: str
    label: str
    pieces: str


def rows(least: int, counted: Iterable[tuple[int, int]] = ()) -> tuple[Row, ...]:
    """Rows for values (minor units) from about a fifth of `least` on, and for all that are `counted` already."""
    known = dict(counted)
    usual = [value for value in DENOMINATIONS if value * 5 >= least and value not in known]
    values = sorted((*known, *usual[: max(ROWS - len(known), 0)]))
    return tuple(
        Row(
            place=place,
            value=in_a_field(value),
            label=plain(value),
            pieces=str(known.get(value, "")),
        )
        for place, value in enumerate(values, start=1)
    )


def pieces(form: Form, name: str) -> dict[int, int]:
    """What was counted in the rows called `name`: pieces by value in minor units. Raises Unclear."""
    found: dict[int, int] = {}
    for row in range(1, ROWS + 2):
        if text(form, f"{name}-{row}"):
            value = amount(form, f"{name}-value-{row}")
            found[value] = found.get(value, 0) + count(form, f"{name}-{row}", "number of pieces")
    return found


def in_words(counted: Iterable[tuple[int, int]]) -> str:
    """Counted pieces as people say them: `2 × 100, 4 × 5`."""
    return ", ".join(f"{count:,} × {plain(value)}" for value, count in counted)
