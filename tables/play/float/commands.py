"""The count of the float, and why it differs."""

from tables.play.change.events import Pieces
from tables.play.command import Request, Signed
from tables.play.direction.events import Moment


class CountFloat(Request, Signed, frozen=True, kw_only=True, tag="count-float"):
    """Count the table's float: how many `pieces` of each value in minor units, and of each series where the house tells
    them apart. The first signature is of who counted; a second person has verified it and signs beside.

    `colours` are the chips in the box of each colour, at a table that has boxes on the rim of its wheel: chips without
    a value of their own, so they are no part of the sum.
    """

    moment: Moment
    pieces: Pieces
    by_series: dict[str, Pieces] = {}
    colours: dict[str, int] = {}


class ExplainVariance(Request, Signed, frozen=True, kw_only=True, tag="explain-variance"):
    """Say why the float is other than it was expected; the chief or the pit boss signs, and a second person."""

    reason: str
