"""Requests about a drop box that has left its table; all of them are judged and signed."""

from tables.play.command import Request, Signed
from tables.play.events import Pieces


class OnBox(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a box."""


class CountBox(OnBox, frozen=True, kw_only=True, tag="count-box"):
    """Enter two people's count: the number of notes of each value in minor units, none if it was empty.

    `empty` confirms this, so that no box is empty by a slip of the finger. A second count needs a `reason`.
    """

    pieces: Pieces = {}
    empty: bool = False
    reason: str = ""


class AcceptBox(OnBox, frozen=True, kw_only=True, tag="accept-box"):
    """Accept the count; the accepting person has not counted it."""


AnyOnBox = CountBox | AcceptBox
