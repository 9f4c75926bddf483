"""The chips in a simulated float: none comes from nowhere, and what runs low or high is asked for or given back."""

from hypothesis import given
from hypothesis import strategies as st

from tables.play.pieces import worth_of
from tables.simulation.table_float import FLOAT, SMALL, TableFloat


def found(**pieces: int) -> TableFloat:
    there = TableFloat()
    there.found(FLOAT | {int(value[1:]): count for value, count in pieces.items()})
    return there


@given(st.lists(st.integers(-40_000, 40_000).map(lambda steps: steps * 50), max_size=60))
def test_the_chips_are_worth_what_moved_and_are_never_fewer_than_none(amounts: list[int]) -> None:
    there = found()
    expected = worth_of(FLOAT)
    for amount in amounts:
        there.moved(amount)
        expected += amount
        assert worth_of(there.pieces) + there.left_over == expected
        assert min(there.pieces.values()) >= 0
    if expected >= 0:
        assert 0 <= expected - worth_of(there.counted()) < SMALL


def test_a_player_is_given_chips_to_play_with() -> None:
    there = found()
    there.moved(-20_000)
    assert there.pieces == {10_000: 200, 2_500: 392, 500: 800}


def test_last_small_chips_are_paid_from_a_larger_chip() -> None:
    there = found(v500=1)
    there.moved(-1_500)
    assert worth_of(there.pieces) == worth_of(FLOAT | {500: 1}) - 1_500
    assert (there.pieces[2_500], there.pieces[500], there.left_over) == (399, 3, 0)


def test_missing_chips_are_paid_from_later_ones() -> None:
    there = TableFloat()
    there.moved(-3_000)
    assert (there.left_over, there.counted()) == (-3_000, {})
    there.came({2_500: 2})
    assert worth_of(there.counted()) == 2_000


def test_a_fill_brings_back_what_has_run_low_in_whole_stacks_and_a_credit_takes_what_has_run_high() -> None:
    there = found(v2500=190, v500=1_301)
    assert there.wanted("fill") == {2_500: 200}
    assert there.wanted("credit") == {500: 500}
    assert found(v2500=201, v500=1_279).wanted("fill") == {}
    assert found(v2500=201, v500=1_279).wanted("credit") == {}


def test_fill_and_credit_change_the_pieces_of_the_float() -> None:
    there = found()
    there.came({500: 20})
    there.went({10_000: 20})
    assert there.counted() == {10_000: 180, 2_500: 400, 500: 820}
