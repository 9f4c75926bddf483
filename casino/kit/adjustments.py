"""Corrections of a coup in words: decided disputes, bets put back, payment discrepancies."""

import msgspec

from casino.kit.seats import seat_of
from settlement.adjustments import AdjustedCoup, Adjustment
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook

BASES_IN_SHORT: dict[str, str] = {
    "staff": "the staff was certain",
    "technical": "the cameras showed it",
    "player": "as the player said",
}
"""On what a bet was put back, as a payout sheet says it afterwards."""
UNDONE = "undone"
"""In place of a decision: it is no payment discrepancy any more."""
DECIDED: dict[str, str] = {
    "stands": "it stands",
    "made_good": "the rest was paid",
    "given_back": "given back",
    UNDONE: "undone",
}
"""What became of a payment discrepancy."""


class ShownAdjustment(msgspec.Struct, frozen=True, kw_only=True):
    """An adjustment in words: what it adjusts, what was done, by how much (minor units), and the clause as printed."""

    coup: int
    about: str
    words: str
    amount: int
    reference: str


def shown_adjustment(of: Adjustment, coup: int, rulebook: Rulebook, wheel: str) -> ShownAdjustment:
    """The adjustment of a coup that was played by these rules on this wheel."""
    return ShownAdjustment(
        coup=coup,
        about=" and ".join(of.about),
        words=_decided(of) if of.kind == "dispute" else _put_back(of, rulebook, wheel),
        amount=of.amount,
        reference=of.reference or "",
    )


def shown_adjustments(of: AdjustedCoup) -> tuple[ShownAdjustment, ...]:
    """Every correction of a coup."""
    rulebook = get_rulebook(of.rulebook, of.version)
    return tuple(shown_adjustment(each, of.coup, rulebook, of.wheel) for each in of.adjustments)


def _decided(of: Adjustment) -> str:
    nothing = "nothing comes of it, " if of.outcome == "none" else ""
    return f"dispute of {seat_of(of.player).label}: {nothing}{of.reason}"


def _put_back(of: Adjustment, rulebook: Rulebook, wheel: str) -> str:
    def called(bet: str) -> str:
        return describe_bet(rulebook, parse_bet(bet, rulebook, wheel=wheel))

    moved = "; ".join(f"{called(each.before)} put back to {called(each.after)}" for each in of.bets)
    return f"{moved} ({BASES_IN_SHORT[of.basis]}), decided by {of.decided_by}"
