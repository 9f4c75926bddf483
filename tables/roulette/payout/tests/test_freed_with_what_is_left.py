"""After several zeros a win frees only what they have left of a stake, where the rulebook says so."""

from fractions import Fraction

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.bets import parse_bet
from tables.roulette.payout.lines import ROUNDED_DOWN
from tables.roulette.payout.return_to_player import return_of
from testkit.payout import settled_over
from testkit.play import DayInHand
from testkit.rulebooks import rules_of

RED = 32


@pytest.mark.parametrize(
    ("zeros", "back", "clause"),
    [(1, 10_000, "seventh/2"), (2, 5_000, "seventh/6"), (3, 2_500, "seventh/6")],
    ids=["one zero", "two", "three"],
)
def test_each_zero_after_the_first_halves_what_a_win_gives_back(zeros: int, back: int, clause: str) -> None:
    line = settled_over("seventh", "rouge", 10_000, [0] * zeros + [RED])[-1].lines[0]
    assert (line.outcome, line.returned, line.prize, line.clause) == ("freed", back, 0, clause)


def test_indivisible_remainder_is_rounded_and_noted() -> None:
    line = settled_over("seventh", "rouge", 10_001, [0, 0, RED])[-1].lines[0]
    assert (line.returned, line.notes) == (5_000, (ROUNDED_DOWN,))


def test_a_zero_beyond_the_last_level_divides_as_before() -> None:
    # A sixteenth of 100 kroner is 6.25, and the smallest coin is half a krone.
    line = settled_over("seventh", "rouge", 10_000, [0, 0, 0, 0])[-1].lines[0]
    assert (line.outcome, line.returned) == ("divided", 600)


def test_whole_stake_is_freed_without_another_rule() -> None:
    line = settled_over("it-campione", "rouge", 10_000, [0, 0, 0, RED])[-1].lines[0]
    assert (line.outcome, line.returned) == ("freed", 10_000)


def test_the_return_to_player_follows() -> None:
    win, zero = Fraction(18, 37), Fraction(1, 37)
    third = win * Fraction(1, 4) + zero * Fraction(1, 16)
    second = win * Fraction(1, 2) + zero * third
    first = win + zero * second
    rules = rules_of("seventh")
    red = return_of(rules, parse_bet("rouge", rules))
    assert red.stays == win * 2 + zero * first
    assert red.partage == win * 2 + zero * Fraction(1, 2)


def test_at_the_table_a_freed_stake_goes_back_to_its_owner() -> None:
    signed = tuple(
        e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
    )
    day = DayInHand(rules_of("seventh"))
    day.do(c.CountFloat(moment="opening", pieces={10_000: 20}, signatures=signed))
    day.coup(0, c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    day.coup(0)
    assert [(bet.ref, bet.level) for bet in day.state.bets] == [("b1", 2)]
    day.coup(RED)
    assert day.state.bets == ()
