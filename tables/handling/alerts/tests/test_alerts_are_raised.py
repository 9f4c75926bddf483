"""What somebody should see becomes an alert: once for as long as it lasts, by the thresholds of the table."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tables.compliance.alerts.commands import AcknowledgeAlert
from tables.compliance.alerts.state import alerts_stream
from tables.handling import handle
from tables.handling.alerts.aggregate import AlertsAggregate
from tables.handling.alerts.models import Alert
from tables.handling.alerts.watch import Looked, look_at_casino
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.play.reader.observation import Rotation
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream
from tables.stream.database_rights import Duty
from testkit.house import BOSS, OpenHouse
from testkit.numbers import NOON, bring, record
from testkit.stream import ProjectionContract, as_service

pytestmark = pytest.mark.django_db(transaction=True)
FRENCH = get_rulebook("it-venezia", 1).wheels["french"].order
QUERIES_OF_A_LOOK = 6
ONE_WAY: tuple[Rotation, ...] = ("clockwise",)
BY_TURNS: tuple[Rotation, ...] = ("clockwise", "anticlockwise")
PIT_BOSS = Signature(person=Person(id="boss", name="Rosa"), role="pit_boss")
CHIEF = Signature(person=Person(id="chief", name="Nuno"), role="chef_de_table")


class TestAlertsContract(ProjectionContract):
    projection = "alerts"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "it-venezia", now=timezone.now())
        GamingTable.objects.filter(casino_id=casino_id).update(alert_idle_minutes=0)
        for minutes, state in ((0, "silent"), (20, "live"), (30, "fault")):
            house.now += timedelta(minutes=minutes)
            house.do(c.ChangeReader(reader="W-T1", state=state))  # type: ignore[arg-type]
            look(house, minutes=10)
        (first, _) = alerts(house)
        handle(
            AlertsAggregate(casino_id, first.table, first.day),
            AcknowledgeAlert(alert=first.name, signatures=(PIT_BOSS,)),
            by=BOSS,
            now=house.now,
        )


@pytest.fixture
def new_house(casino_id: int) -> Callable[..., OpenHouse]:
    """`new_house()`: a casino with an open table whose rulebook says nothing of directions. It may have no coup for
    ever unless a test sets a limit."""

    def make(
        rulebook: str = "it-venezia", *, table: str = "T1", today: datetime | None = None, **thresholds: Any
    ) -> OpenHouse:
        day = today.date().isoformat() if today else "2026-11-20"
        house = OpenHouse(casino_id, rulebook, table=table, now=today or timezone.now(), day=day)
        values = {"alert_idle_minutes": 0, **thresholds}
        GamingTable.objects.filter(casino_id=casino_id, code=table).update(**values)
        return house

    return make


def look(house: OpenHouse, minutes: float = 0) -> Looked:
    with as_service(Duty.WORKER):
        return look_at_casino(house.casino_id, house.now + timedelta(minutes=minutes))


def alerts(house: OpenHouse) -> list[Alert]:
    return list(Alert.objects.filter(casino_id=house.casino_id).order_by("raised_at", "name", "table"))


def codes(house: OpenHouse) -> list[str]:
    return [each.code for each in alerts(house)]


def numbers(spins: int, *, lift: float = 1.0, seed: int = 1) -> np.ndarray:
    """Numbers of a wheel that brings five neighbours `lift` times as often as it should."""
    chance = np.full(37, 1 / 37)
    sector = list(FRENCH[10:15])
    chance[sector] *= lift
    others = np.setdiff1d(np.arange(37), sector)
    chance[others] = (1 - chance[sector].sum()) / len(others)
    return np.random.default_rng(seed).choice(37, spins, p=chance)


def by_turns(spins: int) -> np.ndarray:
    """Numbers of which no wheel could be suspected in so few spins."""
    return np.arange(spins) * 5 % 37


def test_a_planted_bias_of_fifteen_per_cent_is_found_within_5000_spins(
    new_house: Callable[..., OpenHouse],
) -> None:
    """Three wheels of four: tables/roulette/statistics/tests/test_bias_is_found.py has 300, and fair ones."""
    house = new_house()
    record(house, numbers(4_000, lift=1.15, seed=3))
    assert look(house).raised == 1
    (alert,) = alerts(house)
    assert (alert.kind, alert.name, alert.table, alert.day) == ("bias", "alert-bias-1", "T1", house.day)
    assert alert.parameters["evidence"] >= 20
    assert alert.subject == "@T1/french/0"


def test_a_fair_wheel_raises_nothing(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house()
    record(house, numbers(1_000, seed=2))
    assert look(house) == Looked()
    assert alerts(house) == []


def test_a_hand_that_throws_one_distance_is_a_drop_zone(new_house: Callable[..., OpenHouse]) -> None:
    steps = np.random.default_rng(9).choice(np.array([8, 9, 10, 11, 12]), 300)
    house = new_house()
    record(house, np.array(FRENCH)[np.cumsum(steps) % 37])
    look(house)
    assert codes(house) == ["alert-drop-zone-unregistered"]


def test_the_evidence_from_which_on_is_the_tables_own(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(alert_evidence=1_000_000)
    record(house, numbers(300, lift=1.7))
    assert look(house) == Looked()
    house.now += timedelta(minutes=1)
    GamingTable.objects.filter(casino_id=house.casino_id).update(alert_evidence=50)
    assert look(house).raised == 1


def test_a_wheel_that_was_moved_is_one_wheel_and_a_new_stretch_a_new_alert(
    new_house: Callable[..., OpenHouse], casino_id: int
) -> None:
    house = new_house()
    new_house(table="T2")
    house.now = NOON + timedelta(days=28)
    bring(casino_id, numbers(6_000, lift=1.4), wheel="W-1")
    assert look(house) == Looked(raised=1)
    bring(casino_id, numbers(4_000, lift=1.4, seed=5), wheel="W-1", table="T2")
    assert look(house) == Looked(), "at another table it is the same alert"
    bring(casino_id, numbers(1_000, lift=1.7, seed=6), wheel="W-1", table="T3")
    GamingTable.objects.filter(casino_id=casino_id, code="T2").update(code="T3")
    assert look(house) == Looked(raised=1, ended=1)
    assert [(each.table, each.subject) for each in alerts(house)] == [
        ("T1", "W-1/french/0"),
        ("T3", "W-1/french/1"),
    ]
    house.now += timedelta(days=30)
    assert look(house) == Looked(ended=1), "it is in play no longer"


def test_a_slow_table_is_an_alert_again_once_it_had_made_up_for_it(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house(pace_target=40)
    record(house, by_turns(24), every_s=150)
    assert (look(house).raised, codes(house)) == (1, ["alert-pace"])
    assert alerts(house)[0].parameters == {"pace": 24, "target": 40, "minutes": 60}
    assert look(house) == Looked()
    # A little better is not good enough yet, and as fast as is wanted is.
    house.now += timedelta(hours=1)
    record(house, by_turns(35), every_s=105)
    assert look(house) == Looked()
    house.now += timedelta(hours=1)
    record(house, by_turns(40), every_s=90)
    assert look(house) == Looked(ended=1)
    house.now += timedelta(hours=1)
    record(house, by_turns(24), every_s=150)
    assert look(house).raised == 1
    first, second = alerts(house)
    assert [first.name, second.name] == ["alert-pace-1", "alert-pace-2"]
    assert (first.ended_at is None, second.ended_at is None) == (False, True)
    assert first.acknowledged_at is None, "it stands until somebody has seen it"


@pytest.mark.parametrize(
    "thresholds",
    [{}, {"pace_target": 40, "alert_pace_percent": 0}, {"pace_target": 40, "alert_pace_percent": 50}],
)
def test_a_table_that_wants_no_more_is_not_slow(
    new_house: Callable[..., OpenHouse], thresholds: dict[str, int]
) -> None:
    house = new_house(**thresholds)
    record(house, by_turns(24), every_s=150)
    assert look(house) == Looked()


def test_a_pause_is_no_slow_play(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(pace_target=40)
    record(house, by_turns(10), every_s=120)
    assert look(house, minutes=20) == Looked()


def test_fast_table_is_an_alert_until_half_of_the_excess_is_gone(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(pace_target=40, alert_evidence=0)
    record(house, by_turns(59), every_s=61)
    assert look(house) == Looked(), "59 an hour are not 50 % more than 40"
    house.now += timedelta(hours=1)
    record(house, by_turns(63), every_s=57)
    assert (look(house).raised, codes(house)) == (1, ["alert-pace-fast"])
    assert alerts(house)[0].parameters == {"pace": 63, "target": 40, "minutes": 60}
    house.now += timedelta(hours=1)
    record(house, by_turns(51), every_s=70)
    assert look(house) == Looked(), "51 an hour are still more than 25 % above the target"
    house.now += timedelta(hours=1)
    record(house, by_turns(48), every_s=75)
    assert look(house) == Looked(ended=1)


def test_table_that_turns_from_fast_to_slow_has_a_new_alert(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(pace_target=40, alert_evidence=0)
    record(house, by_turns(120), every_s=30)
    assert look(house) == Looked(raised=1)
    house.now += timedelta(hours=1)
    record(house, by_turns(24), every_s=150)
    assert look(house) == Looked(raised=1, ended=1)
    assert look(house) == Looked()
    assert [(each.name, each.code, each.ended_at is None) for each in alerts(house)] == [
        ("alert-pace-1", "alert-pace-fast", False),
        ("alert-pace-2", "alert-pace", True),
    ]


def test_fast_table_is_no_alert_where_the_table_wants_none(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(pace_target=40, alert_fast_percent=0, alert_evidence=0)
    record(house, by_turns(120), every_s=30)
    assert look(house) == Looked()


def test_table_without_a_coup_is_an_alert_until_a_number_falls(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(alert_idle_minutes=30)
    opened = house.now
    assert look(house, minutes=29) == Looked()
    assert look(house, minutes=30) == Looked(raised=1)
    (alert,) = alerts(house)
    assert (alert.kind, alert.name, alert.code) == ("no-coup", "alert-no-coup-1", "alert-no-coup")
    assert (alert.since, alert.parameters, alert.subject) == (opened, {"minutes": 30}, "")
    assert look(house, minutes=45) == Looked(), "an alert that lasts is not raised again"
    house.now += timedelta(minutes=50)
    # A coup on its way to its number is not one yet.
    for command in (c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets()):
        house.do(command)
    assert look(house) == Looked()
    house.do(c.DeclareNumber(number=17))
    assert look(house) == Looked(ended=1)
    assert look(house, minutes=29) == Looked()
    assert look(house, minutes=30) == Looked(raised=1)


def test_table_in_payment_for_long_has_no_coup(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(alert_idle_minutes=30)
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="noir", amount=1_000),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17),
    ):
        house.do(command)
    assert house.state.phase == "paying"
    assert look(house, minutes=31) == Looked(raised=1)
    # The end of the payment is no coup, so the alert lasts.
    house.now += timedelta(minutes=32)
    house.do(c.ConfirmPayments())
    assert look(house) == Looked()


def test_suspended_table_has_no_alert_and_its_time_begins_again_when_play_goes_on(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house(alert_idle_minutes=30)
    house.now += timedelta(minutes=20)
    house.do(c.SuspendTable(detail="the wheel"))
    assert look(house, minutes=180) == Looked()
    house.now += timedelta(minutes=180)
    house.do(c.ResumeTable())
    assert look(house, minutes=29) == Looked()
    assert look(house, minutes=30) == Looked(raised=1)


def test_table_that_is_about_to_close_has_no_alert(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house("it-campione", alert_idle_minutes=30)
    house.do(c.AnnounceBetsOpen())
    house.do(c.AnnounceLastCoup())
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17)):
        house.do(command)
    assert look(house, minutes=90) == Looked()
    house.do(c.RevokeLastCoup(reason="more guests", signatures=(PIT_BOSS,)))
    assert look(house, minutes=90) == Looked(raised=1)


def test_table_whose_float_was_counted_for_closing_has_no_alert(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(alert_idle_minutes=30)
    house.coup(17)
    assert look(house, minutes=31) == Looked(raised=1)
    house.do(c.CountFloat(moment="closing", pieces={10_000: 5}, signatures=(PIT_BOSS, CHIEF)))
    assert look(house, minutes=40) == Looked(ended=1)


def test_closed_table_has_no_alert_and_its_time_begins_when_it_reopens(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house(alert_idle_minutes=30, today=NOON)
    house.coup(17)
    house.do(c.CloseTable())
    assert look(house, minutes=90) == Looked()
    house.now += timedelta(minutes=5)
    house.do(c.ReopenTable(reason="closed by mistake", signatures=(PIT_BOSS, CHIEF)))
    assert look(house, minutes=29) == Looked()
    assert look(house, minutes=30) == Looked(raised=1)


def test_table_without_a_limit_may_stay_without_a_coup(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(alert_idle_minutes=0)
    assert look(house, minutes=600) == Looked()


@pytest.mark.parametrize(
    ("rpm", "found"),
    [((31.0,), ["alert-rotor-fast"]), ((12.0,), ["alert-rotor-slow"]), ((20.0, 31.0), [])],
)
def test_a_rotor_outside_of_its_band_is_an_alert(
    new_house: Callable[..., OpenHouse], rpm: tuple[float, ...], found: list[str]
) -> None:
    house = new_house(alert_rotor_slowest=15, alert_rotor_fastest=25)
    record(house, by_turns(6), rpm=rpm)
    look(house)
    assert codes(house) == found
    house.now += timedelta(minutes=10)
    record(house, by_turns(3), rpm=(20.0,))
    assert look(house).ended == len(found)


def test_a_table_without_a_band_lets_the_rotor_turn_as_it_will(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house()
    record(house, by_turns(6), rpm=(90.0,))
    assert look(house) == Looked()


def test_launches_all_the_same_way_are_an_alert(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house(alert_same_direction=4)
    record(house, by_turns(3), ways=ONE_WAY)
    assert look(house) == Looked()
    house.now += timedelta(minutes=10)
    record(house, by_turns(2), ways=ONE_WAY)
    look(house)
    assert codes(house) == ["alert-direction"]
    assert alerts(house)[0].parameters == {"launches": 5, "direction": "clockwise"}
    house.now += timedelta(minutes=10)
    record(house, by_turns(2), ways=BY_TURNS)
    assert look(house) == Looked(ended=1)


def test_clause_on_alternating_launches_leaves_the_violation_alone(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house("pt-francesa", alert_same_direction=2)
    record(house, by_turns(4), ways=ONE_WAY)
    assert look(house) == Looked()


def test_a_reader_that_is_silent_too_long_is_an_alert_until_it_is_back(
    new_house: Callable[..., OpenHouse],
) -> None:
    house = new_house(alert_silent_minutes=10)
    house.do(c.ChangeReader(reader="W-T1", state="silent"))
    assert look(house, minutes=9) == Looked()
    assert look(house, minutes=11).raised == 1
    (alert,) = alerts(house)
    assert (alert.code, alert.subject, alert.since) == ("alert-device-silent", "W-T1", house.now)
    house.now += timedelta(minutes=12)
    house.do(c.ChangeReader(reader="W-T1", state="live"))
    assert look(house) == Looked(ended=1)


@pytest.mark.servers
def test_two_that_look_at_once_raise_it_once(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house()
    house.do(c.ChangeReader(reader="W-T1", state="fault"))

    def other() -> Looked:
        try:
            return look(house, minutes=30)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        looked = [each.result() for each in [pool.submit(other) for _ in range(4)]]
    assert all(each.failed == 0 for each in looked)
    records = read_stream(house.casino_id, alerts_stream("T1", house.day))
    assert [each.type for each in records] == ["alert_raised"]
    assert records[0].metadata["by"]["id"] == "alert-watch"


def test_a_table_that_closes_ends_what_was_so_there(new_house: Callable[..., OpenHouse]) -> None:
    house = new_house()
    house.do(c.ChangeReader(reader="W-T1", state="silent"))
    assert look(house, minutes=6).raised == 1
    house.now += timedelta(minutes=7)
    house.do(c.CloseTable())
    assert look(house) == Looked(ended=1)


def test_a_look_costs_the_same_queries_however_many_tables(
    new_house: Callable[..., OpenHouse], casino_id: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    house = new_house(pace_target=40)
    record(house, by_turns(20), rpm=(20.0,))
    look(house)
    with django_assert_num_queries(QUERIES_OF_A_LOOK):
        look_at_casino(casino_id, house.now)
    for number in range(2, 6):
        record(OpenHouse(casino_id, "it-venezia", table=f"T{number}", now=house.now), by_turns(20))
    look(house)
    with django_assert_num_queries(QUERIES_OF_A_LOOK):
        look_at_casino(casino_id, house.now)


def test_another_casino_sees_nothing_of_it(new_house: Callable[..., OpenHouse], casino_id: int) -> None:
    house = new_house()
    other = OpenHouse(casino_id + 1, "it-venezia", now=house.now)
    GamingTable.objects.filter(casino_id=other.casino_id).update(alert_idle_minutes=0)
    house.do(c.ChangeReader(reader="W-T1", state="silent"))
    assert look_at_casino(other.casino_id, house.now + timedelta(hours=1)) == Looked()
    assert alerts(other) == []
