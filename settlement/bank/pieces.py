"""Chips by series and value: what is counted at the bank, and added up over the casino."""

from collections.abc import Iterable, Mapping

from tables.play.events import Pieces

BySeries = dict[str, Pieces]
"""Pieces of each value (minor units), by the name of their series; `NO_SERIES` if nobody entered one."""
NO_SERIES = ""
"""Name for chips without a series."""


def by_series_of(pieces: Mapping[int, int], by_series: Mapping[str, Pieces]) -> BySeries:
    """The pieces by series; without them all pieces are of none."""
    known = by_series or {NO_SERIES: dict(pieces)}
    return {series: dict(of) for series, of in known.items()}


def added(first: Mapping[str, Pieces], *more: Mapping[str, Pieces]) -> BySeries:
    """Return the sum of all pieces; values that come to zero are left out."""
    together: BySeries = {}
    for each in (first, *more):
        for series, pieces in each.items():
            of = together.setdefault(series, {})
            for value, count in pieces.items():
                of[value] = of.get(value, 0) + count
    return without_none(together)


def less(of: Mapping[str, Pieces]) -> BySeries:
    """Return the negative numbers of pieces."""
    return {series: {value: -count for value, count in pieces.items()} for series, pieces in of.items()}


def without_none(of: Mapping[str, Pieces]) -> BySeries:
    """Without values of which there are none, and without series that have none."""
    found = {
        series: {value: count for value, count in pieces.items() if count} for series, pieces in of.items()
    }
    return {series: pieces for series, pieces in found.items() if pieces}


def worth(of: Mapping[str, Pieces]) -> int:
    """Return the worth of the pieces, in minor units."""
    return sum(value * count for pieces in of.values() for value, count in pieces.items())


def values_of(things: Iterable[Mapping[str, Pieces]]) -> list[tuple[str, int]]:
    """Every series and value among them: series in the order of their names, the highest value first."""
    found = {(series, value) for thing in things for series, pieces in thing.items() for value in pieces}
    return sorted(found, key=lambda each: (each[0], -each[1]))
