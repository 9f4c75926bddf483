"""How a prize is put down in chips: stacks of twenty, and the rest in a ribbon."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.stacks import PaidChips, in_stacks

AMERICANA = get_rulebook("pt-americana").payment


@pytest.mark.clause("pt-americana/31")
@pytest.mark.parametrize(
    ("prize", "chip", "stacks", "ribbon", "rest"),
    [
        (17_500, 500, 1, 15, 0),  # a pleno: thirty-five chips
        (8_500, 500, 0, 17, 0),  # a cavalo
        (20_000, 500, 2, 0, 0),
        (250, 500, 0, 0, 250),  # half a stake on two dozens is no whole chip
        (1_750, 500, 0, 3, 250),
    ],
)
def test_a_prize_is_paid_in_stacks_of_twenty_and_the_rest_in_a_ribbon(
    prize: int, chip: int, stacks: int, ribbon: int, rest: int
) -> None:
    assert in_stacks(AMERICANA, prize, chip) == PaidChips(stacks=stacks, size=20, ribbon=ribbon, rest=rest)


@pytest.mark.clause("pt-americana/31")
def test_a_table_with_face_value_chips_only_pays_everything_in_a_ribbon() -> None:
    paid = in_stacks(AMERICANA, 17_500, 500, face_value_only=True)
    assert paid == PaidChips(stacks=0, size=20, ribbon=35, rest=0)


@given(st.integers(0, 10**9), st.integers(1, 10**6), st.booleans())
def test_stacks_ribbon_and_rest_make_the_prize(prize: int, chip: int, face_value_only: bool) -> None:
    paid = in_stacks(AMERICANA, prize, chip, face_value_only=face_value_only)
    assert paid is not None
    assert (paid.stacks * paid.size + paid.ribbon) * chip + paid.rest == prize
    assert paid.rest < chip
    assert (paid.stacks == 0) if face_value_only else (paid.ribbon < paid.size)


def test_without_the_chips_value_nothing_is_said_of_stacks() -> None:
    assert in_stacks(AMERICANA, 17_500, None) is None


def test_houses_that_pay_in_no_stacks_say_nothing_of_them() -> None:
    others = [book.payment for book in rulebooks().values() if book.payment.stacks is None]
    assert others
    assert all(in_stacks(rule, 17_500, 500) is None for rule in others)
