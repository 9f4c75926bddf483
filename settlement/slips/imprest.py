"""Return of a table's float to its par: the closing fill and the closing credit that a closing count proposes.

An imprest table begins each day with the same chips, its par; a count table (without par) begins with its last
closing float.
"""

from collections.abc import Mapping

import msgspec

from tables.play.events import Pieces


class Proposed(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces to come and pieces to go, by value in minor units; nothing if the float is at par."""

    fill: Pieces = {}
    credit: Pieces = {}


def to_par(par: Mapping[int, int], counted: Mapping[int, int]) -> Proposed:
    """The closing fill and credit for a float in which `counted` was found. Of a count table (no par) nothing."""
    if not par:
        return Proposed()
    short = {
        value: par.get(value, 0) - counted.get(value, 0) for value in sorted({*par, *counted}, reverse=True)
    }
    return Proposed(
        fill={value: count for value, count in short.items() if count > 0},
        credit={value: -count for value, count in short.items() if count < 0},
    )
