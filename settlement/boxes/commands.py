"""Requests about a drop box that has left its table; all of them are judged and signed."""

from tables.play.command import Request, Signed
from tables.play.events import Pieces


class OnBox(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a box."""


class CountBox(OnBox, frozen=True, kw_only=True, tag="count-box"):
    """Note what two people counted in it: how many notes of each value in minor units, none where it was empty.

    `empty` says so, so that no box is empty by a slip of the finger. Counted again, it needs a `reason`.
    """

    pieces: Pieces = {}
    empty: bool = False
    reason: str = ""


class AcceptBox(OnBox, frozen=True, kw_only=True, tag="accept-box"):
    """Let the count stand; whoever accepts it has not counted it."""


AnyOnBox = CountBox | AcceptBox
