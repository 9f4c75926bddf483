"""An amount is counted, estimated or absent, and a sum is known as well as the weakest of its parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settlement.figures.figures import Basis, Figure, Label, absent, counted, estimated, summed

WEAKER: tuple[Label, ...] = ("counted", "estimated", "absent")
BASES: tuple[Basis, ...] = ("opening count", "last closing", "par", "last count", "drop")
AMOUNTS = st.integers(-(10**9), 10**9)
FIGURES = st.one_of(
    st.builds(counted, AMOUNTS),
    st.builds(estimated, AMOUNTS, st.sampled_from(BASES)),
    st.builds(absent, st.sampled_from(["closing", "opening", "drop"])),
)


@given(st.lists(FIGURES, min_size=1))
def test_a_sum_carries_the_weakest_label_of_its_parts(parts: list[Figure]) -> None:
    assert summed(*parts).label == max((part.label for part in parts), key=WEAKER.index)


@given(st.lists(FIGURES, min_size=1))
def test_a_sum_is_the_sum_of_all_amounts_or_there_is_none(parts: list[Figure]) -> None:
    amounts = [part.amount for part in parts]
    known = [amount for amount in amounts if amount is not None]
    assert summed(*parts).amount == (sum(known) if len(known) == len(amounts) else None)


@given(st.lists(FIGURES, min_size=1))
def test_a_sum_says_everything_that_its_parts_rest_on_and_lack(parts: list[Figure]) -> None:
    whole = summed(*parts)
    assert set(whole.bases) == {basis for part in parts for basis in part.bases}
    assert set(whole.missing) == {lacking for part in parts for lacking in part.missing}
    assert len(set(whole.missing)) == len(whole.missing)


@given(FIGURES, FIGURES)
def test_taking_away_what_was_added_leaves_the_amount_and_never_a_stronger_label(
    one: Figure, other: Figure
) -> None:
    left = one + other - other
    assert left.amount == (None if other.amount is None else one.amount)
    assert WEAKER.index(left.label) >= WEAKER.index(one.label)


def test_absent_figure_names_the_missing_part_and_is_not_zero() -> None:
    whole = counted(500) + absent("closing count") + estimated(0, "par")
    assert (whole.amount, whole.label, whole.missing) == (None, "absent", ("closing count",))
    assert counted(0).label == "counted"


def test_the_opposite_of_a_figure_is_known_as_well_as_the_figure() -> None:
    assert -estimated(300, "par") == estimated(-300, "par")
    assert -absent("drop") == absent("drop")


def test_an_estimate_that_rests_on_nothing_and_an_absence_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="names its basis"):
        estimated(1)
    with pytest.raises(ValueError, match="missing"):
        absent()
    with pytest.raises(ValueError, match="missing"):
        Figure(5, missing=("drop",))
