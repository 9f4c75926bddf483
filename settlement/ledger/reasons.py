"""Reasons of movements: codes, some with their subject (a slip, a dispute, a box, a shift), as `fill:F-000007`."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """The codes of the ledger's entries; casino/kit/ledger_reasons.py has their words."""

    COUNTED_AT_OPENING = "float-counted-opening"
    COUNTED_AT_CLOSING = "float-counted-closing"
    FIRST_COUNT = "float-first-count"
    LATE_CHIPS = "late-chips-at-minimum"
    CHANGE_HANDED_IN = "change-handed-in"
    CHANGE_MADE = "change-made"
    CHANGE_PAID_OUT = "change-paid-out"
    CHANGE_GIVEN_BACK = "change-given-back"
    COLOUR_BOUGHT = "colour-bought"
    COLOUR_GIVEN_OUT = "colour-given-out"
    COLOUR_HANDED_BACK = "colour-handed-back"
    COLOUR_REDEEMED = "colour-redeemed"
    LATE_HANDED_BACK = "late-chips-handed-back"
    LATE_REDEEMED = "late-chips-redeemed"
    ADVANCED = "chips-advanced"
    ADVANCE_REPAID = "advance-repaid"
    STAKE_SET_ASIDE = "stake-set-aside"
    PRIZE_SET_ASIDE = "prize-set-aside"
    PRIZE_CLAIMED = "prize-claimed"
    HELD_CLAIMED = "held-claimed"
    HELD_UNCLAIMED = "held-unclaimed"
    BOUGHT_IN = "bought-in"
    CASHED_OUT = "cashed-out"
    SEAT_STAKED = "seat-staked"
    SEATS_RETURNED = "seat-stakes-returned"
    SEATS_CREDITED = "seats-credited"
    SEATS_TAKEN_BACK = "seats-taken-back"
    CASH_TAKEN = "cash-taken"
    CHIPS_FOR_CASH = "chips-for-cash"
    STAKES_LOST = "stakes-lost"
    PRIZES = "prizes"
    BANK_COUNTED = "bank-counted"
    CHIPS_SOLD = "chips-sold"
    CHIPS_REDEEMED = "chips-redeemed"
    CHIPS_ISSUED = "chips-issued"
    CHIPS_WITHDRAWN = "chips-withdrawn"
    CHIPS_EXCHANGED = "chips-exchanged"
    DISPUTE_DECIDED = "dispute-decided"
    DIFFERENCE_DECIDED = "difference-decided"
    PAID_OTHERWISE = "paid-otherwise"
    DIFFERENCE_UNDONE = "difference-undone"
    FILL = "fill"
    CREDIT = "credit"
    CREDIT_COUNTED = "credit-counted"
    SLIP_VOIDED = "slip-voided"
    CASH_CORRECTED = "cash-corrected"
    CHIPS_FOR_CASH_CORRECTED = "chips-for-cash-corrected"
    TIPS = "tips"
    BOX_DIFFERENCE = "box-difference"
    BOX_COUNTED = "box-counted"

    def about(self, what: object) -> str:
        """The reason of an entry that is about one slip, dispute or box among others."""
        return f"{self}:{what}"


class ReasonAbout(NamedTuple):
    """A reason as it is recorded, in its parts; `about` is empty where it is about nothing in particular."""

    code: Reason
    about: str


def read_reason(recorded: str) -> ReasonAbout:
    code, _, about = recorded.partition(":")
    return ReasonAbout(Reason(code), about)
