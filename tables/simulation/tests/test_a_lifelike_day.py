"""A simulated day: whole, the same again from the same seed, clean where it is to be, and a record that evolves."""

from collections import Counter
from datetime import UTC, datetime
from functools import cache

import pytest

from tables.play import events as e
from tables.play.evolve import evolve_recorded
from tables.play.evolving import Recorded
from tables.roulette.loader import get_rulebook, load_rulebook, rulebooks
from tables.roulette.wheel import DOUBLE_ZERO
from tables.simulation.day_under_way import SimulatedEvent
from tables.simulation.lifelike_day import lifelike_day
from tables.simulation.openings import simulated_opening
from tables.simulation.table_float import STACK
from tables.simulation.table_slips import AT_THE_TABLE_AFTER
from testkit.rulebooks import DOUBLE_ZERO as DOUBLE_ZERO_FILE

OPENS_AT = datetime(2026, 11, 20, 15, tzinfo=UTC)


@cache
def made_up(house: str, *, seed: int = 7, coups: int = 120, clean: bool = False) -> list[SimulatedEvent]:
    """A day that all tests of these arguments look at; `made_up.__wrapped__` plays it again."""
    rulebook = get_rulebook(house)
    opening = simulated_opening(rulebook, table="SIM", day="2026-11-20")
    return list(lifelike_day(rulebook, opening, opens_at=OPENS_AT, coups=coups, seed=seed, clean=clean))


def violations(told: list[SimulatedEvent]) -> list[str]:
    return [each.dated.event.rule for each in told if isinstance(each.dated.event, e.ViolationRaised)]


@pytest.mark.parametrize("house", rulebooks())
def test_a_day_is_opened_played_to_its_last_coup_and_closed(house: str) -> None:
    told = made_up(house)
    types = Counter(type(each.dated.event) for each in told)
    assert isinstance(told[0].dated.event, e.TableOpened)
    assert isinstance(told[-1].dated.event, e.TableClosed)
    assert types[e.NumberFell] == 120
    assert types[e.BetPlaced] > 300


def test_a_ball_that_is_launched_too_soon_makes_no_coup_more_than_were_asked_for() -> None:
    told = made_up("pt-francesa", coups=400)
    assert "launch-before-payments" in violations(told)
    assert sum(isinstance(each.dated.event, e.NumberFell) for each in told) == 400


@pytest.mark.parametrize("house", rulebooks())
def test_the_same_seed_makes_the_same_day_and_another_seed_another(house: str) -> None:
    first, again, other = made_up(house), made_up.__wrapped__(house), made_up(house, seed=8)
    assert first == again
    assert [each.dated for each in first] != [each.dated for each in other]


@pytest.mark.parametrize("house", rulebooks())
@pytest.mark.parametrize("seed", range(3))
def test_a_clean_day_breaks_no_clause(house: str, seed: int) -> None:
    assert violations(made_up(house, seed=seed, clean=True)) == []


@pytest.mark.parametrize("house", rulebooks())
def test_another_day_breaks_some(house: str) -> None:
    assert len(set(violations(made_up(house, coups=400)))) > 1


@pytest.mark.parametrize("house", rulebooks())
@pytest.mark.parametrize("clean", [True, False])
def test_lifelike_days_use_the_features_of_the_rulebook(house: str, clean: bool) -> None:
    rulebook = get_rulebook(house)
    expected: set[type] = {e.BallHung, e.BallFreed, e.DiscrepancyResolved, e.DisputeDecided, e.LimitsChanged}
    if rulebook.held is not None:
        ended = e.HeldPaidIn if rulebook.held.paid_in_by else e.HeldEnded
        expected |= {e.HeldSetAside, e.HeldClaimed, ended}
    if rulebook.change is not None:
        expected.add(e.ChangeFinished)
    if rulebook.limits.sign_within_s is not None:
        expected.add(e.LimitsAnnounced)
    if rulebook.seats is None:
        expected |= {e.FillRequested, e.FillReceived, e.TipsCounted}
        if rulebook.colour_chips is None:  # who redeems a colour takes chips of value out of the float
            expected |= {e.CreditRequested, e.CreditHandedOver}
    for seed in (7, 8, 9):
        expected -= {type(each.dated.event) for each in made_up(house, seed=seed, coups=400, clean=clean)}
        if not expected:
            return
    assert expected == set(), "within three days"


@pytest.mark.parametrize("house", rulebooks())
def test_chips_are_asked_for_when_they_run_low_or_high_and_come_before_the_table_closes(house: str) -> None:
    asked: dict[str, tuple[e.Pieces, datetime]] = {}
    for each in made_up(house, coups=400):
        match event := each.dated.event:
            case e.FillRequested() | e.CreditRequested():
                assert not asked, "one slip at a time"
                assert all(count > 0 and count % STACK == 0 for count in event.pieces.values())
                asked[event.slip] = event.pieces, each.dated.at
            case e.FillReceived() | e.CreditHandedOver():
                pieces, since = asked.pop(event.slip)
                assert event.pieces == pieces
                assert (each.dated.at - since).total_seconds() >= AT_THE_TABLE_AFTER
    assert not asked


@pytest.mark.parametrize("house", rulebooks())
def test_its_events_evolve_and_their_times_never_go_back_but_for_what_fell_due_unseen(house: str) -> None:
    told = made_up(house)
    rulebook = get_rulebook(house)
    state = evolve_recorded(
        (Recorded(each.dated.event, place, each.dated.at) for place, each in enumerate(told, start=1)),
        rulebook,
    )
    assert (state.phase, state.version) == ("closed", len(told))
    dated_by_the_deadline = (e.DeadlineWarned, e.ViolationRaised, e.BetsClosed)
    times = [each.dated.at for each in told if not isinstance(each.dated.event, dated_by_the_deadline)]
    assert times == sorted(times)


def test_on_a_wheel_with_two_zeros_every_pocket_falls_now_and_then() -> None:
    rulebook = load_rulebook(DOUBLE_ZERO_FILE)
    opening = simulated_opening(rulebook, table="SIM", day="2026-11-20")
    told = list(lifelike_day(rulebook, opening, opens_at=OPENS_AT, coups=600, seed=7, clean=False))
    fallen = Counter(each.dated.event.number for each in told if isinstance(each.dated.event, e.NumberFell))
    assert set(fallen) == set(rulebook.numbers)
    assert 5 < fallen[DOUBLE_ZERO] < 40, "600 coups bring it about 16 times"
