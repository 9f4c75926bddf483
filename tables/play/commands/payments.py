"""What is said of payments that were made otherwise than worked out."""

from tables.play.commands.base import Fact, Request, Signed
from tables.play.events.payments import PaymentOutcome


class PayDifferently(Fact, frozen=True, kw_only=True, tag="paid-otherwise"):
    """For the bets of one line `paid` was paid and not what was `worked_out`, for a reason. Minor units.

    `ahead` are those that the payout sheet has before them.
    """

    coup: int
    refs: tuple[str, ...]
    worked_out: int
    paid: int
    reason: str
    ahead: tuple[str, ...] = ()


class DecidePaymentDifference(Request, Signed, frozen=True, kw_only=True, tag="decide-difference"):
    """Decide a difference, with reasons: it stands, the rest is paid, or what is too much was given back."""

    difference: str
    outcome: PaymentOutcome
    reason: str
