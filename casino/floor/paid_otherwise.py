"""Payments made otherwise than worked out, on the table's page: said of a line, and decided by the direction."""

from collections.abc import Set

import msgspec

from casino.kit.adjustments import DECIDED
from casino.kit.forms.fields import Form, Unclear, amount, count, required, text
from casino.kit.money import money
from casino.kit.seats import Seat, seat_of
from settlement.sheets import Sheet, SheetDifference, all_lines, line_of, sheet, whole_lines
from tables.play import commands as c
from tables.play.events import PaymentOutcome
from tables.play.state import State
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

ALL = "all"
"""In place of the bets of a line: all the lines of the sheet at once."""
OUTCOMES: dict[PaymentOutcome, str] = {
    "stands": "It stands as it was paid",
    "made_good": "The rest is paid",
    "given_back": "What was too much is given back",
}


class DifferenceShown(msgspec.Struct, frozen=True, kw_only=True):
    """A difference that waits, in words; `outcomes` are the decisions that fit it."""

    difference: str
    coup: int
    seat: Seat
    label: str
    worked_out: str
    paid: str
    over: str
    reason: str
    outcomes: tuple[tuple[str, str], ...]


def differences_shown(state: State, rulebook: Rulebook, sees: Set[str]) -> tuple[DifferenceShown, ...]:
    """What waits for the direction at the table, the oldest first; nothing for who does not see payouts."""
    if "payouts" not in sees:
        return ()
    return tuple(
        DifferenceShown(
            difference=each.difference,
            coup=each.coup,
            seat=seat_of(each.player),
            label=describe_bet(rulebook, parse_bet(each.bet, rulebook, wheel=state.wheel)),
            worked_out=money(each.worked_out),
            paid=money(each.paid),
            over=f"{money(abs(each.over))} too {'much' if each.over > 0 else 'little'}",
            reason=each.reason,
            outcomes=tuple(
                (outcome, label)
                for outcome, label in OUTCOMES.items()
                if outcome != ("made_good" if each.over > 0 else "given_back")
            ),
        )
        for each in state.differences.open
    )


def difference_in_words(each: SheetDifference) -> str:
    """A difference on its sheet, by its name: what was paid, why, and what was decided."""
    decided = f"{DECIDED[each.outcome]}, {each.decision}" if each.outcome else "not decided yet"
    return f"{each.difference}: {money(each.paid)} paid, {money(each.worked_out)} worked out: {each.reason}; {decided}"


# ---------------------------------------------------------------- what is asked


def lines_paid(casino_id: int, form: Form, state: State) -> c.PayLines:
    """The lines of a payout sheet that were ticked off, or all of them. Raises Unclear where the table has no such
    sheet."""
    found = _sheet(casino_id, form, state)
    refs = required(form, "refs", Unclear("paid-line-not-entered")).split()
    return c.PayLines(coup=found.coup, refs=all_lines(found) if refs == [ALL] else whole_lines(found, refs))


def line_paid_otherwise(casino_id: int, form: Form, state: State) -> c.PayDifferently:
    """What was really paid for a line, and why. Raises Unclear, or Refused for what is no line of the sheet."""
    found = _sheet(casino_id, form, state)
    ref = required(form, "ref", Unclear("differing-line-not-entered"))
    required(form, "amount", Unclear("paid-amount-not-entered"))
    return c.PayDifferently(
        coup=found.coup,
        refs=line_of(found, ref),
        paid=amount(form, "amount"),
        reason=text(form, "reason"),
    )


def decide_difference(form: Form, state: State) -> c.Command:
    """The decision as it was entered. Raises Unclear."""
    outcome = next((each for each in OUTCOMES if each == text(form, "outcome")), None)
    if outcome is None:
        raise Unclear("difference-outcome-not-entered")
    return c.DecidePaymentDifference(
        difference=text(form, "difference"), outcome=outcome, reason=text(form, "reason")
    )


def _sheet(casino_id: int, form: Form, state: State) -> Sheet:
    coup = count(form, "coup", "coup")
    found = sheet(casino_id, state.table, state.day, coup)
    if found is None:
        raise Unclear("no-number-in-coup", coup=coup)
    return found
