"""A closing count proposes what brings an imprest float back to its par."""

import pytest

from settlement.slips.imprest import Proposed, to_par

PAR = {10_000: 20, 500: 100}


@pytest.mark.parametrize(
    ("counted", "proposed"),
    [
        (PAR, Proposed()),
        ({10_000: 15, 500: 100}, Proposed(fill={10_000: 5})),
        ({10_000: 20, 500: 130, 100: 4}, Proposed(credit={500: 30, 100: 4})),
        ({10_000: 23, 500: 60}, Proposed(fill={500: 40}, credit={10_000: 3})),
        ({}, Proposed(fill=PAR)),
    ],
)
def test_par_is_restored_by_a_fill_and_a_credit(counted: dict[int, int], proposed: Proposed) -> None:
    assert to_par(PAR, counted) == proposed
    after = {
        value: counted.get(value, 0) + proposed.fill.get(value, 0) - proposed.credit.get(value, 0)
        for value in {*PAR, *counted}
    }
    assert {value: count for value, count in after.items() if count} == PAR


def test_a_count_table_is_left_as_it_is() -> None:
    assert to_par({}, {500: 3}) == Proposed()
