"""The count of the float, and why it differs."""

from tables.play.change.events import Pieces
from tables.play.command import Request, Signed
from tables.play.direction.events import Moment


class CountFloat(Request, Signed, frozen=True, kw_only=True, tag="count-float"):
    """Count the table's float: the number of `pieces` of each value in minor units, and of each series if the casino
    distinguishes its series. The counter signs first. A second person verifies the count and countersigns.

    `colours` are the chips in the box of each colour, at a table with boxes on the rim of its wheel. These chips have
    no value and do not count in the sum.
    """

    moment: Moment
    pieces: Pieces
    by_series: dict[str, Pieces] = {}
    colours: dict[str, int] = {}


class ExplainVariance(Request, Signed, frozen=True, kw_only=True, tag="explain-variance"):
    """Say why the float is other than it was expected; the chief or the pit boss signs, and a second person."""

    reason: str
