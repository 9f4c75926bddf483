"""Counted pieces in a form: a row for each value that is usual at the table, and one for any other."""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import islice

import msgspec

from casino.kit.forms.command_form import InCurrency, WholeFormField
from casino.kit.forms.fields import Form, Unclear, amount, count, text
from casino.kit.hand import DENOMINATIONS
from casino.kit.money import count as number_of
from casino.kit.money import in_a_field, plain
from tables.play.pieces import sum_of

ROWS = 12
"""Values with a row of their own; the next row is for any other value."""
ROWS_AT_MOST = 4 * ROWS
SERIES_AT_MOST = 12
"""Rows and columns that are read out of a form at most."""

NOTES = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
"""The notes that have a button of their own, in minor units."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Counted value: its place in the form, its value as sent, its label and its pieces.

    `bank` is the number of pieces in the bank, empty if unknown.
    """

    place: int
    value: str
    label: str
    pieces: str
    bank: str = ""


def values_counted(least: int, known: Collection[int], owned: Collection[int] = ()) -> list[int]:
    """Return the values (minor units) that a form asks for: from about a fifth of `least` on, and all `known` ones.

    `owned` are the values that there are chips of: then these and no others.
    """
    if owned:
        usual = [value for value in sorted(owned) if value not in known]
    else:
        usual = [value for value in DENOMINATIONS if value * 5 >= least and value not in known]
    return sorted((*known, *usual[: max(ROWS - len(known), 0)]))


def rows(
    least: int,
    counted: Iterable[tuple[int, int]] = (),
    *,
    currency: str,
    owned: Collection[int] = (),
    bank: Mapping[int, int] | None = None,
) -> tuple[Row, ...]:
    """Return rows for the values of `values_counted`, in this currency. `bank` has how many it has of each."""
    known = dict(counted)
    return tuple(
        Row(
            place=place,
            value=in_a_field(value, currency),
            label=plain(value, currency),
            pieces=str(known.get(value, "")),
            bank=number_of(bank.get(value, 0)) if bank else "",
        )
        for place, value in enumerate(values_counted(least, known, owned), start=1)
    )


def pieces(form: Form, name: str, currency: str) -> dict[int, int]:
    """Return the pieces counted in the rows called `name`, by value in minor units. Raises Unclear."""
    found: dict[int, int] = {}
    for row in range(1, ROWS + 2):
        if text(form, f"{name}-{row}"):
            value = amount(form, f"{name}-value-{row}", currency)
            found[value] = found.get(value, 0) + count(form, f"{name}-{row}", "pieces")
    return found


def readable_pieces(form: Form, name: str, currency: str) -> dict[int, int]:
    """Return the pieces of a refused form; empty if it is unreadable."""
    try:
        return pieces(form, name, currency)
    except Unclear:
        return {}


class PiecesField(InCurrency, WholeFormField):
    """Counted pieces in the rows called `name`: pieces by value in minor units."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def read(self, form: Form) -> dict[int, int]:
        """Return the pieces. Raises Unclear."""
        return pieces(form, self.name, self.currency)


def pieces_by_series(form: Form, currency: str) -> tuple[dict[int, int], dict[str, dict[int, int]]]:
    """Return the pieces counted in the rows called `pieces`, by value in minor units, and the same by series.

    A form may have columns, each for the series that its field names (`series-2`). Then `pieces-1-2` is the first value
    of the second series, and a value with 0 pieces counts as searched. Without columns there are no series.

    Raises Unclear.
    """
    columns = {
        column: name for column in range(1, SERIES_AT_MOST + 1) if (name := text(form, f"series-{column}"))
    }
    if not columns:
        return _column(form, "", currency), {}
    by_series = {name: _column(form, f"-{column}", currency) for column, name in columns.items()}
    looked_for = {value: 0 for of in by_series.values() for value in of}
    return looked_for | sum_of(by_series), by_series if sum_of(by_series) else {}


class PiecesBySeriesField(InCurrency, WholeFormField):
    """Counted pieces in rows called `pieces`, with their series (`pieces_by_series`)."""

    def read(self, form: Form) -> tuple[dict[int, int], dict[str, dict[int, int]]]:
        """Return the pieces, altogether and by series. Raises Unclear."""
        return pieces_by_series(form, self.currency)


def _column(form: Form, column: str, currency: str) -> dict[int, int]:
    found: dict[int, int] = {}
    of_column = (re.fullmatch(rf"pieces-([0-9]+){column}", name) for name in form)
    for field in islice(filter(None, of_column), ROWS_AT_MOST):
        row = field[1]
        if text(form, f"pieces-{row}{column}"):
            value = amount(form, f"pieces-value-{row}", currency)
            found[value] = found.get(value, 0) + count(form, f"pieces-{row}{column}", "pieces")
    return found


def in_words(counted: Iterable[tuple[int, int]], currency: str) -> str:
    """Return counted pieces in words: `2 × 100, 4 × 5`."""
    return ", ".join(f"{number_of(count)} × {plain(value, currency)}" for value, count in counted)
