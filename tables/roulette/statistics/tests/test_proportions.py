"""The 95 % interval of a proportion."""

import pytest

from tables.roulette.statistics.proportions import proportion


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # Published values of Wilson's interval without correction (Newcombe 1998, table I, method 3).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_interval_has_the_published_bounds(count: int, of: int, low: float, high: float) -> None:
    found = proportion(count, of)
    assert found.share == pytest.approx(count / of)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_interval_of_all_cases_mirrors_the_interval_of_none() -> None:
    none, all_of_them = proportion(0, 20), proportion(20, 20)
    assert none.low == 0.0 and all_of_them.high == 1.0
    assert none.high is not None and all_of_them.low == pytest.approx(1 - none.high)


def test_proportion_has_no_share_without_a_case() -> None:
    found = proportion(0, 0)
    assert (found.share, found.low, found.high) == (None, None, None)
