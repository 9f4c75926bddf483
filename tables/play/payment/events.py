"""Payments other than the computed ones, and the decisions about them. Money in minor units."""

from typing import Any, Literal

from tables.play.event import Event

PaymentOutcome = Literal["stands", "made_good", "given_back"]


class PaymentDiffered(Event, frozen=True, kw_only=True, tag="payment_differed"):
    """Payment discrepancy on these bets of one line of the payout sheet: `paid` was paid, and `worked_out` is right.

    `difference` names the discrepancy within the day; it is open until decided. `because` is the cause. `paid`: a
    person paid another amount, with a `reason` in their own words. `another_number`: the bets were paid on `number`,
    and another number is valid or was valid meanwhile. `bets_put_back`: bets were put back after the payment. A
    discrepancy that the platform found has `code` and `parameters` in place of a reason. `colour` is the colour of the
    chips, None for chips with a face value.
    """

    difference: str
    coup: int
    refs: tuple[str, ...]
    player: str
    bet: str
    worked_out: int
    paid: int
    reason: str = ""
    because: Literal["paid", "another_number", "bets_put_back"] = "paid"
    code: str = ""
    parameters: dict[str, Any] = {}
    number: int | None = None
    colour: str | None = None


class PaymentDifferenceDecided(Event, frozen=True, kw_only=True, tag="payment_difference_decided"):
    """Decision of the management on a payment discrepancy.

    `amount` is the casino's payment, below zero the player's repayment, and 0 if the discrepancy is accepted.
    """

    difference: str
    coup: int
    player: str
    outcome: PaymentOutcome
    amount: int
    reason: str
    colour: str | None = None


class PaymentDifferenceUndone(Event, frozen=True, kw_only=True, tag="payment_difference_undone"):
    """End of a payment discrepancy, accepted or not decided yet, because the right amount is no longer `worked_out`.

    `because`: another number is valid, or bets were put back. If the `paid` amount is not right now either, a new
    discrepancy follows.
    """

    difference: str
    coup: int
    player: str
    worked_out: int
    paid: int
    because: Literal["another_number", "bets_put_back"]
    colour: str | None = None


PaymentEvent = PaymentDiffered | PaymentDifferenceDecided | PaymentDifferenceUndone
