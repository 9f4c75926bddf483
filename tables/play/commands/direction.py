"""What the direction of the games asks of a table: suspend and resume, announce the last coup, count the float."""

from tables.play.commands.base import Request, Signed
from tables.play.events.change import Pieces
from tables.play.events.direction import Moment


class SuspendTable(Request, frozen=True, kw_only=True, tag="suspend-table"):
    """Let play stand still. `reason` is one of the rulebook's; where it names none, `detail` alone says why.

    `return_bets` gives the free stakes on the cloth back; else they lie until play goes on.
    """

    reason: str = ""
    detail: str = ""
    return_bets: bool = False


class NotifyControl(Request, frozen=True, kw_only=True, tag="notify-control"):
    """Record that the control service was told of the suspension: how, and to whom."""

    notice: str


class ResumeTable(Request, frozen=True, kw_only=True, tag="resume-table"):
    """Let play go on."""


class AnnounceLastCoup(Request, frozen=True, kw_only=True, tag="announce-last-coup"):
    """Announce that the coup at hand, or the next one between coups, is the day's last."""


class RevokeLastCoup(Request, frozen=True, kw_only=True, tag="revoke-last-coup"):
    """Take the announcement of the last coup back, and say why."""

    reason: str


class CountFloat(Request, Signed, frozen=True, kw_only=True, tag="count-float"):
    """Count the table's float: how many `pieces` of each value in minor units, and of each series where the house tells
    them apart. The first signature is of who counted; a second person has verified it and signs beside."""

    moment: Moment
    pieces: Pieces
    by_series: dict[str, Pieces] = {}


class ExplainVariance(Request, Signed, frozen=True, kw_only=True, tag="explain-variance"):
    """Say why the float is other than it was expected; the chief or the pit boss signs, and a second person."""

    reason: str
