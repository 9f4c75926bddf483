"""Counted chips: how many pieces of each value in minor units, and the same by series."""

from collections import Counter
from collections.abc import Collection, Mapping

from tables.play.events.change import Pieces
from tables.roulette.refusal import Refused


def worth_of(pieces: Mapping[int, int]) -> int:
    """What the pieces are worth together, in minor units."""
    return sum(value * count for value, count in pieces.items())


def sum_of(by_series: Mapping[str, Pieces]) -> Pieces:
    """The pieces of all series together."""
    together: Counter[int] = Counter()
    for pieces in by_series.values():
        together.update(pieces)
    return {value: count for value, count in together.items() if count}


def less(found: Mapping[int, int], expected: Mapping[int, int]) -> Pieces:
    """What was found less what was expected, by value, the highest first; without values of which both have as many."""
    values = sorted({*found, *expected}, reverse=True)
    differs = {value: found.get(value, 0) - expected.get(value, 0) for value in values}
    return {value: count for value, count in differs.items() if count}


def check_pieces(pieces: Pieces, what: str) -> None:
    """Raises Refused unless there are some pieces, each of a value and a number above nothing. `what` names them."""
    if not pieces or any(value <= 0 or count <= 0 for value, count in pieces.items()):
        raise Refused(f"{what} has whole chips, each of a value above nothing: say how many of each")


def check_by_series(
    pieces: Pieces, by_series: Mapping[str, Pieces], known: Collection[str], what: str
) -> None:
    """Raises Refused where series are told of that are not `known`, or that do not come to the pieces together."""
    if not by_series:
        return
    for name, of_series in by_series.items():
        if name not in known:
            raise Refused(
                f"{what}, series {name or 'without a name'}: there are {', '.join(known) or 'none here'}"
            )
        check_pieces(of_series, f"{what} of series {name}")
    if sum_of(by_series) != pieces:
        raise Refused(f"{what}: its series do not come to its pieces together, value by value")
