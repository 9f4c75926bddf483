"""Mean and variance of what was played: always those of settling it at every number, and known ones by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from settlement.figures.figures import absent, counted, estimated
from settlement.figures.tests.conftest import cloths
from settlement.figures.theoretical import (
    Played,
    against_win,
    of_coup,
    share_in_prison,
    theoretical_result,
    together,
)
from tables.roulette.bets import AnnouncedBet, every_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.return_to_player import return_of, values_in_prison
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.stake import Stake
from testkit.payout import laid

HOUSES = ("it-campione", "it-live", "it-venezia", "pt-americana", "pt-francesa")
NO_ROUNDING = 16
"""Amounts that divide by this are divided without a rest, even by the fourth zero of Venice."""


def played(house: str, *placed: tuple[str, int]) -> Played:
    return of_coup(get_rulebook(house), laid(house, *(("P1", bet, amount) for bet, amount in placed)))


def house_owns(book: Rulebook, stakes: list[Stake] | tuple[Stake, ...]) -> Fraction:
    """The house's part of what is in prison among the stakes, by the values that the return to player has."""
    if book.zero.prison is None:
        return Fraction(0)
    values = values_in_prison(book.zero.prison, 18)
    deepest = len(values)
    return sum(
        (stake.amount * (1 - values[min(stake.level, deepest) - 1]) for stake in stakes if stake.level),
        Fraction(0),
    )


def settled_at_each(book: Rulebook, stakes: list[Stake], limits: Limits | None, wheel: str) -> list[Fraction]:
    """The house's result at each number, by the engine."""
    results = []
    for number in range(37):
        coup = settle_coup(book, stakes, number, limits=limits, wheel=wheel)
        net = sum(line.stake - line.returned - line.held - line.prize for line in coup.lines)
        results.append(net + house_owns(book, coup.kept) - house_owns(book, stakes))
    return results


def mean_and_variance(results: list[Fraction]) -> tuple[Fraction, Fraction]:
    mean = Fraction(sum(results), len(results))
    return mean, sum(((each - mean) ** 2 for each in results), Fraction(0)) / len(results)


@pytest.mark.parametrize("house", HOUSES)
@given(data=st.data())
@settings(max_examples=40)
def test_mean_and_variance_of_a_coup_are_those_of_settling_it_at_every_number(
    house: str, data: st.DataObject
) -> None:
    unit = NO_ROUNDING if get_rulebook(house).zero.prison else 1
    book, stakes, limits, wheel = data.draw(cloths(house, unit=unit))
    coup = of_coup(book, stakes, limits=limits, wheel=wheel)
    assert (coup.result, coup.variance) == mean_and_variance(settled_at_each(book, stakes, limits, wheel))
    assert coup.turnover == sum(stake.amount for stake in stakes if stake.level == 0)


def test_every_rulebook_that_ships_is_among_those_looked_at_here() -> None:
    assert set(rulebooks()) == set(HOUSES)


@pytest.mark.parametrize("house", HOUSES)
def test_the_house_expects_of_every_bet_what_does_not_return_to_the_player(house: str) -> None:
    book = get_rulebook(house)
    for bet in every_bet(book):
        amount = NO_ROUNDING * (bet.pieces if isinstance(bet, AnnouncedBet) else 1)
        coup = of_coup(book, [Stake(ref="a", player="A", bet=bet.code, amount=amount)])
        assert coup.result / amount == 1 - return_of(book, bet).stays, bet.code


@pytest.mark.clause("pt-americana/29")
def test_an_even_chance_with_half_back_at_zero_has_an_edge_of_1_in_74() -> None:
    # The house wins 1 and loses 1 at 18 numbers each and keeps a half at zero.
    assert played("pt-americana", ("rouge", 2)) == Played(
        turnover=2,
        result=Fraction(2, 74),
        variance=4 * (Fraction(36 + Fraction(1, 4)) / 37 - Fraction(1, 74) ** 2),
    )
    assert played("pt-americana", ("rouge", 2)).variance / 4 == Fraction(1341, 1369)


@pytest.mark.clause("pt-francesa/19")
def test_an_even_chance_that_zero_takes_has_an_edge_of_1_in_37() -> None:
    assert played("pt-francesa", ("rouge", 1)) == Played(
        turnover=1, result=Fraction(1, 37), variance=Fraction(1368, 1369)
    )


@pytest.mark.clause("it-live/rtp")
@pytest.mark.parametrize("house", HOUSES)
def test_a_single_number_varies_by_216_of_37_of_the_stake(house: str) -> None:
    assert played(house, ("plein:17", 1)) == Played(
        turnover=1, result=Fraction(1, 37), variance=Fraction(216, 37) ** 2
    )


@pytest.mark.clause("it-campione/3")
def test_coup_freed_by_one_win_equals_half_back() -> None:
    assert played("it-campione", ("noir", 2)) == played("pt-americana", ("noir", 2))


