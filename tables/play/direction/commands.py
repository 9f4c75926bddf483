"""Requests of the direction of the games to a table: suspend and resume it, announce the last coup."""

from tables.play.command import Authorised, Request, Signed


class SuspendTable(Request, Signed, frozen=True, kw_only=True, tag="suspend-table"):
    """Suspend play. `reason` is one of the rulebook's reasons; if the rulebook names none, `detail` alone gives the
    reason.

    `return_bets` gives the free stakes on the cloth back; otherwise they stay until play goes on.
    """

    reason: str = ""
    detail: str = ""
    return_bets: bool = False


class NotifyControl(Request, frozen=True, kw_only=True, tag="notify-control"):
    """Record that the control service was notified of the suspension: how, and to whom."""

    notice: str


class ResumeTable(Request, Signed, frozen=True, kw_only=True, tag="resume-table"):
    """Let play go on."""


class AnnounceLastCoup(Request, frozen=True, kw_only=True, tag="announce-last-coup"):
    """Announce that the coup at hand, or the next one between coups, is the day's last, or the first of as many last
    coups as the rulebook has."""


class RevokeLastCoup(Request, Authorised, frozen=True, kw_only=True, tag="revoke-last-coup"):
    """Take back the announcement of the last coup, with a reason."""

    reason: str
