"""Each condition on plain values: where it begins, how it lasts, and where nothing can be said."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from tables.compliance.alerts.commands import AcknowledgeAlert, EndAlert, RaiseAlert
from tables.compliance.alerts.conditions import (
    Fallen,
    Thresholds,
    WatchedStretch,
    all_the_same_way,
    away,
    biased,
    drop_zone,
    no_coup,
    rotor_off,
    too_fast,
    too_slow,
)
from tables.compliance.alerts.decide import UnknownAlert, decide
from tables.compliance.alerts.state import Alerts, evolve
from tables.play.events import Person, Signature
from tables.play.reader.observation import Rotation
from tables.roulette.statistics.watching import Evidence
from testkit.refusals import expect_refusal

NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
OF = Thresholds(
    evidence=20,
    pace_target=40,
    pace_percent=20,
    pace_minutes=60,
    fast_percent=50,
    idle_minutes=30,
    rotor_slowest=15,
    rotor_fastest=25,
    same_direction=4,
    silent_minutes=5,
)
RAISED = RaiseAlert(alert="alert-pace-1", kind="pace", code="alert-pace", parameters={}, since=NOW)
BOSS = Signature(person=Person(id="p1", name="Rosa"), role="pit_boss")


def every(seconds: int, coups: int) -> list[Fallen]:
    """So many numbers, the last just now."""
    return [Fallen(NOW - timedelta(seconds=seconds * place)) for place in reversed(range(coups))]


def launched(rpm: Sequence[float | None] = (), ways: Sequence[Rotation | None] = ()) -> list[Fallen]:
    turned = [*rpm, *(None for _ in ways[len(rpm) :])]
    ran = [*ways, *(None for _ in rpm[len(ways) :])]
    return [Fallen(NOW, way, speed) for way, speed in zip(ran, turned, strict=True)]


@pytest.mark.parametrize(
    ("seconds", "lasting", "slow"),
    [(111, False, False), (115, False, True), (105, True, True), (99, True, False)],
)
def test_a_slow_table_is_one_until_half_of_it_is_made_up(seconds: int, lasting: bool, slow: bool) -> None:
    """40 an hour are one in 90 s; 20 % slower are one in 112.5 s, and half of that one in 100 s."""
    found = too_slow(every(seconds, 3_600 // seconds), OF, NOW, lasting=lasting)
    assert (found is not None) == slow


def test_a_table_that_hardly_played_is_not_called_slow_and_goes_on_being_it() -> None:
    few = every(120, 12)
    assert too_slow(few, OF, NOW) is None
    assert too_slow(few, OF, NOW, lasting=True) is not None
    assert too_slow([], OF, NOW) is None


@pytest.mark.parametrize(
    ("seconds", "lasting", "fast"),
    [(62, False, False), (58, False, True), (70, True, True), (74, True, False)],
)
def test_a_fast_table_is_one_until_half_of_it_is_gone(seconds: int, lasting: bool, fast: bool) -> None:
    """40 an hour are one in 90 s; 50 % faster are one in 60 s, and half of that one in 72 s."""
    found = too_fast(every(seconds, 3_600 // seconds), OF, NOW, lasting=lasting)
    assert (found is not None) == fast
    if found is not None:
        assert (found.kind, found.code) == ("pace", "alert-pace-fast")
        assert found.parameters == {"pace": round(3_600 / seconds), "target": 40, "minutes": 60}


def test_a_table_without_a_target_or_limit_is_never_too_fast() -> None:
    coups = every(20, 180)
    assert too_fast(coups, OF, NOW) is not None
    assert too_fast(coups, replace(OF, pace_target=None), NOW) is None
    assert too_fast(coups, replace(OF, fast_percent=0), NOW) is None


def test_a_few_quick_coups_are_not_called_fast_and_end_no_alert() -> None:
    few = every(20, 12)
    assert too_fast(few, OF, NOW) is None
    assert too_fast(few, OF, NOW, lasting=True) is not None


@pytest.mark.parametrize(
    ("minutes", "idle_minutes", "found"), [(29, 30, False), (30, 30, True), (300, 0, False)]
)
def test_a_table_without_a_coup_is_an_alert_from_the_minute_that_is_set(
    minutes: int, idle_minutes: int, found: bool
) -> None:
    since = NOW - timedelta(minutes=minutes)
    condition = no_coup(since, replace(OF, idle_minutes=idle_minutes), NOW)
    assert (condition is not None) == found
    if condition is not None:
        assert (condition.code, condition.since) == ("alert-no-coup", since)
        assert condition.parameters == {"minutes": idle_minutes}
    assert no_coup(None, OF, NOW) is None


@pytest.mark.parametrize(
    ("rpm", "lasting", "found"),
    [
        ((30, 30), False, None),
        ((30, 30, 30), False, "alert-rotor-fast"),
        ((30, 14, 30), False, None),
        ((14, None, 14, 14), False, "alert-rotor-slow"),
        ((30, 20, 20), True, "alert-rotor-fast"),
        ((30, 20, 20, 20), True, None),
    ],
)
def test_single_launch_raises_no_alert_of_the_rotor(
    rpm: tuple[float | None, ...], lasting: bool, found: str | None
) -> None:
    condition = rotor_off(launched(rpm), OF, lasting=lasting)
    assert (condition.code if condition else None) == found


def test_launches_of_which_nobody_saw_the_way_do_not_count() -> None:
    ways: list[Rotation | None] = ["clockwise", None, "clockwise", "clockwise", None, "clockwise"]
    found = all_the_same_way(launched(ways=ways), OF)
    assert found is not None and found.parameters == {"launches": 4, "direction": "clockwise"}
    assert all_the_same_way(launched(ways=[*ways, "anticlockwise"]), OF, lasting=True) is None
    assert all_the_same_way([], OF) is None


def test_a_reader_is_away_from_the_minute_on_that_is_set() -> None:
    assert away("W-1", "silent", NOW - timedelta(minutes=4), OF, NOW) is None
    assert away("W-1", "live", NOW - timedelta(minutes=40), OF, NOW) is None
    found = away("W-1", "fault", NOW - timedelta(minutes=5), OF, NOW)
    assert found is not None and (found.code, found.subject) == ("alert-device-fault", "W-1")


def test_silent_reader_has_an_alert_of_its_reason() -> None:
    since = NOW - timedelta(minutes=5)
    codes = {
        detail: found.code
        for detail in ("", "no_valid_message", "cut_off_flood", "cut_off_reconnects")
        if (found := away("W-1", "silent", since, OF, NOW, detail=detail)) is not None
    }
    assert codes == {
        "": "alert-device-silent",
        "no_valid_message": "alert-device-not-understood",
        "cut_off_flood": "alert-device-cut-off",
        "cut_off_reconnects": "alert-device-cut-off",
    }


def test_the_evidence_names_the_wheel_or_its_table() -> None:
    evidence = Evidence(now=12.0, most=20.4, since=900)
    registered = WatchedStretch(subject="W-1/french/0", since=NOW, wheel="W-1", table="RF1")
    nameless = WatchedStretch(subject="@RF1/french/0", since=NOW, wheel="", table="RF1")
    found = [each(evidence, of) for each in (biased, drop_zone) for of in (registered, nameless)]
    assert [each.code for each in found if each] == [
        "alert-bias",
        "alert-bias-unregistered",
        "alert-drop-zone",
        "alert-drop-zone-unregistered",
    ]
    assert biased(Evidence(now=12.0, most=19.9, since=900), registered) is None


def test_an_alert_is_raised_ended_and_acknowledged_once() -> None:
    state = Alerts()
    for command in (RAISED, RAISED, EndAlert(alert=RAISED.alert), EndAlert(alert=RAISED.alert)):
        for event in decide(state, command, "RF1", "2026-11-20"):
            state = evolve(state, event)
    assert state.version == 2
    seen = AcknowledgeAlert(alert=RAISED.alert, signatures=(BOSS,))
    for event in decide(state, seen, "RF1", "2026-11-20"):
        state = evolve(state, event)
    assert state.alerts[RAISED.alert].acknowledged_by == "Rosa"
    with expect_refusal("alert-known-already", by="Rosa"):
        list(decide(state, seen, "RF1", "2026-11-20"))
    with expect_refusal("alert-unsigned"):
        list(decide(state, AcknowledgeAlert(alert=RAISED.alert), "RF1", "2026-11-20"))
    with expect_refusal("alert-unknown", kind=UnknownAlert, table="RF1"):
        list(decide(state, AcknowledgeAlert(alert="alert-pace-2"), "RF1", "2026-11-20"))
