"""Whatever is announced, at whatever house and wheel: its chips are its amount, and lie where the house has a bet."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tables.roulette.bets import AnnouncedBet, every_bet, expand, parse_bet
from tables.roulette.loader import folders, rulebooks
from tables.roulette.rulebook import Rulebook

# Of each rulebook of the project, each announced bet that each of its wheels allows.
LAID = [
    (rulebook, wheel, bet)
    for rulebook in rulebooks(folders()[0]).values()
    for wheel in rulebook.wheels
    for bet in every_bet(rulebook, wheel=wheel)
    if isinstance(bet, AnnouncedBet)
]
SECTORS = [laid for laid in LAID if laid[2].kind == "voisins-de"]


def test_announced_bets_of_every_kind_house_and_wheel_are_among_them() -> None:
    announced = {id_ for id_, rulebook in rulebooks(folders()[0]).items() if rulebook.announced}
    assert {rulebook.id for rulebook, _, _ in LAID} == announced
    for rulebook in rulebooks(folders()[0]).values():
        kinds = {bet.kind for other, _, bet in LAID if other.id == rulebook.id}
        assert kinds == set(rulebook.announced)
    assert {wheel for rulebook, wheel, _ in LAID if rulebook.id == "pt-americana"} == {"french", "american"}


@given(st.sampled_from(LAID), st.integers(1, 10**9))
def test_the_chips_sum_to_the_amount_and_are_whole_and_equal(
    laid: tuple[Rulebook, str, AnnouncedBet], chip: int
) -> None:
    rulebook, _, bet = laid
    chips = expand(bet, chip * bet.pieces)
    assert sum(amount for _, amount in chips) == chip * bet.pieces
    assert [amount for _, amount in chips] == [weight * chip for _, weight in bet.chips]
    assert len({position.code for position, _ in chips}) == len(chips)
    assert {position.kind for position, _ in chips} <= set(rulebook.bets)


@given(st.sampled_from(LAID))
def test_an_announced_bet_is_found_again_by_its_code_on_its_wheel(
    laid: tuple[Rulebook, str, AnnouncedBet],
) -> None:
    rulebook, wheel, bet = laid
    assert parse_bet(bet.code, rulebook, wheel=wheel) == bet


@given(st.sampled_from(SECTORS))
def test_neighbours_lie_side_by_side_on_the_wheel_with_their_number_in_the_middle(
    laid: tuple[Rulebook, str, AnnouncedBet],
) -> None:
    rulebook, wheel, bet = laid
    number, each_side = map(int, bet.code.partition(":")[2].split("/"))
    row = tuple(position.numbers[0] for position, _ in bet.chips)
    assert row[each_side] == number
    order = rulebook.wheels[wheel].order
    assert [order[(order.index(one) + 1) % 37] for one in row[:-1]] == list(row[1:])
