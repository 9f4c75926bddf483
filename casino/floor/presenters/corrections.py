"""Corrections after the number: displaced bets, and disputes that wait for the management."""

import msgspec
from django.utils.translation import gettext

from casino.commands.signing import reserved_to
from casino.floor.presenters.answer import Answer
from casino.kit.clauses import cited
from casino.kit.hand import seats
from casino.kit.money import plain
from casino.kit.seats import Seat, seat_of
from casino.kit.sentences.marks import gettext_noop as _
from tables.play.dispute.events import Basis, Outcome
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

BASES: dict[Basis, str] = {
    "staff": _("The staff is certain"),
    "technical": _("The cameras show it"),
    "player": _("As the player says"),
}
OUTCOMES: dict[Outcome, str] = {
    "none": _("Nothing comes of it"),
    "pay": _("The house pays"),
    "correct": _("The payment is corrected"),
}


class MayBePutBack(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of the coup being paid, in words."""

    ref: str
    label: str
    amount: str
    seat: Seat


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute that waits, in words."""

    dispute: str
    coup: int
    seat: Seat
    words: str


def corrections_presenter(state: State, rulebook: Rulebook, answer: Answer | None) -> dict[str, object]:
    """Return the possible corrections at the table now; `answer` may be that to a decision."""
    rule, last = rulebook.reconstitution, state.last_coup
    waiting = state.corrections.disputes
    dispute = answer.entered.get("dispute", "") if answer else ""
    open_now = rule is not None and last is not None and last.coup in state.payments_open
    return {
        "bets": tuple(
            MayBePutBack(
                ref=bet.ref,
                label=describe_bet(rulebook, parse_bet(bet.bet, rulebook, wheel=state.wheel)),
                amount=plain(bet.amount, rulebook.currency),
                seat=seat_of(bet.player),
            )
            for bet in (state.settled_bets if open_now else ())
        ),
        "bases": tuple((basis, gettext(BASES[basis])) for basis in rule.bases) if rule else (),
        "back_clause": cited(rulebook, rule.clause) if rule else "",
        "disputed": tuple(
            Disputed(dispute=each.dispute, coup=each.coup, seat=seat_of(each.player), words=each.words)
            for each in waiting
        ),
        # The form names no dispute that waits.
        "decided": dispute not in {each.dispute for each in waiting},
        "decided_by": reserved_to(rulebook.disputes.decided_by) if rulebook.disputes else None,
        "dispute_clause": cited(rulebook, rulebook.disputes.clause) if rulebook.disputes else "",
        "outcomes": tuple((outcome, gettext(label)) for outcome, label in OUTCOMES.items()),
        "last_coup": _last_coup(state),
        "seats": seats(state),
    }


def _last_coup(state: State) -> int | None:
    """The last coup that has its number; of a closed day its last one."""
    if state.phase == "closed":
        return state.coup or None
    return state.last_coup.coup if state.last_coup else None
