"""Each condition on plain values: where it begins, how it lasts, and where nothing can be said."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from tables.compliance.alerts.commands import AcknowledgeAlert, EndAlert, RaiseAlert
from tables.compliance.alerts.conditions import (
    Fallen,
    Thresholds,
    WatchedStretch,
    all_the_same_way,
    away,
    biased,
    drop_zone,
    rotor_off,
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
