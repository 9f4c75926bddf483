"""Return to player, against figures worked out by hand and against prison played out number by number."""

from collections import defaultdict
from fractions import Fraction

import pytest

from tables.roulette.bets import AnnouncedBet, Bet, every_bet, parse_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.return_to_player import BetReturn, percent, return_of, returns, values_in_prison
from tables.roulette.prison import release
from tables.roulette.rulebook import EVEN_CHANCES, PrisonRule

PLAIN = Fraction(36, 37)
HALF_BACK = Fraction(73, 74)

# Three equations, v1 = (18 + v2) / 37, v2 = (18 v1 + v3) / 37, v3 = (18 v2 + 1/16) / 37: v1 is 389,089 / 789,136.
VENICE = (36 + Fraction(389_089, 789_136)) / 37


def returned(house: str, bet: str) -> BetReturn:
    book = get_rulebook(house)
    return return_of(book, parse_bet(bet, book))


def exact(back: BetReturn) -> tuple[Fraction, Fraction | None]:
    """What comes back of stakes that stay in prison, and of those that are split."""
    return back.stays, back.partage


@pytest.mark.clause("pt-francesa/18")
@pytest.mark.clause("pt-francesa/19")
@pytest.mark.parametrize(
    "bet", ["rouge", "passe", "douzaine:2", "deux-douzaines:1-2", "plein:0", "carre:1-2-4-5"]
)
def test_without_prison_or_half_back_every_bet_returns_36_of_37(bet: str) -> None:
    assert exact(returned("pt-francesa", bet)) == (PLAIN, None)


@pytest.mark.clause("pt-americana/27")
@pytest.mark.clause("pt-americana/29")
@pytest.mark.parametrize(
    ("bet", "fraction"),
    [("rouge", HALF_BACK), ("manque", HALF_BACK), ("deux-colonnes:34-35", PLAIN), ("voisins", PLAIN)],
)
def test_with_half_back_at_zero_even_chances_return_73_of_74(bet: str, fraction: Fraction) -> None:
    assert exact(returned("pt-americana", bet)) == (fraction, None)


@pytest.mark.clause("it-campione/3")
def test_a_prison_that_one_win_opens_is_worth_exactly_a_split() -> None:
    assert exact(returned("it-campione", "noir")) == (HALF_BACK, HALF_BACK)
    assert exact(returned("it-campione", "plein:17")) == (PLAIN, None)


@pytest.mark.clause("it-venezia/prison")
def test_a_prison_that_wants_a_win_for_each_zero_is_worth_a_little_less_than_a_split() -> None:
    assert exact(returned("it-venezia", "pair")) == (VENICE, HALF_BACK)
    assert (percent(VENICE), percent(HALF_BACK)) == ("98.63", "98.65")
    assert exact(returned("it-venezia", "nassa")) == (PLAIN, None)


@pytest.mark.clause("it-live/rtp")
def test_every_single_bet_of_the_live_house_returns_what_it_states() -> None:
    book = get_rulebook("it-live")
    assert book.return_to_player is not None
    for bet in every_bet(book):
        assert exact(return_of(book, bet)) == (PLAIN, None), bet.code
    assert book.return_to_player.stated == percent(PLAIN) == "97.30"


@pytest.mark.clause("it-live/bets")
@pytest.mark.clause("it-live/rtp")
def test_by_the_misprinted_odds_dozens_and_columns_would_return_24_of_37() -> None:
    misprinted = {back.kind: back.printed for back in returns(get_rulebook("it-live")) if back.printed}
    assert misprinted == {"douzaine": Fraction(24, 37), "colonne": Fraction(24, 37)}
    assert percent(Fraction(24, 37)) == "64.86"


def test_each_kind_of_bet_is_told_once_those_of_the_cloth_first() -> None:
    book = get_rulebook("pt-americana")
    kinds = [back.kind for back in returns(book)]
    assert kinds == [*book.bets, *book.announced]
    assert [back.kind for back in returns(book, "american")] == [*book.bets, "complete"]


@pytest.mark.parametrize(
    ("fraction", "places", "said"),
    [
        (PLAIN, 2, "97.30"),
        (PLAIN, 4, "97.2973"),
        (PLAIN, 0, "97"),
        (Fraction(1), 2, "100.00"),
        (Fraction(1, 1_000), 0, "0"),
        (Fraction(1, 200), 0, "1"),
        (Fraction(0), 2, "0.00"),
    ],
)
def test_a_percentage_is_rounded_half_up_and_keeps_its_zeros(
    fraction: Fraction, places: int, said: str
) -> None:
    assert percent(fraction, places) == said


def played_out(rule: PrisonRule, numbers: int) -> tuple[Fraction, Fraction]:
    """A unit on an even chance at level 1 after so many numbers: what has come back of it on the mean, and the chance
    that it still lies there. Every sequence of win, loss and zero is counted with its weight."""
    lying = {1: Fraction(1)}
    back = Fraction(0)
    for _ in range(numbers):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for level, chance in lying.items():
            for won, of_37 in ((None, 1), (True, 18), (False, 18)):
                verdict = release(rule, level, won)
                weight = chance * Fraction(of_37, 37)
                if verdict.outcome == "still-imprisoned":
                    after[verdict.level] += weight
                elif verdict.outcome == "freed":
                    back += weight
                elif verdict.outcome == "divided":
                    back += weight / 2**verdict.level
        lying = dict(after)
    return back, sum(lying.values(), Fraction(0))


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(get_rulebook("it-campione").zero.prison, id="it-campione"),
        pytest.param(get_rulebook("it-venezia").zero.prison, id="it-venezia"),
        pytest.param(PrisonRule(release="first-win", levels=1, clause="a"), id="divided at the second zero"),
        pytest.param(PrisonRule(release="win-per-level", levels=5, clause="a"), id="five levels"),
        pytest.param(PrisonRule(release="win-per-level", clause="a"), id="no last level, a win for each"),
    ],
)
def test_the_value_in_prison_is_what_playing_it_out_comes_to(rule: PrisonRule) -> None:
    back, still_there = played_out(rule, 40)
    value = values_in_prison(rule, 18)[0]
    assert back <= value <= back + still_there
    assert still_there < Fraction(1, 10**20)


def test_an_announced_bet_returns_the_mean_of_its_chips_each_as_often_as_it_is_laid() -> None:
    book = get_rulebook("it-venezia")
    on_the_cloth = {bet.code: bet for bet in every_bet(book) if isinstance(bet, Bet)}
    chips = ((on_the_cloth["plein:17"], 1), (on_the_cloth["rouge"], 3))
    mixed = AnnouncedBet(code="mixed", kind="mixed", chips=chips, clause="a", currency="EUR")
    assert exact(return_of(book, mixed)) == ((PLAIN + 3 * VENICE) / 4, (PLAIN + 3 * HALF_BACK) / 4)


@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_only_even_chances_have_a_split(house: str) -> None:
    split = {back.kind for back in returns(get_rulebook(house)) if back.partage is not None}
    assert split == set(EVEN_CHANCES)
