"""The limits in force, and the players for whose sum they hold."""

from tables.play.command import Request, Signed
from tables.play.events import Agreement, Derogation
from tables.roulette.rulebook import Limits


class ChangeLimits(Request, Signed, frozen=True, kw_only=True, tag="change-limits"):
    """Post other limits. `players_told` means that the players have notice, `sign_changed` that the sign shows the
    limits.

    If the rulebook gives the sign some minutes, the notice alone announces the limits, and `ConfirmSign` follows. The
    deciders sign, and are the derogation's authorisers. `agreement` is given if the rulebook asks for one.
    """

    limits: Limits
    players_told: bool
    sign_changed: bool
    derogation: Derogation | None = None
    agreement: Agreement | None = None
    reopened: bool = False
    """The table was closed for it and opened again, within its gaming day."""


class ConfirmSign(Request, frozen=True, kw_only=True, tag="confirm-sign"):
    """Confirm that the sign shows the limits that were announced to the players: from now on they are in force."""
