"""Stakes as sums of chips: which amounts the chips in use can make, and the nearest ones that they can."""

from itertools import product

import pytest

from tables.money import Money
from tables.refusal import BetRefused
from tables.roulette.bets import parse_bet
from tables.roulette.chips_in_use import check_chips, is_sum
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.refusals import expect_refusal

VENICE = get_rulebook("it-venezia")


def counted_out(chips: tuple[int, ...], up_to: int) -> set[int]:
    """All sums of up to so many of each chip, tried one by one."""
    counts = (range(up_to // chip + 1) for chip in chips)
    return {sum(n * chip for n, chip in zip(each, chips, strict=True)) for each in product(*counts)}


@pytest.mark.parametrize("chips", [(5,), (2, 5), (6, 10, 15), (7, 9), (50, 100, 250)])
def test_sum_of_chips_is_what_counting_them_out_gives(chips: tuple[int, ...]) -> None:
    sums = counted_out(chips, 120)
    assert [amount for amount in range(1, 121) if is_sum(amount, chips)] == sorted(
        each for each in sums if 0 < each <= 120
    )


@pytest.mark.clause("it-venezia/general-9")
def test_amount_between_two_sums_is_refused_with_both() -> None:
    with expect_refusal("not-a-sum-of-chips", kind=BetRefused, value=Money(525, "EUR")) as refused:
        check_chips(VENICE, parse_bet("rouge", VENICE), 525)
    right = refused.value.parameters["right"]
    assert (right.code, right.parameters["below"], right.parameters["above"]) == (
        "nearest-that-fit",
        Money(500, "EUR"),
        Money(550, "EUR"),
    )


@pytest.mark.clause("it-venezia/general-9")
def test_each_piece_of_an_announced_bet_is_a_sum_of_chips() -> None:
    tiers = parse_bet("tiers", VENICE)
    check_chips(VENICE, tiers, 6 * 550)
    with expect_refusal("not-a-sum-of-chips", kind=BetRefused) as refused:
        check_chips(VENICE, tiers, 6 * 525)
    right = refused.value.parameters["right"]
    assert [right.parameters[each] for each in ("below", "above")] == [
        Money(6 * 500, "EUR"),
        Money(6 * 550, "EUR"),
    ]


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(each, marks=pytest.mark.clause(each.limits.minimum_clause), id=id_)
        for id_, each in rulebooks().items()
    ],
)
def test_newest_version_of_each_rulebook_names_its_chips_and_its_reading(rulebook: Rulebook) -> None:
    assert rulebook.limits.chips and is_sum(rulebook.default_limits.minimum, rulebook.limits.chips)
    assert rulebook.limits.minimum_of == "sum"
    assert "sum on the field" in rulebook.readings[rulebook.limits.minimum_clause].text("en")
