"""A biased sector is found, and fair wheels raise no more alarms than is stated. Every draw has its seed."""

import numpy as np
import pytest
from msgspec.structs import replace

from tables.roulette.statistics.figures import wheel_figures
from tables.roulette.statistics.sectors import most_hit_sector
from tables.roulette.statistics.spins import UNKNOWN, Spins, place_and_step, spins_on
from tables.roulette.statistics.watching import (
    ALARM_AT,
    BETS,
    FALSE_ALARMS,
    STRETCH,
    Stretch,
    corrected,
    counted,
    new_stretch,
    on_order,
    stake,
    watched,
)
from tables.roulette.wheel import REDS

EVERY = 100
ORDER = tuple(range(37))


def chances(lift: float, *, sector: range = range(10, 15), pockets: int = 37) -> np.ndarray:
    """Where the pockets of a sector come `lift` times as often as they should, and the others share the rest."""
    chance: np.ndarray = np.full(pockets, 1 / pockets)
    chance[sector] *= lift
    others = np.setdiff1d(np.arange(pockets), sector)
    chance[others] = (1 - chance[sector].sum()) / len(others)
    return chance


def highest_stakes(wheels: int, spins: int, chance: np.ndarray, seed: int) -> np.ndarray:
    """The most that the stake of each wheel comes to, looked at after every hundred spins."""
    drawn = np.random.default_rng(seed).multinomial(EVERY, chance, size=(wheels, spins // EVERY))
    highest: np.ndarray = np.asarray(stake(drawn.cumsum(axis=1))).max(axis=1)
    return highest


def test_a_sector_of_five_at_fifteen_per_cent_is_found_within_5000_spins() -> None:
    """Of 300 such wheels two in three at the least; at twenty per cent nineteen in twenty, at thirty every one."""
    found = {
        lift: np.mean(highest_stakes(300, 5_000, chances(lift), seed=15) >= ALARM_AT)
        for lift in (1.15, 1.2, 1.3)
    }
    assert found[1.15] >= 2 / 3
    assert found[1.2] >= 0.95
    assert found[1.3] == 1


@pytest.mark.parametrize("pockets", [37, 38])
def test_two_hundred_fair_wheels_raise_no_more_alarms_than_is_stated(pockets: int) -> None:
    fair = np.full(pockets, 1 / pockets)
    alarms = np.sum(highest_stakes(200, STRETCH, fair, seed=2031) >= ALARM_AT)
    assert alarms <= 200 * FALSE_ALARMS


def test_the_stake_is_fair_on_a_fair_wheel() -> None:
    """Its mean stays 1: that is what Ville's inequality rests on. Short, so that no rare large stake is missed."""
    assert sum(bet.part for bet in BETS) == pytest.approx(1)
    drawn = np.random.default_rng(3).multinomial(200, np.full(37, 1 / 37), size=40_000)
    assert np.mean(stake(drawn)) == pytest.approx(1, abs=0.03)


def test_the_watch_begins_anew_after_a_stretch_and_forgets_no_alarm_within_it() -> None:
    random = np.random.default_rng(4)
    biased = random.choice(37, 6_000, p=chances(1.4))
    whole = carried(np.concatenate([biased, random.integers(0, 37, 4_000)]))
    assert (whole.spins, whole.number) == (STRETCH, 0)
    assert watched(whole).bias.is_alarm
    now = watched(carried(biased)).bias.now
    assert now == pytest.approx(min(1e12, float(stake(np.bincount(biased, minlength=37)))))
    after = carried(random.integers(0, 37, 50), whole)
    seen = watched(after).bias
    assert (after.number, seen.since, seen.is_alarm) == (1, 50, False)
    assert watched(new_stretch(range(37))).bias.now == 1


def test_an_alarm_is_from_the_evidence_on_that_is_wanted() -> None:
    stretch = carried(np.random.default_rng(12).choice(37, 3_000, p=chances(1.2)))
    most = watched(stretch).bias.most
    assert [watched(stretch, at).bias.is_alarm for at in (int(most), int(most) + 1, 0)] == [
        True,
        False,
        False,
    ]


def test_a_number_that_is_put_right_is_counted_as_it_stands() -> None:
    stretch = carried(np.arange(100) % 37)
    other = corrected(stretch, (5, 1), (9, UNKNOWN))
    assert (other.spins, other.places[5], other.places[9]) == (
        100,
        stretch.places[5] - 1,
        stretch.places[9] + 1,
    )
    assert sum(other.steps) == sum(stretch.steps) - 1
    assert corrected(other, (9, UNKNOWN), (UNKNOWN, UNKNOWN)).spins == 99


def test_the_p_values_of_a_fair_wheel_are_those_of_chance() -> None:
    """Of 400 fair wheels at most one in twenty, and a little by chance, has any finding at 0.05 of all its tests."""
    random, fell = np.random.default_rng(6), 0
    for _ in range(400):
        findings = wheel_figures(drawn_spins(random.integers(0, 37, 600)), REDS).findings
        fell += min(each.adjusted for each in findings if each.adjusted is not None) <= 0.05
    assert fell / 400 <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)


def test_a_sector_that_comes_too_often_is_named() -> None:
    counts = np.bincount(np.random.default_rng(8).choice(37, 20_000, p=chances(1.3)), minlength=37)
    found = most_hit_sector(counts)
    assert (found.start, found.width) == (10, 5)
    assert found.p < 0.001


def test_a_hand_that_throws_one_distance_is_a_drop_zone_and_no_bias() -> None:
    """The ball falls 8 to 12 pockets from the number before too often; each pocket comes as often as it should."""
    random = np.random.default_rng(9)
    steps = random.choice(37, 8_000, p=chances(1.4, sector=range(8, 13)))
    numbers = np.cumsum(steps) % 37
    seen = watched(carried(numbers))
    assert (seen.drop_zone.is_alarm, seen.bias.is_alarm) == (True, False)
    by_test = {each.test: each for each in wheel_figures(drawn_spins(numbers), REDS).findings}
    assert by_test["previous-sector"].adjusted < 0.001  # type: ignore[operator]
    assert by_test["pockets"].adjusted > 0.05  # type: ignore[operator]


def test_below_its_least_spins_a_test_says_nothing() -> None:
    few = wheel_figures(drawn_spins(np.arange(184) % 37), REDS)
    assert (few.spins, few.least, few.detectable) == (184, 185, None)
    said = {each.test for each in few.findings if each.value is not None}
    assert said == {"runs-colour", "runs-parity", "runs-half", "previous-hand"}
    assert all(each.low is None and each.high is None for each in few.pockets)
    none = wheel_figures(drawn_spins(np.array([], dtype=int)), REDS)
    assert (none.spins, [each.p for each in none.findings]) == (0, [None] * 11)


def test_a_distance_is_counted_the_way_that_the_ball_ran() -> None:
    order = (0, 32, 15, 19, 4)
    spins = spins_on(order, [15, 15, 19], [0, 0, UNKNOWN], [UNKNOWN, 32, 4], [False, True, False])
    assert spins.places.tolist() == [2, 2, 3]
    assert spins.from_previous.tolist() == [2, 3, UNKNOWN]
    assert spins.from_launch.tolist() == [UNKNOWN, 4, 4]
    asked = [(15, 0, False), (15, 0, True), (19, None, False), (7, 0, False)]
    each = [place_and_step(order, number, before, anticlockwise=way) for number, before, way in asked]
    assert each == [(2, 2), (2, 3), (3, UNKNOWN), (UNKNOWN, UNKNOWN)]


def test_double_zero_is_a_pocket_of_its_wheel_alone() -> None:
    american = spins_on((0, 28, 9, 37), [37, 9], [UNKNOWN, 37], [UNKNOWN] * 2, [False] * 2)
    assert (american.pockets, american.counts.tolist()) == (4, [0, 0, 1, 1])
    assert american.from_previous.tolist() == [UNKNOWN, 3]
    assert len(spins_on(ORDER, [37, 9], [UNKNOWN] * 2, [UNKNOWN] * 2, [False] * 2)) == 1


def drawn_spins(numbers: np.ndarray) -> Spins:
    previous = np.concatenate([[UNKNOWN], numbers[:-1]]) if len(numbers) else numbers
    unknown = np.full(len(numbers), UNKNOWN)
    return spins_on(ORDER, numbers, previous, unknown, np.zeros(len(numbers), dtype=bool))


def carried(numbers: np.ndarray, stretch: Stretch | None = None) -> Stretch:
    """A wheel's stretch, carried along spin by spin."""
    stretch, previous = stretch or new_stretch(range(37)), None
    for number in numbers.tolist():
        stretch = counted(stretch, *place_and_step(ORDER, number, previous, anticlockwise=False))
        previous = number
    return stretch


def test_stretch_begins_again_on_another_order_of_pockets() -> None:
    """A new version of a rulebook may give a numbering 38 pockets, or the same pockets in another order."""
    stretch = counted(new_stretch(ORDER), 5, UNKNOWN)
    assert on_order(stretch, ORDER) == stretch
    for other in ((*ORDER, 37), ORDER[::-1]):
        begun = on_order(stretch, other)
        assert (begun.number, begun.spins, len(begun.places), begun.order) == (1, 0, len(other), tuple(other))
    older = replace(stretch, order=())
    assert on_order(older, ORDER) == stretch
    assert on_order(older, (*ORDER, 37)).number == 1


def test_next_stretch_has_the_order_of_the_one_before() -> None:
    full = replace(new_stretch(ORDER), spins=STRETCH)
    assert counted(full, 5, UNKNOWN).order == tuple(ORDER)
