"""What holds for every coup whatsoever: nothing appears, nothing vanishes, and nobody's luck is another's."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.roulette.bets import AnnouncedBet, every_bet
from tables.roulette.loader import rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import EVEN_CHANCES
from tables.roulette.stake import Stake
from testkit.rulebooks import rules_of

HOUSES = ("pt-francesa", "it-campione", "it-venezia", "pt-americana", "it-live", "double-zero")
Drawn = tuple[str, list[Stake], int]


def numbers_of(house: str) -> st.SearchStrategy[int]:
    return st.sampled_from(rules_of(house).numbers)


@st.composite
def bets_of_a_house(draw: st.DrawFn, house: str, players: str, refs: str) -> list[Stake]:
    """Bets of any kind with amounts that divide, some far from the employee, even chances perhaps in prison."""
    book = rules_of(house)
    placed = []
    for index in range(draw(st.integers(0, 12))):
        bet = draw(st.sampled_from(every_bet(book)))
        chip = draw(st.integers(1, 100_000))
        bound = book.zero.prison is not None and bet.kind in EVEN_CHANCES
        placed.append(
            Stake(
                ref=f"{refs}{index}",
                player=draw(st.sampled_from(players)),
                bet=bet.code,
                amount=chip * (bet.pieces if isinstance(bet, AnnouncedBet) else 1),
                level=draw(st.integers(0, 3)) if bound else 0,
                distance=draw(st.none() | st.integers(0, 5)),
            )
        )
    return placed


@st.composite
def coups(draw: st.DrawFn) -> Drawn:
    house = draw(st.sampled_from(HOUSES))
    return house, draw(bets_of_a_house(house, "ABC", "a")), draw(numbers_of(house))


def taken(line: Line) -> int:
    return line.stake - line.returned - line.held


# What the bank takes of a stake, by its outcome; of a won announced bet it takes the chips that lost.
TAKEN: dict[str, Callable[[Line], bool]] = {
    "won": lambda line: taken(line) == sum(chip.stake for chip in line.chips if chip.outcome == "lost"),
    "lost": lambda line: taken(line) == line.stake,
    "halved": lambda line: taken(line) == line.stake // 2,
    "imprisoned": lambda line: taken(line) == 0,
    "still-imprisoned": lambda line: taken(line) == 0,
    "freed": lambda line: taken(line) == 0 and line.prize == 0,
    "divided": lambda line: taken(line) >= line.stake // 2,
}


@given(coups())
@settings(max_examples=200, deadline=None)
def test_of_every_stake_all_is_returned_held_or_taken(drawn: Drawn) -> None:
    house, stakes, number = drawn
    coup = settle_coup(rules_of(house), stakes, number)
    assert [line.ref for line in coup.lines] == [stake.ref for stake in stakes]
    for stake, line in zip(stakes, coup.lines, strict=True):
        assert line.stake == stake.amount
        assert 0 <= taken(line) <= line.stake
        assert min(line.prize, line.returned, line.held) >= 0
        assert TAKEN[line.outcome](line)
        if line.chips:
            for column in ("stake", "prize", "returned", "held"):
                assert getattr(line, column) == sum(getattr(chip, column) for chip in line.chips)


@given(coups())
@settings(max_examples=200, deadline=None)
def test_imprisoned_amount_equals_the_stakes_that_remain(drawn: Drawn) -> None:
    house, stakes, number = drawn
    coup = settle_coup(rules_of(house), stakes, number)
    held = [(line.ref, line.held, line.level) for line in coup.lines if line.held]
    assert held == [(stake.ref, stake.amount, stake.level) for stake in coup.kept]


@given(coups())
@settings(max_examples=200, deadline=None)
def test_the_order_holds_exactly_the_lines_with_a_prize(drawn: Drawn) -> None:
    house, stakes, number = drawn
    book = rules_of(house)
    coup = settle_coup(book, stakes, number)
    with_prize = sorted(line.ref for line in coup.lines if line.prize)
    assert sorted(coup.order) == (with_prize if book.payment.by_hand else [])


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_players_lines_do_not_depend_on_the_bets_of_others(data: st.DataObject) -> None:
    house = data.draw(st.sampled_from(HOUSES))
    mine = data.draw(bets_of_a_house(house, "A", "a"))
    others = data.draw(bets_of_a_house(house, "BC", "b"))
    number = data.draw(numbers_of(house))
    mixed = data.draw(st.permutations([*mine, *others]))
    book = rules_of(house)
    alone = {line.ref: line for line in settle_coup(book, mine, number).lines}
    together = {line.ref: line for line in settle_coup(book, mixed, number).lines if line.player == "A"}
    assert together == alone


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/18")),
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/2")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/payouts")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/29")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/rtp")),
    ],
)
def test_over_37_numbers_a_bet_returns_exactly_36_of_37_or_73_of_74_with_half_back(house: str) -> None:
    book = rules_of(house)
    amount = 2 * 3 * 5 * 7 * 2**4 * 9 * 11  # divides into the chips of every announced bet, and by two
    for bet in every_bet(book):
        stake_amount = amount * bet.pieces if isinstance(bet, AnnouncedBet) else amount
        stake = Stake(ref="a", player="A", bet=bet.code, amount=stake_amount)
        lines = [settle_coup(book, [stake], number).lines[0] for number in range(37)]
        back = Fraction(sum(line.prize + line.returned for line in lines), 37 * stake_amount)
        held = Fraction(sum(line.held for line in lines), 37 * stake_amount)
        if bet.kind in EVEN_CHANCES and book.zero.even == "half":
            assert (back, held) == (Fraction(73, 74), Fraction(0)), bet.code
        elif bet.kind in EVEN_CHANCES and book.zero.even == "prison":
            assert (back, held) == (Fraction(36, 37), Fraction(1, 37)), bet.code
        else:
            assert (back, held) == (Fraction(36, 37), Fraction(0)), bet.code


def test_every_rulebook_that_ships_is_among_those_looked_at_here() -> None:
    assert {*rulebooks(), "double-zero"} == set(HOUSES)
