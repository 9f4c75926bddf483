"""Requests about a casino's gaming day."""

from tables.play.command import Request, Signed


class OfTheDay(Request, Signed, frozen=True, kw_only=True):
    """Base of requests about a day: the cash desk or the pit boss asks, and a second person signs."""


class CloseHouseDay(OfTheDay, frozen=True, kw_only=True, tag="close-house-day"):
    """Close the day. `forced`: with its blockers left, for a `reason`."""

    forced: bool = False
    reason: str = ""


class ExplainHouseClose(OfTheDay, frozen=True, kw_only=True, tag="explain-house-close"):
    """Explain the reconciliation of a day after an emergency close."""

    reason: str


AnyOfTheDay = CloseHouseDay | ExplainHouseClose
