"""The tests give what textbooks print, and what scipy gives by itself."""

import numpy as np
import pytest
import scipy  # It loads stats where they are asked for: that takes a second.

from tables.roulette.statistics.corrections import holm
from tables.roulette.statistics.order import circular_correlation, runs
from tables.roulette.statistics.sectors import in_windows, most_hit_sector
from tables.roulette.statistics.uniform import chi_square, intervals

FAIR = np.random.default_rng(20311117)


def test_the_chi_square_of_sixty_throws_of_a_die() -> None:
    """Counts 5, 8, 9, 8, 10, 20 of a die: the usual example, 13.4 with five degrees of freedom."""
    found = chi_square(np.array([5, 8, 9, 8, 10, 20]))
    assert (round(found.value, 4), round(found.p, 3)) == (13.4, 0.02)


@pytest.mark.parametrize("pockets", [37, 38])
def test_the_chi_square_is_that_of_scipy(pockets: int) -> None:
    counts = FAIR.multinomial(2_000, np.full(pockets, 1 / pockets))
    expected = scipy.stats.chisquare(counts)
    found = chi_square(counts)
    assert (found.value, found.p) == pytest.approx((expected.statistic, expected.pvalue))


def test_the_runs_of_a_queue_at_a_theatre() -> None:
    """Siegel, Nonparametric Statistics (1956): 30 men and 20 women in 35 runs, z = 2.98."""
    queue = "MFMFMMMFFMFMFMFMMMMFMFMFMMFFFMFMFMFMMFMMFMMMMFMFMM"
    found = runs(np.array([each == "M" for each in queue]))
    assert found is not None
    assert (queue.count("M"), queue.count("F"), round(found.value, 2)) == (30, 20, 2.98)
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(found.value))


def test_too_few_of_a_kind_have_no_runs() -> None:
    assert runs(np.array([True] * 100 + [False] * 19)) is None


def test_holms_correction_of_four_p_values() -> None:
    """The usual example: at 0.05 the first and the last are rejected, and the two between are not."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()


def test_the_circular_correlation_is_scipys_resultant_length_and_its_p_is_that_of_chance() -> None:
    steps = FAIR.integers(0, 37, 400)
    turned = 2 * np.pi * steps / 37
    expected = scipy.stats.directional_stats(np.column_stack([np.cos(turned), np.sin(turned)]))
    assert circular_correlation(steps, 37).value == pytest.approx(expected.mean_resultant_length)
    drawn = [circular_correlation(FAIR.integers(0, 37, 60), 37).p for _ in range(2_000)]
    for level in (0.05, 0.2, 0.5):
        assert np.mean(np.array(drawn) <= level) == pytest.approx(level, abs=0.03)


def test_the_intervals_are_clopper_and_pearsons_at_the_level_of_all_at_once() -> None:
    counts = np.array([0, 12, 30, 158])
    low, high = intervals(counts)
    for hits, lower, upper in zip(counts, low, high, strict=True):
        exact = scipy.stats.binomtest(int(hits), 200).proportion_ci(1 - 0.05 / 4, "exact")
        assert (lower, upper) == pytest.approx((exact.low, exact.high))


def test_the_intervals_hold_all_at_once() -> None:
    wheels = FAIR.multinomial(1_000, np.full(37, 1 / 37), size=400)
    bounds = [intervals(each) for each in wheels]
    held = np.mean([bool(np.all((low <= 1 / 37) & (high >= 1 / 37))) for low, high in bounds])
    assert held >= 0.95


def test_a_sector_goes_around_the_end_of_the_wheel_and_its_tail_is_binomial() -> None:
    counts = np.full(37, 20)
    counts[[35, 36, 0]] = 60
    assert in_windows(counts, 3)[35] == 180
    found = most_hit_sector(counts)
    assert (found.start, found.width, found.hits) == (35, 3, 180)
    tail = scipy.stats.binom.sf(179, counts.sum(), 3 / 37)
    assert found.p == pytest.approx(tail * 37 * 4)
