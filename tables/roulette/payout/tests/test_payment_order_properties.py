"""The order of payment under every rulebook: stable, complete, and the same however often a coup is settled."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.roulette.bets import AnnouncedBet, Bet, every_bet
from tables.roulette.loader import rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Line
from tables.roulette.payout.payment_table import prize_of
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.roulette.stake import Stake
from testkit.rulebooks import rules_of

HOUSES = (*rulebooks(), "double-zero")
BY_HAND = tuple(house for house in HOUSES if rules_of(house).payment.by_hand)
Drawn = tuple[Rulebook, int, list[Stake]]


@st.composite
def coups(draw: st.DrawFn, houses: tuple[str, ...] = HOUSES) -> Drawn:
    """Stakes on two layouts, in few sizes so that many are equal, half of them on bets that win."""
    book = rules_of(draw(st.sampled_from(houses)))
    number = draw(st.sampled_from(book.numbers))
    bets = every_bet(book)
    winning = [bet for bet in bets if _wins(bet, number)]
    stakes = []
    for index in range(draw(st.integers(0, 14))):
        bet = draw(st.sampled_from(winning) | st.sampled_from(bets))
        chip = draw(st.sampled_from([100, 200]))
        stakes.append(
            Stake(
                ref=f"b{index}",
                player=draw(st.sampled_from("ABC")),
                bet=bet.code,
                amount=2 * chip * (bet.pieces if isinstance(bet, AnnouncedBet) else 1),
                distance=draw(st.sampled_from([None, 1, 2])) if bet.kind in EVEN_CHANCES else None,
                layout=draw(st.sampled_from([1, 2])),
                chip=draw(st.sampled_from([None, chip])),
            )
        )
    return book, number, stakes


def _wins(bet: Bet | AnnouncedBet, number: int) -> bool:
    combinations = [laid for laid, _ in bet.chips] if isinstance(bet, AnnouncedBet) else [bet]
    return any(number in combination.numbers for combination in combinations)


def group_paid_in(book: Rulebook, stake: Stake, line: Line) -> tuple[int, int]:
    """The layout of a prize, and the place of the first group of bets that it is paid with."""
    kinds = [chip.bet.partition(":")[0] for chip in line.chips if chip.prize] or [stake.bet.partition(":")[0]]
    places = [place for place, group in enumerate(book.payment.order) for kind in kinds if kind in group]
    return stake.layout, min(places)


@pytest.mark.clause("pt-francesa/20")
@pytest.mark.clause("pt-americana/30")
@pytest.mark.clause("it-venezia/payment-order")
@given(coups())
@settings(max_examples=200, deadline=None)
def test_each_prize_is_paid_once_and_a_coup_settled_twice_is_paid_alike(drawn: Drawn) -> None:
    book, number, stakes = drawn
    coup = settle_coup(book, stakes, number)
    with_prize = sorted(line.ref for line in coup.lines if line.prize)
    assert sorted(coup.order) == (with_prize if book.payment.by_hand else [])
    assert settle_coup(book, stakes, number) == coup


@pytest.mark.clause("pt-francesa/20")
@pytest.mark.clause("pt-americana/30")
@pytest.mark.clause("it-venezia/payment-order")
@given(coups(BY_HAND), st.data())
@settings(max_examples=200, deadline=None)
def test_how_bets_of_different_groups_were_placed_between_each_other_changes_nothing(
    drawn: Drawn, data: st.DataObject
) -> None:
    book, number, stakes = drawn
    coup = settle_coup(book, stakes, number)
    groups: dict[tuple[int, int] | None, list[Stake]] = {}
    for stake, line in zip(stakes, coup.lines, strict=True):
        group = group_paid_in(book, stake, line) if line.prize else None
        groups.setdefault(group, []).append(stake)
    # Each group keeps its own order of placing; which group's turn it is, is drawn anew.
    whose_turn = data.draw(st.permutations([group for group, members in groups.items() for _ in members]))
    placed = {group: iter(members) for group, members in groups.items()}
    otherwise = [next(placed[group]) for group in whose_turn]
    assert settle_coup(book, otherwise, number).order == coup.order


@pytest.mark.clause("pt-francesa/21")
@pytest.mark.clause("pt-americana/32")
@pytest.mark.clause("pt-francesa/1")
@given(coups(BY_HAND))
@settings(max_examples=200, deadline=None)
def test_layouts_come_one_after_the_other_and_where_players_are_paid_together_each_comes_once(
    drawn: Drawn,
) -> None:
    book, number, stakes = drawn
    by_ref = {stake.ref: stake for stake in stakes}
    in_turn = [by_ref[ref] for ref in settle_coup(book, stakes, number).order]
    assert [stake.layout for stake in in_turn] == sorted(stake.layout for stake in in_turn)
    if book.payment.group_by_player:
        payees = [(stake.layout, stake.player) for stake in in_turn]
        runs = [payee for place, payee in enumerate(payees) if place == 0 or payee != payees[place - 1]]
        assert len(runs) == len(set(runs))


@given(coups())
@settings(max_examples=200, deadline=None)
def test_no_money_appears_or_vanishes_on_any_combination_line_or_coup(drawn: Drawn) -> None:
    book, number, stakes = drawn
    coup = settle_coup(book, stakes, number)
    combinations = [each for line in coup.lines for each in line.chips or (line,)]
    assert sum(each.stake for each in combinations) == sum(stake.amount for stake in stakes)
    for column in ("prize", "returned", "held"):
        in_lines = sum(getattr(line, column) for line in coup.lines)
        assert in_lines == sum(getattr(each, column) for each in combinations)
    for each in combinations:
        kept_by_the_bank = each.stake - each.returned - each.held
        if each.outcome == "won":
            assert (each.prize, kept_by_the_bank) == (
                prize_of(book, each.bet.partition(":")[0], each.stake),
                0,
            )
        else:
            assert each.prize == 0
            assert (
                kept_by_the_bank
                == {"lost": each.stake, "halved": each.stake // 2, "imprisoned": 0}[each.outcome]
            )
