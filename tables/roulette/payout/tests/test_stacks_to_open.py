"""Which winning chips lie as a stack and are opened before they are paid."""

import pytest
from msgspec.structs import replace

from tables.roulette.loader import get_rulebook
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.opened_stacks import Place, opened_stacks
from tables.roulette.stake import Stake
from testkit.payout import laid

PORTUGUESE = pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/20")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/30")),
    ],
)


def opened(house: str, number: int, stakes: list[Stake]) -> dict[Place, int]:
    rulebook = get_rulebook(house)
    return opened_stacks(rulebook, stakes, settle_coup(rulebook, stakes, number).lines)


@PORTUGUESE
def test_a_winning_stack_of_two_or_more_chips_is_opened(house: str) -> None:
    one, three, lost = laid(
        house, ("P1", "plein:17", 500), ("P2", "plein:17", 1_500), ("P3", "plein:18", 1_500)
    )
    stakes = [replace(stake, chip=500) for stake in (one, three, lost)]
    assert opened(house, 17, stakes) == {Place(1, "P2", "plein:17"): 3}


@PORTUGUESE
def test_chips_of_one_player_on_one_combination_lie_together(house: str) -> None:
    first, second, others, elsewhere = laid(
        house,
        ("P1", "noir", 500),
        ("P1", "noir", 1_000),
        ("P2", "noir", 500),
        ("P1", "impair", 500),
    )
    stakes = [replace(stake, chip=500) for stake in (first, second, others, elsewhere)]
    assert opened(house, 17, stakes) == {Place(1, "P1", "noir"): 3}


@pytest.mark.clause("pt-francesa/1")
def test_chips_on_the_two_layouts_of_a_double_table_are_two_stacks() -> None:
    bets = laid("pt-francesa", ("P1", "noir", 500), ("P1", "noir", 500))
    first, second = (replace(stake, chip=500) for stake in bets)
    assert opened("pt-francesa", 17, [first, replace(second, layout=2)]) == {}
    assert opened("pt-francesa", 17, [first, second]) == {Place(1, "P1", "noir"): 2}


def test_chips_of_unknown_value_count_no_stack() -> None:
    known, unknown = laid("pt-francesa", ("P1", "plein:17", 1_000), ("P1", "plein:17", 10_000))
    known = replace(known, chip=500)
    assert opened("pt-francesa", 17, [known]) == {Place(1, "P1", "plein:17"): 2}
    assert opened("pt-francesa", 17, [known, unknown]) == {}


def test_an_announced_bet_is_opened_on_the_combinations_that_won() -> None:
    (series,) = laid("pt-americana", ("P1", "voisins", 9_000))
    assert opened("pt-americana", 25, [series]) == {Place(1, "P1", "carre:25-26-28-29"): 2}
    assert opened("pt-americana", 4, [series]) == {}
    assert opened("pt-americana", 4, [replace(series, chip=500)]) == {Place(1, "P1", "cheval:4-7"): 2}


def test_a_house_that_opens_no_stacks_marks_none() -> None:
    stakes = [replace(stake, chip=500) for stake in laid("it-venezia", ("P1", "plein:17", 5_000))]
    assert opened("it-venezia", 17, stakes) == {}
