"""Fills and credits at the table. The slip's own commands bring them, and no screen of the table's."""

from tables.play.change.events import Pieces
from tables.play.command import Request, Signed


class SlipCommand(Request, Signed, frozen=True, kw_only=True):
    """Base of the commands about chips with a slip: its number, and the pieces of each value (minor units).

    `by_series` has the same pieces by series, if the casino distinguishes its series.
    """

    slip: str
    pieces: Pieces
    by_series: dict[str, Pieces] = {}
    closing: bool = False


class RequestFill(SlipCommand, frozen=True, kw_only=True, tag="request-fill"):
    """Ask the bank for chips; the chief or the pit boss signs."""


class ReceiveFill(SlipCommand, frozen=True, kw_only=True, tag="receive-fill"):
    """Take a fill's chips into the float; a croupier of the table and the chief sign."""


class RequestCredit(SlipCommand, frozen=True, kw_only=True, tag="request-credit"):
    """Ask the bank to take chips back; the chief or the pit boss signs."""


class HandOverCredit(SlipCommand, frozen=True, kw_only=True, tag="hand-over-credit"):
    """Give a credit's chips out of the float; a croupier of the table and the chief sign."""


class TellSlipVoided(Request, Signed, frozen=True, kw_only=True, tag="tell-slip-voided"):
    """Nothing more comes of a slip. Chips of a credit that had left the table come back into the float."""

    slip: str
    reason: str
