"""Payments other than the computed ones, and the decisions about them. Money in minor units."""

from typing import Any, Literal

from tables.play.event import Event

PaymentOutcome = Literal["stands", "made_good", "given_back"]


class PaymentDiffered(Event, frozen=True, kw_only=True, tag="payment_differed"):
    """For these bets of one line of the payout sheet `paid` was paid and `worked_out` is right: a difference that
    stands until it is decided. `difference` names it within the day.

    `because`: a person `paid` another amount, with a `reason` in their own words; another number is valid than
    `number`, on which it was paid, or was valid meanwhile; or bets were put back after the payment. A difference
    that the platform found has `code` and `parameters` in place of a reason. `colour` is that of the chips, None for
    chips with a face value.
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
    """The direction decided a difference. `amount` is the house's payment for it, below zero the player's repayment,
    and nothing if it stands.
    """

    difference: str
    coup: int
    player: str
    outcome: PaymentOutcome
    amount: int
    reason: str
    colour: str | None = None


class PaymentDifferenceUndone(Event, frozen=True, kw_only=True, tag="payment_difference_undone"):
    """A difference exists no longer, decided to stand or not decided yet: `because` another number is valid, or bets
    were put back, the right amount is not `worked_out`. If the `paid` amount is not right now either, a new
    difference says so.
    """

    difference: str
    coup: int
    player: str
    worked_out: int
    paid: int
    because: Literal["another_number", "bets_put_back"]
    colour: str | None = None


PaymentEvent = PaymentDiffered | PaymentDifferenceDecided | PaymentDifferenceUndone
