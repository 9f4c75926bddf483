"""Corrections of a coup in words: decided disputes, bets put back, payment discrepancies."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec
from django.utils.translation import gettext

from casino.kit.seats import seat_of
from casino.kit.sentences import CODES, Names, sentence
from casino.kit.sentences.marks import gettext_noop as _
from settlement.adjustments import AdjustedCoup, Adjustment
from settlement.sheets import SheetDifference
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook

BASES_IN_SHORT: dict[str, str] = {
    "staff": _("the staff was certain"),
    "technical": _("the cameras showed it"),
    "player": _("as the player said"),
}
"""Basis of a restored bet, as a payout sheet names it afterwards."""
UNDONE = "undone"
"""Outcome in place of a decision: the payment discrepancy has ended by itself."""
DECIDED: dict[str, str] = {
    "stands": _("it stands"),
    "made_good": _("the rest was paid"),
    "given_back": _("given back"),
    UNDONE: _("undone"),
}
"""Outcomes of a payment discrepancy."""
UNDONE_BECAUSE: dict[str, str] = {
    "another_number": _("another number stands"),
    "bets_put_back": _("its bets were put back"),
}
"""Reasons for the end of a payment discrepancy."""


class DiscrepancyAsKept(Protocol):
    """A payment discrepancy as an event, the table's state or the sheet keeps it."""

    @property
    def reason(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def parameters(self) -> Mapping[str, Any]: ...


class ShownAdjustment(msgspec.Struct, frozen=True, kw_only=True):
    """Adjustment in words: its subject, the action, the amount (minor units), and the clause as printed."""

    coup: int
    about: str
    words: str
    amount: int
    currency: str
    reference: str


def shown_adjustment(of: Adjustment, coup: int, rulebook: Rulebook, wheel: str) -> ShownAdjustment:
    """Return the adjustment of a coup that was played by these rules on this wheel."""
    return ShownAdjustment(
        coup=coup,
        about=gettext(" and ").join(of.about),
        words=_decided(of) if of.kind == "dispute" else _put_back(of, rulebook, wheel),
        amount=of.amount,
        currency=rulebook.currency,
        reference=of.reference or "",
    )


def shown_adjustments(of: AdjustedCoup) -> tuple[ShownAdjustment, ...]:
    """Return every correction of a coup."""
    rulebook = get_rulebook(of.rulebook, of.version)
    return tuple(shown_adjustment(each, of.coup, rulebook, of.wheel) for each in of.adjustments)


def _decided(of: Adjustment) -> str:
    text = gettext("dispute of {seat}: {reason}")
    if of.outcome == "none":
        text = gettext("dispute of {seat}: nothing comes of it, {reason}")
    return text.format(seat=seat_of(of.player).label, reason=of.reason)


def _put_back(of: Adjustment, rulebook: Rulebook, wheel: str) -> str:
    def called(bet: str) -> str:
        return describe_bet(rulebook, parse_bet(bet, rulebook, wheel=wheel))

    text = gettext("{before} put back to {after}")
    moved = (text.format(before=called(each.before), after=called(each.after)) for each in of.bets)
    return gettext("{moved} ({basis}), decided by {name}").format(
        moved="; ".join(moved), basis=gettext(BASES_IN_SHORT[of.basis]), name=of.decided_by
    )


def discrepancy_reason(of: DiscrepancyAsKept, names: Names = CODES) -> str:
    """Return the reason of a discrepancy in a payment: the platform's sentence, or a person's own words."""
    return sentence(of.code, of.parameters, names) if of.code else of.reason


def discrepancy_decision(of: SheetDifference) -> str:
    """Return the reason of the decision, or of the end without one; an older record in words alone stays as it is."""
    return gettext(UNDONE_BECAUSE[of.undone_because]) if of.undone_because else of.decision
