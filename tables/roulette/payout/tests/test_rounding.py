"""A part that does not divide is rounded up for the player or for the house, to the smallest coin or chip."""

from pathlib import Path

import pytest

from tables.roulette.loader import load_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.exposure import exposure
from tables.roulette.payout.lines import ROUNDED, ROUNDED_DOWN, Line
from tables.roulette.payout.payment_table import prize_of
from tables.roulette.rounding import halved, part_of
from tables.roulette.rulebook import RoundingRule, Rulebook
from tables.roulette.stake import Stake
from testkit.payout import settled, settled_over
from testkit.rulebooks import written


def rule(up_for: str, unit: int) -> RoundingRule:
    return RoundingRule(up_for="house" if up_for == "house" else "player", unit=unit, clause="x")


@pytest.mark.parametrize(
    ("amount", "up_for", "unit", "half"),
    [
        (201, "player", 1, 101),
        (201, "house", 1, 100),
        (250, "player", 50, 150),
        (250, "house", 50, 100),
        (300, "player", 100, 200),
        (300, "house", 100, 100),
        (400, "player", 100, 200),
        (400, "house", 100, 200),
    ],
)
def test_a_half_is_rounded_to_the_unit_in_the_rules_direction(
    amount: int, up_for: str, unit: int, half: int
) -> None:
    assert halved(amount, 1, rule(up_for, unit)) == half


def test_without_a_rule_it_is_rounded_up_for_the_player_to_the_minor_unit() -> None:
    assert halved(201, 1, None) == 101
    assert part_of(201, 1, 2, None) == 101


def test_nobody_gets_more_back_than_there_was() -> None:
    assert halved(30, 1, rule("player", 50)) == 30


def test_undivided_amount_is_not_rounded() -> None:
    assert part_of(30, 35, 1, rule("house", 50)) == 1050
    assert halved(30, 0, rule("house", 50)) == 30


def line(rulebook: Rulebook, bet: str, amount: int, number: int) -> Line:
    coup = settle_coup(rulebook, [Stake(ref="a", player="P1", bet=bet, amount=amount)], number)
    return coup.lines[0]


def test_half_back_at_zero_is_rounded_up_to_half_a_pound() -> None:
    (half,) = settled("sixth", 0, ("P1", "rouge", 250)).lines
    assert (half.outcome, half.returned, half.notes) == ("halved", 150, (ROUNDED,))
    (whole,) = settled("sixth", 0, ("P1", "rouge", 300)).lines
    assert (whole.returned, whole.notes) == (150, ())


def test_half_back_at_zero_is_rounded_for_the_house_by_rule(tmp_path: Path) -> None:
    for_the_house = load_rulebook(written(tmp_path, ('up_for = "player"', 'up_for = "house"')))
    half = line(for_the_house, "rouge", 250, 0)
    assert (half.returned, half.notes) == (100, (ROUNDED_DOWN,))
    assert exposure(for_the_house, [Stake(ref="a", player="P1", bet="rouge", amount=250)])[0] == 150


def test_a_share_in_prison_is_rounded_at_its_division() -> None:
    divided = settled_over("seventh", "rouge", 2_050, [0], {1: "partage"})[0].lines[0]
    # Half of 20.50 kroner is 10.25, and the smallest coin is half a krone.
    assert (divided.outcome, divided.returned, divided.notes) == ("divided", 1_000, (ROUNDED_DOWN,))


def test_a_prize_of_half_the_stake_is_rounded_alike(tmp_path: Path) -> None:
    two_dozens = (
        'rouge = { odds = "1:1"',
        'deux-douzaines = { odds = "1:2", clause = "sixth/2", ratio = 50, limit_clause = "sixth/3" }\n'
        'rouge = { odds = "1:1"',
    )
    paid = ('["rouge", "noir"]]', '["rouge", "noir", "deux-douzaines"]]')
    rulebook = load_rulebook(written(tmp_path, two_dozens, paid))
    won = line(rulebook, "deux-douzaines:1-2", 250, 5)
    assert (won.prize, won.returned, won.notes) == (150, 250, (ROUNDED,))
    assert prize_of(rulebook, "deux-douzaines", 250) == 150
