"""Requests about a slip; all of them are judged, signed by who acts and by who must countersign."""

from tables.play.command import Request, Signed
from tables.play.events import Pieces, SlipKind


class RequestSlip(Request, Signed, frozen=True, kw_only=True, tag="request-slip"):
    """Ask for a fill, or for a credit to be taken: how many pieces of each value in minor units.

    `by_series` has the same pieces by series, where the house tells its series apart. It is the table that asks.
    """

    kind: SlipKind
    table: str
    pieces: Pieces
    by_series: dict[str, Pieces] = {}
    closing: bool = False


class OnSlip(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a slip that there is."""


class IssueSlip(OnSlip, frozen=True, kw_only=True, tag="issue-slip"):
    """Issue it at the chip bank. Without `pieces` those that were requested; others need a `reason`.

    `carrier` is who brings a fill to the table, or fetches a credit there.
    """

    carrier: str
    pieces: Pieces = {}
    by_series: dict[str, Pieces] = {}
    reason: str = ""


class CarrySlip(OnSlip, frozen=True, kw_only=True, tag="carry-slip"):
    """A fill left the bank; `carrier` where it is somebody else than at the issue."""

    carrier: str = ""


class ReceiveSlip(OnSlip, frozen=True, kw_only=True, tag="receive-slip"):
    """Take a fill into the float, or a credit into the bank.

    Without `pieces` those of the slip. What the bank counts of a credit may be other pieces, with a `reason`.
    """

    pieces: Pieces = {}
    by_series: dict[str, Pieces] = {}
    reason: str = ""


class HandOverSlip(OnSlip, frozen=True, kw_only=True, tag="hand-over-slip"):
    """Give a credit's chips out of the float to whoever fetches them."""


class VoidSlip(OnSlip, frozen=True, kw_only=True, tag="void-slip"):
    """End it before it is received, and say why. Who takes the chips back signs."""

    reason: str


class ReprintSlip(OnSlip, frozen=True, kw_only=True, tag="reprint-slip"):
    """Print it once more."""


AnyOnSlip = IssueSlip | CarrySlip | ReceiveSlip | HandOverSlip | VoidSlip | ReprintSlip
