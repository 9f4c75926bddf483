"""What was paid otherwise than worked out, and what was decided about it. Money in minor units."""

from typing import Any, Literal

from tables.play.event import Event

PaymentOutcome = Literal["stands", "made_good", "given_back"]


class PaymentDiffered(Event, frozen=True, kw_only=True, tag="payment_differed"):
    """For these bets of one line of the payout sheet `paid` was paid and `worked_out` is right: a difference that
    stands until somebody decides it. `difference` names it within the day.

    `because`: somebody `paid` otherwise, with a `reason` in their own words; another number stands than `number`, on
    which it was paid, or stood meanwhile; or bets were put back after it was paid. What the platform found itself has
    `code` and `parameters` in place of a reason. `colour` is that of the chips, None where they have a face value.
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
    """The direction decided a difference. `amount` is what the house pays for it, below zero what the player gives
    back, and nothing where it stands."""

    difference: str
    coup: int
    player: str
    outcome: PaymentOutcome
    amount: int
    reason: str
    colour: str | None = None


class PaymentDifferenceUndone(Event, frozen=True, kw_only=True, tag="payment_difference_undone"):
    """A difference is none any more, decided to stand or not decided yet: `because` another number stands, or bets were
    put back, something else is right than was `worked_out`. Where what was `paid` is not right now either, a difference
    of its own says so."""

    difference: str
    coup: int
    player: str
    worked_out: int
    paid: int
    because: Literal["another_number", "bets_put_back"]
    colour: str | None = None


PaymentEvent = PaymentDiffered | PaymentDifferenceDecided | PaymentDifferenceUndone
