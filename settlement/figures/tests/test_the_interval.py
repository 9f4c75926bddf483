"""The 95 % interval: as wide as it must be and no wider, in whole minor units."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from settlement.figures.confidence import DEVIATIONS, ConfidenceInterval, confidence_interval, lies_outside
from settlement.figures.figures import absent, counted, estimated
from settlement.figures.theoretical import Played, of_coup, together
from tables.roulette.loader import get_rulebook
from testkit.payout import laid

RESULTS = st.fractions(-(10**12), 10**12, max_denominator=10**6)
VARIANCES = st.fractions(0, 10**24, max_denominator=10**6)


def played(result: Fraction, variance: Fraction) -> Played:
    return Played(turnover=1, result=result, variance=variance)


@given(RESULTS, VARIANCES | st.fractions(0, 3))
def test_each_bound_is_the_nearest_whole_amount_that_is_not_inside(
    result: Fraction, variance: Fraction
) -> None:
    found = confidence_interval(played(result, variance))
    square = DEVIATIONS**2 * variance
    for distance in (found.upper - result, result - found.lower):
        assert distance >= 0
        assert distance**2 >= square
        assert distance < 1 or (distance - 1) ** 2 < square


@given(RESULTS)
def test_interval_without_variance_spans_one_unit_at_most(result: Fraction) -> None:
    found = confidence_interval(played(result, Fraction(0)))
    assert found.lower <= result <= found.upper
    assert found.upper - found.lower == (0 if result.denominator == 1 else 1)


def test_a_hundred_coups_on_red_at_a_french_table_stay_within_twenty_stakes_of_the_edge() -> None:
    coup = of_coup(get_rulebook("pt-francesa"), laid("pt-francesa", ("P1", "rouge", 100)))
    # 270.27 more or less 1.959964 x 999.63.
    assert confidence_interval(together([coup] * 100)) == ConfidenceInterval(lower=-1_689, upper=2_230)


def test_a_result_on_a_bound_is_inside_and_one_beyond_it_outside() -> None:
    within = ConfidenceInterval(lower=-10, upper=20)
    outside = [lies_outside(counted(amount), within) for amount in (-11, -10, 0, 20, 21)]
    assert outside == [True, False, False, False, True]
    assert lies_outside(estimated(21, "par"), within) is True


def test_nobody_can_say_of_an_absent_result_whether_it_is_outside() -> None:
    assert lies_outside(absent("closing count"), ConfidenceInterval(lower=-10, upper=20)) is None
