"""Cloth: its legal positions, derived from the places of the numbers and from the lines that they share.

With one zero there are 161 positions. With 0 and 00 the rulebook lists the positions at the head of its cloth.

Rows run down the cloth, three numbers a row. Zero covers the head of all three columns. A chip is placed on a number,
on a line between two, on a crossing of lines, on the outer line of the rows, or in a field next to the numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec

from tables.roulette.rulebook import KINDS, Rulebook
from tables.roulette.wheel import DOUBLE_ZERO, HIGHEST, along_the_cloth, written

ROWS = range(1, 13)
COLUMNS = range(1, 4)

Square = tuple[int, int]

_NUMBER_AT: dict[Square, int] = {
    **{(0, column): 0 for column in COLUMNS},
    **{(row, column): 3 * (row - 1) + column for row in ROWS for column in COLUMNS},
}


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet on one position of the cloth: canonical code, kind and the numbers that it wins on, in their order on
    the cloth: 0, 00, then ascending."""

    code: str
    kind: str
    numbers: tuple[int, ...]

    @property
    def argument(self) -> str:
        """Return the part of the code after the kind: `17-20` of `cheval:17-20`; empty for `rouge`."""
        return self.code.partition(":")[2]


def _bet(kind: str, numbers: Iterable[int], argument: str = "") -> Bet:
    return Bet(code=f"{kind}:{argument}" if argument else kind, kind=kind, numbers=along_the_cloth(numbers))


