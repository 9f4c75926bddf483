"""What stakes in prison come to in the end: by hand, against the engine's own next step, and played out by it."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from settlement.figures.prison_chain import Held, Place, variance, worth
from settlement.figures.tests.conftest import cloths
from settlement.figures.theoretical import of_coup, share_in_prison, to_the_end
from tables.roulette.bets import parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup
from tables.roulette.payout.return_to_player import values_in_prison
from tables.roulette.prison import release
from tables.roulette.rulebook import PrisonRule, Rulebook
from tables.roulette.stake import Stake
from testkit.payout import laid
from testkit.rulebooks import rules_of

WITH_PRISON = ("it-campione", "it-venezia", "seventh")
RED = tuple(parse_bet("rouge", get_rulebook("it-live")).numbers)  # type: ignore[union-attr]
BLACK = tuple(number for number in range(1, 37) if number not in RED)


def net(coup: Coup) -> int:
    return sum(line.stake - line.returned - line.held - line.prize for line in coup.lines)


def moments(
    book: Rulebook, stakes: list[Stake] | tuple[Stake, ...], wheel: str | None = None
) -> tuple[Fraction, Fraction]:
    """Mean and mean square of what the house has of the stakes in the end."""
    end = to_the_end(book, stakes, wheel=wheel)
    mean = end.result + share_in_prison(book, stakes)
    return mean, end.variance + mean * mean


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("house", WITH_PRISON)
@given(data=st.data())
@settings(max_examples=30)
def test_the_end_is_as_far_off_before_a_number_as_after_it_on_the_mean(
    house: str, data: st.DataObject
) -> None:
    """The engine plays one number; what it leaves in prison goes on from there. Only the true moments agree with
    themselves over that step, for odd amounts and any stakes beside each other."""
    book, drawn, _, wheel = data.draw(cloths(house, at_most=7))
    stakes = [replace(stake, excess=False) for stake in drawn]
    mean, square = Fraction(0), Fraction(0)
    for number in range(37):
        coup = settle_coup(book, stakes, number, wheel=wheel)
        later, later_square = moments(book, coup.kept)
        mean += net(coup) + later
        square += net(coup) ** 2 + 2 * net(coup) * later + later_square
    assert (mean / 37, square / 37) == moments(book, stakes, wheel)


def played_out(book: Rulebook, stakes: list[Stake], numbers: int) -> tuple[Fraction, Fraction, Fraction]:
    """Mean and mean square of what the house has had of the stakes after so many numbers, and the chance that some
    still lie there; every sequence of numbers is settled by the engine and counts with its chance."""
    lying = {tuple(stakes): (Fraction(1), Fraction(0), Fraction(0))}
    for _ in range(numbers):
        after: defaultdict[tuple[Stake, ...], tuple[Fraction, Fraction, Fraction]] = defaultdict(
            lambda: (Fraction(0), Fraction(0), Fraction(0))
        )
        for left, (chance, mean, square) in lying.items():
            for number in range(37) if left else (0,):
                of = Fraction(1, 37 if left else 1)
                coup = settle_coup(book, left, number)
                won = net(coup)
                before = after[coup.kept]
                after[coup.kept] = (
                    before[0] + of * chance,
                    before[1] + of * (mean + won * chance),
                    before[2] + of * (square + 2 * won * mean + won * won * chance),
                )
        lying = dict(after)
    chances, means, squares = (sum((each[part] for each in lying.values()), Fraction(0)) for part in range(3))
    assert chances == 1
    return means, squares, 1 - lying[()][0]


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("house", WITH_PRISON)
def test_mean_and_variance_are_what_playing_it_out_comes_to(house: str) -> None:
    book = rules_of(house)
    red, black, even, number = laid(
        house, ("P1", "rouge", 101), ("P2", "noir", 57), ("P1", "pair", 33), ("P1", "plein:5", 7)
    )
    stakes = [replace(red, level=1), replace(black, level=2), even, number]
    mean, square, still_there = played_out(book, stakes, 30)
    expected_mean, expected_square = moments(book, stakes)
    staked = sum(stake.amount for stake in stakes)
    assert still_there < Fraction(1, 10**8)
    assert abs(mean - expected_mean) <= still_there * staked
    assert abs(square - expected_square) <= still_there * (2 * 36 * staked) ** 2


@pytest.mark.clause("it-campione/3")
def test_even_chance_freed_by_one_win_varies_by_5401_of_5476() -> None:
    # It wins and loses 1 at 18 numbers each; after zero it is lost or comes back, each with a half.
    book, stakes = get_rulebook("it-campione"), laid("it-campione", ("P1", "rouge", 1))
    assert to_the_end(book, stakes).result == Fraction(1, 74)
    assert to_the_end(book, stakes).variance == Fraction(36, 37) + Fraction(1, 2 * 37) - Fraction(1, 74) ** 2
    assert to_the_end(book, stakes).variance == Fraction(5401, 5476)


@pytest.mark.clause("it-campione/3")
def test_red_and_black_in_prison_together_do_not_vary_since_one_of_them_is_freed() -> None:
    rule = get_rulebook("it-campione").zero.prison
    assert rule is not None
    both: Held = {Place(RED, 1): [100], Place(BLACK, 1): [100]}
    assert worth(rule, both, range(37)) == 100
    assert variance(rule, both, range(37)) == 0
    assert variance(rule, {Place(RED, 1): [100]}, range(37)) == 50**2


@pytest.mark.clause("pt-americana/29")
def test_without_a_prison_a_coup_is_at_its_end_when_its_number_has_fallen() -> None:
    book, stakes = (
        get_rulebook("pt-americana"),
        laid("pt-americana", ("P1", "rouge", 5), ("P1", "plein:0", 3)),
    )
    assert to_the_end(book, stakes) == of_coup(book, stakes)


RULES = [
    pytest.param(get_rulebook("it-campione").zero.prison, id="it-campione"),
    pytest.param(get_rulebook("it-venezia").zero.prison, id="it-venezia"),
    pytest.param(PrisonRule(release="first-win", levels=1, clause="a"), id="divided at the second zero"),
    pytest.param(
        PrisonRule(release="first-win", levels=3, freed="reduced", clause="a"), id="freed with what is left"
    ),
    pytest.param(PrisonRule(release="win-per-level", levels=5, clause="a"), id="five levels"),
    pytest.param(PrisonRule(release="win-per-level", clause="a"), id="no last level, a win for each"),
]


@pytest.mark.parametrize("rule", RULES)
def test_at_every_level_a_stake_is_worth_what_the_return_to_player_says(rule: PrisonRule) -> None:
    divides = 2**6
    for level, value in enumerate(values_in_prison(rule, 18)[:8], start=1):
        assert worth(rule, {Place(RED, level): [divides]}, range(37)) == divides * value


Lies = int | tuple[Fraction]
"""The level of a unit, or what came back of it."""


def moments_played_out(
    rule: PrisonRule, first: Place, second: Place, numbers: int
) -> tuple[Fraction, Fraction]:
    """The mean product of what two units bring, by all sequences of so many numbers, and the chance that it is open."""
    lying: dict[tuple[Lies, Lies], Fraction] = {(first.level, second.level): Fraction(1)}
    for _ in range(numbers):
        after: defaultdict[tuple[Lies, Lies], Fraction] = defaultdict(Fraction)
        for (one, other), chance in lying.items():
            for number in range(37):
                after[_step(rule, first, one, number), _step(rule, second, other, number)] += chance / 37
        lying = dict(after)
    product, still_open = Fraction(0), Fraction(0)
    for (one, other), chance in lying.items():
        if isinstance(one, tuple) and isinstance(other, tuple):
            product += one[0] * other[0] * chance
        else:
            still_open += chance
    return product, still_open


def _step(rule: PrisonRule, place: Place, lies: Lies, number: int) -> Lies:
    if isinstance(lies, tuple):
        return lies
    verdict = release(rule, lies, None if number == 0 else number in place.numbers)
    if verdict.outcome in ("freed", "divided"):
        return (Fraction(1, 2**verdict.halved),)
    return (Fraction(0),) if verdict.outcome == "lost" else verdict.level


@pytest.mark.parametrize("rule", RULES)
def test_two_stakes_in_prison_vary_together_as_playing_them_out_shows(rule: PrisonRule) -> None:
    even = tuple(range(2, 37, 2))
    first, second = Place(RED, 1), Place(even, 1 if rule.levels == 1 else 2)
    product, still_open = moments_played_out(rule, first, second, 30)
    unit = 2**6
    one, other = ({place: [unit]} for place in (first, second))
    together = (
        variance(rule, one | other, range(37))
        - variance(rule, one, range(37))
        - variance(rule, other, range(37))
    ) / 2
    expected = (together + worth(rule, one, range(37)) * worth(rule, other, range(37))) / unit**2
    assert product <= expected <= product + still_open
    assert still_open < Fraction(1, 10**7)
