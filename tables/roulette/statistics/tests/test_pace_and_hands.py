"""Pace, phases, and the hands of those who spin."""

import numpy as np
import pytest

from tables.roulette.statistics.hands import hands
from tables.roulette.statistics.pace import pace, phase_lengths

NOT_KNOWN = float("nan")


def test_the_pace_counts_no_break() -> None:
    played = pace(np.array([90.0] * 40 + [3_600.0]))
    assert (played.coups, played.hours, played.per_hour) == (40, 1.0, 40.0)


def test_too_few_coups_have_no_pace() -> None:
    assert pace(np.array([90.0] * 9)).per_hour is None
    assert pace(np.array([])).hours == 0


def test_the_phases_of_a_coup_are_measured_where_their_ends_are_known() -> None:
    coups = [[0.0, 30.0, 45.0, 60.0, 90.0 + turn] for turn in range(11)]
    coups.append([NOT_KNOWN, 30.0, NOT_KNOWN, 60.0, NOT_KNOWN])
    betting, track, closed, payment = phase_lengths(np.array(coups))
    assert (betting.phase, betting.coups, betting.median_s) == ("betting", 11, 30.0)
    assert (track.median_s, closed.median_s) == (15.0, 15.0)
    assert (payment.median_s, payment.nine_in_ten_s) == (35.0, 39.0)
    assert phase_lengths(np.array(coups[:9]))[0].median_s is None


def test_a_hand_with_a_distance_of_its_own_is_told_among_the_others() -> None:
    random = np.random.default_rng(12)
    steps = {
        "Ana": np.where(random.random(400) < 0.3, random.integers(9, 13, 400), random.integers(0, 37, 400)),
        "Bruno": random.integers(0, 37, 400),
        "Carla": random.integers(0, 37, 49),
    }
    ana, bruno, carla = hands(steps, 37)
    assert ana.adjusted is not None
    assert ana.adjusted < 0.001
    assert ana.distance == pytest.approx(10.5, abs=1.5)
    assert bruno.adjusted is not None
    assert bruno.adjusted > 0.05
    assert (carla.steps, carla.least, carla.length) == (49, 50, None)
