"""Counted chips: how many pieces of each value in minor units, and the same by series."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from tables.play.change.events import Pieces
from tables.refusal import Refused


def worth_of(pieces: Mapping[int, int]) -> int:
    """Return the value of the pieces together, in minor units."""
    return sum(value * count for value, count in pieces.items())


def sum_of(by_series: Mapping[str, Pieces]) -> Pieces:
    together: Counter[int] = Counter()
    for pieces in by_series.values():
        together.update(pieces)
    return {value: count for value, count in together.items() if count}


def less(found: Mapping[int, int], expected: Mapping[int, int]) -> Pieces:
    """Return the found less the expected pieces, by value, the highest first; values with equal numbers are left
    out.
    """
    values = sorted({*found, *expected}, reverse=True)
    differs = {value: found.get(value, 0) - expected.get(value, 0) for value in values}
    return {value: count for value, count in differs.items() if count}


def check_pieces(pieces: Pieces, subject: str, **names: Any) -> None:
    """Raise Refused unless these are counted pieces. `subject` is the code of their owner, with its `names`."""
    if not are_counted(pieces):
        raise Refused("chips-not-counted", subject=subject, **names)


def check_by_series(
    pieces: Pieces, by_series: Mapping[str, Pieces], known: Collection[str], subject: str, **names: Any
) -> None:
    """Raise Refused if series are named that are not `known`, or that do not come to the pieces together."""
    if not by_series:
        return
    for name, of_series in by_series.items():
        if not name and name not in known:
            raise Refused("series-without-name", subject=subject, known=tuple(known), **names)
        if name not in known:
            raise Refused(
                "series-unknown" if known else "series-none-here",
                subject=subject,
                series=name,
                known=tuple(known),
                **names,
            )
        if not are_counted(of_series):
            raise Refused("series-not-counted", subject=subject, series=name, **names)
    if sum_of(by_series) != pieces:
        raise Refused("series-do-not-add-up", subject=subject, **names)


def are_counted(pieces: Pieces) -> bool:
    """Return True if there are pieces, each with a positive value and number."""
    return bool(pieces) and all(value > 0 and count > 0 for value, count in pieces.items())
