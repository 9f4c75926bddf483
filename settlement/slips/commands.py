"""Requests about a slip; all of them are judged, and signed by the acting person and by the second signatory."""

from tables.play.command import Request, Signed
from tables.play.events import Pieces, SlipKind


class RequestSlip(Request, Signed, frozen=True, kw_only=True, tag="request-slip"):
    """Ask for a fill, or for a credit to be taken: how many pieces of each value in minor units.

    `by_series` has the same pieces by series, if the casino distinguishes its series. The table asks.
    """

    kind: SlipKind
    table: str
    pieces: Pieces
    by_series: dict[str, Pieces] = {}
    closing: bool = False


class OnSlip(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a slip that there is."""


class IssueSlip(OnSlip, frozen=True, kw_only=True, tag="issue-slip"):
    """Issue the slip at the chip bank. Without `pieces` the requested ones are issued; others need a `reason`.

    `carrier` is the person who brings a fill to the table, or fetches a credit there.
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

    Without `pieces` those of the slip. The bank may count other pieces of a credit, with a `reason`.
    """

    pieces: Pieces = {}
    by_series: dict[str, Pieces] = {}
    reason: str = ""


class HandOverSlip(OnSlip, frozen=True, kw_only=True, tag="hand-over-slip"):
    """Give a credit's chips out of the float to their carrier."""


class VoidSlip(OnSlip, frozen=True, kw_only=True, tag="void-slip"):
    """End the slip before it is received, with a reason. The side that takes the chips back signs."""

    reason: str


class ReprintSlip(OnSlip, frozen=True, kw_only=True, tag="reprint-slip"):
    """Print it once more."""


AnyOnSlip = IssueSlip | CarrySlip | ReceiveSlip | HandOverSlip | VoidSlip | ReprintSlip
