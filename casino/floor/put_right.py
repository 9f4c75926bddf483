"""What is put right after the number, on the table's page: displaced bets, and disputes that wait for the direction."""

from collections.abc import Callable

import msgspec

from casino.kit.clauses import cited
from casino.kit.forms.fields import Form, Unclear, amount, count, required, text
from casino.kit.hand import seats
from casino.kit.money import plain
from casino.kit.seats import Seat, person_called, seat_of
from tables.play import commands as c
from tables.play.dispute.commands import PutBack
from tables.play.dispute.events import Basis, Outcome
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

BASES: dict[Basis, str] = {
    "staff": "The staff is certain",
    "technical": "The cameras show it",
    "player": "As the player says",
}
OUTCOMES: dict[Outcome, str] = {
    "none": "Nothing comes of it",
    "pay": "The house pays",
    "correct": "The payment is corrected",
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


class PutRight(msgspec.Struct, frozen=True, kw_only=True):
    """The panels and the card. `bets` is empty where nothing can be put back now; clauses as printed. `decided`:
    what was asked names no dispute that waits."""

    bets: tuple[MayBePutBack, ...]
    bases: tuple[tuple[str, str], ...]
    back_clause: str
    disputed: tuple[Disputed, ...]
    decided: bool
    dispute_clause: str
    outcomes: tuple[tuple[str, str], ...]
    last_coup: int | None
    seats: tuple[Seat, ...]


def put_right(state: State, rulebook: Rulebook, asked: str) -> PutRight:
    """What can be put right at the table as it stands; `asked` is the dispute that somebody has just decided."""
    rule, last = rulebook.reconstitution, state.last_coup
    waiting = state.corrections.disputes
    open_now = rule is not None and last is not None and last.coup in state.payments_open
    return PutRight(
        bets=tuple(
            MayBePutBack(
                ref=bet.ref,
                label=describe_bet(rulebook, parse_bet(bet.bet, rulebook, wheel=state.wheel)),
                amount=plain(bet.amount),
                seat=seat_of(bet.player),
            )
            for bet in (state.settled_bets if open_now else ())
        ),
        bases=tuple((basis, BASES[basis]) for basis in rule.bases) if rule else (),
        back_clause=cited(rulebook, rule.clause) if rule else "",
        disputed=tuple(
            Disputed(dispute=each.dispute, coup=each.coup, seat=seat_of(each.player), words=each.words)
            for each in waiting
        ),
        decided=asked not in {each.dispute for each in waiting},
        dispute_clause=cited(rulebook, rulebook.disputes.clause) if rulebook.disputes else "",
        outcomes=tuple(OUTCOMES.items()),
        last_coup=_last_coup(state),
        seats=seats(state),
    )


def _last_coup(state: State) -> int | None:
    """The last coup that has its number; of a closed day its last one."""
    if state.phase == "closed":
        return state.coup or None
    return state.last_coup.coup if state.last_coup else None


# ---------------------------------------------------------------- what is asked


def _reconstitute(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    basis = next((each for each in BASES if each == text(form, "basis")), None)
    if basis is None:
        raise Unclear("basis-not-entered")
    decided_by = required(form, "name", Unclear("decider-not-entered"))
    return c.ReconstituteBets(
        bets=(
            PutBack(ref=text(form, "ref"), bet=required(form, "bet", Unclear("place-of-chips-not-entered"))),
        ),
        basis=basis,
        decided_by=person_called(decided_by, known_at(state)),
    )


def _open_dispute(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    return c.OpenDispute(
        coup=count(form, "coup", "coup"),
        player=required(form, "player", Unclear("disputing-seat-not-entered")),
        words=text(form, "reason"),
    )


PUT_RIGHT: dict[str, Callable[[Form, State, Rulebook], c.Command]] = {
    "reconstitute-bets": _reconstitute,
    "open-dispute": _open_dispute,
}


def decide_dispute(form: Form, state: State) -> c.Command:
    """The decision as it was entered; what the player gives back is written with a minus. Raises Unclear."""
    outcome = next((each for each in OUTCOMES if each == text(form, "outcome")), None)
    if outcome is None:
        raise Unclear("dispute-outcome-not-entered")
    said = text(form, "amount")
    given_back = outcome == "correct" and said.startswith("-")
    entered = amount({"amount": said.removeprefix("-") if given_back else said}, "amount") if said else 0
    return c.DecideDispute(
        dispute=text(form, "dispute"),
        outcome=outcome,
        amount=-entered if given_back else entered,
        reason=text(form, "reason"),
    )
