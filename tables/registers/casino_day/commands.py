"""What is asked about a house's gaming day."""

from tables.play.command import Request, Signed


class OfTheHouse(Request, Signed, frozen=True, kw_only=True):
    """The base of it: the cash desk or the pit boss asks, and a second person signs beside."""


class CloseHouseDay(OfTheHouse, frozen=True, kw_only=True, tag="close-house-day"):
    """Close the day. `forced`: with what is left over of it, for a `reason`."""

    forced: bool = False
    reason: str = ""


class ExplainHouseClose(OfTheHouse, frozen=True, kw_only=True, tag="explain-house-close"):
    """Say how a day that was closed under pressure is reconciled."""

    reason: str


AnyOfTheHouse = CloseHouseDay | ExplainHouseClose
