"""Payments: lines ticked off, paid otherwise than worked out, and the coup confirmed paid."""

from tables.play.command import Fact, Request, Signed
from tables.play.event import Person
from tables.play.payment.events import PaymentOutcome


class PayDifferently(Fact, frozen=True, kw_only=True, tag="paid-otherwise"):
    """For the bets of one line of the payout sheet `paid` (minor units) was paid and not its prize, for a reason.
    `raked_by` and `paid_by` are named where they are not those whose turn it was."""

    coup: int
    refs: tuple[str, ...]
    paid: int
    reason: str
    raked_by: Person | None = None
    paid_by: Person | None = None


class DecidePaymentDifference(Request, Signed, frozen=True, kw_only=True, tag="decide-difference"):
    """Decide a payment discrepancy, with reasons: it is accepted, the rest is paid, or the excess was given back."""

    difference: str
    outcome: PaymentOutcome
    reason: str


class ConfirmPayments(Fact, frozen=True, kw_only=True, tag="payments-confirmed"):
    """All prizes are paid. Without `coup`: of the oldest coup that still has payments open. `raked_by` and `paid_by`
    are named where they are not those whose turn it was."""

    coup: int | None = None
    raked_by: Person | None = None
    paid_by: Person | None = None


class PayLines(Fact, frozen=True, kw_only=True, tag="prizes-paid"):
    """The prizes of these bets are paid. `raked_by` and `paid_by` are named where they are not those whose turn it
    was."""

    coup: int
    refs: tuple[str, ...]
    raked_by: Person | None = None
    paid_by: Person | None = None