def test_red_and_black_together_vary_by_nothing_but_zero() -> None:
    both = played("pt-francesa", ("rouge", 100), ("noir", 100))
    assert (both.result, both.variance) == (Fraction(200, 37), 200**2 * Fraction(36, 37**2))
    alone = played("pt-francesa", ("rouge", 100)).variance + played("pt-francesa", ("noir", 100)).variance
    assert both.variance < alone / 10


def test_bets_that_cover_every_number_alike_do_not_vary_at_all() -> None:
    cloth = played("it-live", ("douzaine:1", 60), ("douzaine:2", 60), ("douzaine:3", 60), ("plein:0", 5))
    assert cloth.result == 5
    assert cloth.variance == 0


def test_stakes_on_the_same_number_vary_as_their_sum_does() -> None:
    assert played("it-live", ("plein:5", 10), ("plein:5", 20)) == played("it-live", ("plein:5", 30))


@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
@given(data=st.data())
@settings(max_examples=20)
def test_a_stake_in_prison_is_no_turnover_and_adds_to_the_variance_alone(
    house: str, data: st.DataObject
) -> None:
    book, stakes, *_ = data.draw(cloths(house))
    bound = [stake for stake in stakes if stake.level]
    coup = of_coup(book, bound)
    assert coup.turnover == 0
    assert coup.result == 0
    assert all(of_coup(book, [stake]).variance > 0 for stake in bound)


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
@given(data=st.data())
@settings(max_examples=8)
def test_coups_add_up_exactly_although_a_number_settles_prison_and_new_bets_together(
    house: str, data: st.DataObject
) -> None:
    """Two coups, the second with new bets beside what the first left in prison, at all 37 x 37 numbers."""
    book, first, _, wheel = data.draw(cloths(house, at_most=4))
    _, second, *_ = data.draw(cloths(house, at_most=3, refs="b", wheel=wheel))
    totals, days = [], []
    for number in range(37):
        one = settle_coup(book, first, number, wheel=wheel)
        lying = [*one.kept, *(stake for stake in second if not stake.level)]
        days.append(together([of_coup(book, first, wheel=wheel), of_coup(book, lying, wheel=wheel)]))
        for later in range(37):
            other = settle_coup(book, lying, later, wheel=wheel)
            net = sum(
                line.stake - line.returned - line.held - line.prize for line in (*one.lines, *other.lines)
            )
            totals.append(net + share_in_prison(book, other.kept) - share_in_prison(book, first))
    mean, variance = mean_and_variance(totals)
    assert mean == Fraction(sum(day.result for day in days), 37)
    assert variance == Fraction(sum(day.variance for day in days), 37)


def test_no_coup_at_all_had_to_bring_nothing() -> None:
    assert (
        together([])
        == of_coup(get_rulebook("it-live"), [])
        == Played(turnover=0, result=Fraction(0), variance=Fraction(0))
    )


@pytest.mark.clause("it-venezia/prison")
def test_the_house_owns_a_little_more_than_half_of_a_stake_at_the_first_level_of_venice() -> None:
    (stake,) = laid("it-venezia", ("P1", "rouge", 1_600))
    free_too = [replace(stake, level=1), replace(stake, ref="b")]
    assert share_in_prison(get_rulebook("it-venezia"), free_too) == 1_600 * (1 - Fraction(389_089, 789_136))
    assert share_in_prison(get_rulebook("pt-americana"), laid("pt-americana", ("P1", "rouge", 5))) == 0


@pytest.mark.clause("it-campione/3")
def test_a_stake_that_one_day_leaves_in_prison_to_the_next_is_held_against_both_wins_once() -> None:
    book, stakes = get_rulebook("it-campione"), laid("it-campione", ("P1", "rouge", 100))
    evening = of_coup(book, stakes)
    left = settle_coup(book, stakes, 0).kept
    share = share_in_prison(book, left)
    morning = of_coup(book, left)
    assert share == 50
    assert against_win(evening, opened_with=Fraction(0), closed_with=share).result == Fraction(100, 74) - 50
    assert against_win(morning, opened_with=share, closed_with=Fraction(0)).result == 50


def test_theoretical_result_of_recorded_bets_comes_from_the_bets() -> None:
    day = Played(turnover=3_700, result=Fraction(201, 2), variance=Fraction(1))
    assert theoretical_result(day, absent("drop"), None) == counted(101)


def test_theoretical_result_without_bets_is_estimated_from_the_drop() -> None:
    assert theoretical_result(None, counted(1_001), Fraction(1, 5)) == estimated(200, "drop")
    assert theoretical_result(None, absent("drop"), Fraction(1, 5)) == absent("drop")


def test_without_bets_and_without_a_percentage_there_is_no_theoretical_result() -> None:
    assert theoretical_result(None, counted(1_000), None).label == "absent"