def _squares(rows: Iterable[int], columns: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers on these squares, each once, ascending."""
    columns = tuple(columns)
    return tuple(sorted({_NUMBER_AT[row, column] for row in rows for column in columns}))


def _shared_lines() -> set[tuple[int, ...]]:
    """Return every pair of numbers that share a line: neighbours along and across the cloth."""
    across = {_squares([row], pair) for row in (0, *ROWS) for pair in pairwise(COLUMNS)}
    along = {_squares(pair, [column]) for pair in pairwise((0, *ROWS)) for column in COLUMNS}
    return {numbers for numbers in across | along if len(numbers) == 2}


def _crossings() -> set[tuple[int, ...]]:
    """Return the numbers that meet where inner lines cross: four, or three at the foot of zero."""
    return {_squares(rows, columns) for rows in pairwise((0, *ROWS)) for columns in pairwise(COLUMNS)}


def _outer_line() -> set[tuple[int, ...]]:
    """Return the numbers under each chip on the outer line: one row of three, or two rows with a common end."""
    single = {_squares([row], COLUMNS) for row in ROWS}
    double = {_squares(rows, COLUMNS) for rows in pairwise((0, *ROWS))}
    return single | double


def joined(numbers: Iterable[int]) -> str:
    """Numbers as a code writes them: `17-20`, `0-00`."""
    return "-".join(written(number) for number in numbers)


def _on_the_numbers() -> list[Bet]:
    """Everything that is named by its numbers: from the plein to the sixain."""
    kind_on_crossing = {3: "transversale", 4: "carre"}
    kind_on_outer_line = {3: "transversale", 4: "quatre-premiers", 6: "sixain"}
    found: list[tuple[str, tuple[int, ...]]] = [
        ("plein", (number,)) for number in sorted(set(_NUMBER_AT.values()))
    ]
    found += [("cheval", numbers) for numbers in sorted(_shared_lines())]
    found += [(kind_on_crossing[len(numbers)], numbers) for numbers in sorted(_crossings())]
    found += [(kind_on_outer_line[len(numbers)], numbers) for numbers in sorted(_outer_line())]
    return [
        _bet(kind, numbers, "" if kind == "quatre-premiers" else joined(numbers)) for kind, numbers in found
    ]


def _beside_the_numbers(reds: frozenset[int]) -> list[Bet]:
    """Return the fields around the numbers: dozens, columns, two of them side by side, and the even chances."""
    dozens = {str(dozen): _squares(range(4 * dozen - 3, 4 * dozen + 1), COLUMNS) for dozen in (1, 2, 3)}
    columns = {str(33 + column): _squares(ROWS, [column]) for column in COLUMNS}
    bets = []
    for kind, pair_kind, fields in (
        ("douzaine", "deux-douzaines", dozens),
        ("colonne", "deux-colonnes", columns),
    ):
        bets += [_bet(kind, numbers, name) for name, numbers in fields.items()]
        bets += [
            _bet(pair_kind, fields[first] + fields[second], f"{first}-{second}")
            for first, second in pairwise(fields)
        ]
    numbers = range(1, HIGHEST + 1)
    chances = {
        "pair": [n for n in numbers if n % 2 == 0],
        "impair": [n for n in numbers if n % 2 == 1],
        "manque": [n for n in numbers if n <= 18],
        "passe": [n for n in numbers if n > 18],
        "rouge": [n for n in numbers if n in reds],
        "noir": [n for n in numbers if n not in reds],
    }
    return bets + [_bet(kind, winning) for kind, winning in chances.items()]


def cloth_of(rulebook: Rulebook) -> tuple[Bet, ...]:
    """Return all positions of a rulebook's cloth, also those without bets."""
    return positions(rulebook.reds, rulebook.head if DOUBLE_ZERO in rulebook.numbers else None)


@lru_cache(maxsize=16)
def positions(reds: frozenset[int], head: tuple[str, ...] | None = None) -> tuple[Bet, ...]:
    """Return all legal positions of a cloth with these red numbers, in the order of KINDS, then of their numbers.

    `head` names the positions that join zeros with other numbers, on a cloth with 0 and 00 (see HEADS); None is a cloth
    with one zero.
    """
    found = _on_the_numbers() + _beside_the_numbers(reds)
    if head is not None:
        found = [bet for bet in found if 0 not in bet.numbers or bet.kind == "plein"]
        found += [_bet("plein", (DOUBLE_ZERO,), written(DOUBLE_ZERO))]
        found += [HEADS[code] for code in dict.fromkeys(head) if code in HEADS]
    return tuple(sorted(found, key=lambda position: (KINDS.index(position.kind), position.numbers)))


def _at_the_head() -> dict[str, Bet]:
    """Return the positions at the head of a cloth with two zeros, by code.

    0 is at the head of the first column and half of the second. 00 is at the head of the other half and the third
    column.
    """
    zero, double = 0, DOUBLE_ZERO
    chevaux = [(zero, double), (zero, 1), (zero, 2), (double, 2), (double, 3)]
    rows = [(zero, double, 2), (zero, 1, 2), (double, 2, 3)]
    bets = [_bet("cheval", pair, joined(pair)) for pair in chevaux]
    bets += [_bet("transversale", row, joined(row)) for row in rows]
    bets += [_bet("cinq-premiers", (zero, double, 1, 2, 3))]
    return {bet.code: bet for bet in bets}


HEADS = _at_the_head()
"""Every position that the head of a cloth with 0 and 00 can have, by code."""


def _centre(numbers: Iterable[int]) -> tuple[float, float]:
    """Return the middle of some numbers: row and column, with zero in the middle of row 0."""
    squares = [_square_of(number) for number in numbers]
    rows, columns = zip(*squares, strict=True)
    return sum(rows) / len(squares), sum(columns) / len(squares)


def _square_of(number: int) -> Square:
    if number == DOUBLE_ZERO:
        return 0, 3
    return (number + 2) // 3, (number - 1) % 3 + 1 if number else 2


def nearest(kind: str, numbers: tuple[int, ...], among: Iterable[Bet], most: int = 3) -> list[Bet]:
    """Up to `most` legal positions of `kind` that a chip meant for `numbers` may have been meant for.

    Those with most of the numbers come first, then those whose middle is nearest along the cloth, then across.
    """
    wanted = set(numbers)
    row, column = _centre(numbers)

    def farness(position: Bet) -> tuple[int, float, float, tuple[int, ...]]:
        its_row, its_column = _centre(position.numbers)
        missing = len(wanted - set(position.numbers))
        return missing, abs(its_row - row), abs(its_column - column), position.numbers

    return sorted((position for position in among if position.kind == kind), key=farness)[:most]
