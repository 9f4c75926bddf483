"""The demonstration house lives: its tables are played in step with a clock that the tests move on.

Nothing of it is committed: the demonstration has a fixed casino, whose record must not outlive these tests.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker

from casino.compliance.models import Violation
from casino.kit.seats import colour_of_chips
from casino.one_machine.living.demonstration_people import DemonstrationPeople
from casino.one_machine.open_house import open_house
from casino.people.demonstration_house import CASINO_ID, TABLES, VISITORS_TABLE
from casino.people.models import Person
from casino.tests.crawler import crawl
from settlement.models import Box, PayoutSheet, Slip
from tables.handling import Actor, handle
from tables.handling.aggregates.rota import recorded_rota
from tables.handling.aggregates.table import TableAggregate
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.stream import RecordedEvent, read_stream
from testkit.living_house import LivingHouse
from testkit.people import browser_of
from testkit.play import CHIEF

pytestmark = pytest.mark.django_db
PLAYED = tuple(table.code for table in TABLES if table.code != VISITORS_TABLE)
VISITOR = Actor(id="person/1", name="A visitor", terminal="pit-1")


@pytest.fixture(scope="module")
def opened(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[datetime]:
    """The house as `make run` opens it, and when: early in its gaming day, whatever the hour of the test."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        zone, begins_at = ZoneInfo(settings.TIME_ZONE), timedelta(hours=settings.GAMING_DAY_BEGINS_AT)
        yesterday = (timezone.now().astimezone(zone) - begins_at).date() - timedelta(days=1)
        now = morning_after(yesterday.isoformat())
        list(open_house(now, wheel_port=4100, lives=True))
        yield now
        transaction.set_rollback(True)


@pytest.fixture
def house(opened: datetime, db: None) -> LivingHouse:
    return LivingHouse(opened)


def record(house: LivingHouse, code: str, day: str = "") -> list[RecordedEvent]:
    return read_stream(CASINO_ID, table_stream(code, day or house.state(code).day))


def types(house: LivingHouse, code: str) -> Counter[str]:
    return Counter(each.type for each in record(house, code))


def visit(house: LivingHouse, code: str, command: c.Command) -> None:
    handle(TableAggregate(CASINO_ID, code), command, by=VISITOR, now=house.now)


def next_phase(house: LivingHouse, code: str) -> None:
    phase = house.state(code).phase
    assert house.play(200, until=lambda: house.state(code).phase != phase), f"still {phase}"


def test_four_tables_are_played_to_their_payment_and_one_is_left_to_the_visitor(house: LivingHouse) -> None:
    assert house.play(900, until=lambda: all(house.state(code).coup >= 4 for code in PLAYED))
    for code in PLAYED:
        seen = types(house, code)
        assert seen["number_fell"] >= 3
        assert PayoutSheet.objects.filter(casino_id=CASINO_ID, table=code, day=house.state(code).day).exists()
        assert len(house.state(code).payments_open) <= 1
    assert {code: types(house, code)["payments_confirmed"] > 0 for code in PLAYED if code != "LV1"} == {
        "CA1": True,
        "VE1": True,
        "RA1": True,
    }
    left = house.state(VISITORS_TABLE)
    assert (left.coup, left.phase, left.bets) == (1, "betting", ())
    assert not left.reader.warnings, "a wheel that waits for the visitor is not out of order"


def test_fills_late_bets_and_broken_rules_come_and_are_seen_to(
    house: LivingHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.one_machine.living.coup_play.LATE_BET", 1.0)
    monkeypatch.setattr("tables.simulation.table_float.FLOAT", {10_000: 300, 2_500: 400, 500: 800})
    monkeypatch.setattr("tables.simulation.table_float.LOW", 0.8)
    monkeypatch.setattr("tables.simulation.table_slips.AT_THE_TABLE_AFTER", 30)
    staff = "casino.one_machine.living.house_staff."
    soon = {"ISSUED_AFTER": 10, "CARRIED_AFTER": 20}
    soon |= {"ACKNOWLEDGED_AFTER_S": 10, "EXPLAINED_AFTER_S": 20, "DECIDED_AFTER_S": 30}
    for name, seconds in soon.items():
        monkeypatch.setattr(staff + name, seconds)
    tables = ("CA1", "VE1")
    house = LivingHouse(house.now, tables, pace=10)
    answered = Violation.objects.filter(
        casino_id=CASINO_ID, day=house.state("CA1").day, status="dismissed", life_version=3
    )

    def all_was_there() -> bool:
        seen = sum((types(house, code) for code in tables), Counter[str]())
        return answered.exists() and seen["fill_received"] > 0 and seen["late_bet_seen"] > 0

    assert house.play(300, until=all_was_there)
    fill = Slip.objects.filter(
        casino_id=CASINO_ID, kind="fill", day=house.state("CA1").day, status="received"
    )
    assert fill.exists()


def test_full_boxes_are_counted_and_those_of_yesterday_are_left_to_the_visitor(
    house: LivingHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.simulation.table_cash.FULL", 10_000)
    monkeypatch.setattr("casino.one_machine.living.house_staff.COUNTED_AFTER_S", 5)
    house = LivingHouse(house.now, ("VE1",))
    boxes = Box.objects.filter(casino_id=CASINO_ID, table="VE1")
    today = boxes.filter(day=house.state("VE1").day, reason="full")
    assert house.play(600, until=lambda: today.filter(status="accepted").exists())
    assert set(boxes.exclude(day=house.state("VE1").day).values_list("status", flat=True)) == {"waiting"}


def test_the_ball_is_handed_over_by_the_rota_before_the_rulebooks_time_is_over(house: LivingHouse) -> None:
    house = LivingHouse(house.now, ("RA1",))
    house.play(30)
    first = house.state("RA1").spinner
    house.now += timedelta(minutes=26)
    assert house.play(150, until=lambda: house.state("RA1").spinner != first)
    assert not house.state("RA1").violations
    house.play(60)
    assert types(house, "RA1")["spinner_changed"] == 1


def test_the_ball_is_changed_before_its_hour_is_over(house: LivingHouse) -> None:
    house = LivingHouse(house.now, ("RA1",))
    house.now += timedelta(minutes=54)
    house.play(90)
    changed = [each for each in record(house, "RA1") if each.type == "ball_changed"]
    assert [each.data["announced"] for each in changed] == [True]


def test_living_casino_continues_after_each_kill(house: LivingHouse) -> None:
    for _ in range(40):
        house.play(7)
        house.restart()
    for code in PLAYED:
        assert house.state(code).coup >= 3
    once = [each.data["seat"] for each in record(house, "LV1") if each.type == "bought_in"]
    assert len(once) == len(set(once)), "nobody sits down twice"
    assert Counter(
        each.data["player"] for each in record(house, "RA1") if each.type == "colour_assigned"
    ) == {each.player: 1 for each in house.state("RA1").colours.in_play}


def test_players_of_an_american_table_play_with_the_colour_that_their_seat_is_called_by(
    house: LivingHouse,
) -> None:
    house = LivingHouse(house.now, ("RA1",))
    assert house.play(120, until=lambda: len(house.state("RA1").colours.in_play) > 2)
    for each in house.state("RA1").colours.in_play:
        assert each.colour == colour_of_chips(each.player)


def test_a_visitor_who_suspends_a_table_finds_it_suspended_and_no_ball_is_launched(
    house: LivingHouse,
) -> None:
    house = LivingHouse(house.now, ("VE1",))
    assert house.play(120, until=lambda: bool(house.state("VE1").bets))
    handle_as_direction(house, "VE1", c.SuspendTable(reason="", detail="the visitor looks"))
    launches = types(house, "VE1")["ball_launched"]
    house.play(240)
    assert types(house, "VE1")["ball_launched"] == launches
    assert house.state("VE1").direction.suspension is not None
    handle_as_direction(house, "VE1", c.ResumeTable())
    assert house.play(120, until=lambda: types(house, "VE1")["ball_launched"] > launches)


def test_a_launch_that_is_called_void_after_its_coup_was_annulled_keeps_nobody_waiting(
    house: LivingHouse,
) -> None:
    house = LivingHouse(house.now, ("VE1",))
    assert house.play(120, until=lambda: house.state("VE1").phase == "bets_closed")
    visit(house, "VE1", c.AnnulCoup(reason="no-number", signatures=(CHIEF,)))
    visit(house, "VE1", c.SeeVoid(reader="wheel-VE1", reasons=("no_result",)))
    paid = types(house, "VE1")["payments_confirmed"]
    assert house.play(400, until=lambda: types(house, "VE1")["payments_confirmed"] > paid)


@pytest.mark.parametrize("code", ["VE1", VISITORS_TABLE])
def test_a_ball_that_was_lost_with_its_wheel_is_launched_again(house: LivingHouse, code: str) -> None:
    """As when the house was closed while it ran: the wheel begins with another game, and says nothing of this one."""
    house = LivingHouse(house.now, (code,))
    while house.state(code).coup < 2 or house.state(code).phase != "launched":
        if code == VISITORS_TABLE and house.state(code).phase == "paying":
            visit(house, code, c.ConfirmPayments())
        elif code == VISITORS_TABLE and house.state(code).phase == "betting":
            visit(house, code, c.PlaceBet(player="P1", bet="rouge", amount=500))
        next_phase(house, code)
    seen = types(house, code)
    house.wheels[code].switch_on()
    house.restart()
    assert house.play(400, until=lambda: types(house, code)["number_fell"] > seen["number_fell"])
    assert types(house, code)["launch_failed"] == seen["launch_failed"] + 1


def test_no_ball_is_launched_after_the_announced_last_coup(house: LivingHouse) -> None:
    house = LivingHouse(house.now, ("CA1",))
    assert house.play(120, until=lambda: house.state("CA1").phase == "betting")
    visit(house, "CA1", c.AnnounceLastCoup())
    last = house.state("CA1").coup
    house.play(400)
    after = house.state("CA1")
    assert (after.coup, after.phase, after.payments_open) == (last, "idle", ())


def test_the_visitors_wheel_waits_for_a_bet_and_for_the_payment(house: LivingHouse) -> None:
    house = LivingHouse(house.now, (VISITORS_TABLE,))
    house.play(200)
    assert types(house, VISITORS_TABLE)["ball_launched"] == 0
    visit(house, VISITORS_TABLE, c.PlaceBet(player="P1", bet="rouge", amount=500))
    assert house.play(120, until=lambda: house.state(VISITORS_TABLE).phase == "paying")
    house.play(120)
    unpaid = house.state(VISITORS_TABLE)
    assert (unpaid.payments_open, types(house, VISITORS_TABLE)["ball_launched"]) == ((unpaid.coup,), 1)
    visit(house, VISITORS_TABLE, c.ConfirmPayments())
    assert house.state(VISITORS_TABLE).phase == "betting"
    visit(house, VISITORS_TABLE, c.CloseBets())
    assert house.play(60, until=lambda: house.state(VISITORS_TABLE).number != unpaid.number)


def test_a_visitor_who_does_the_croupiers_work_at_a_played_table_is_not_in_the_way(
    house: LivingHouse,
) -> None:
    """Nor is the play in the visitor's: what each of them does is done, whoever does it."""
    house = LivingHouse(house.now, ("VE1",))
    assert house.play(120, until=lambda: house.state("VE1").phase == "betting")
    visit(house, "VE1", c.PlaceBet(player="A visitor", bet="noir", amount=500))
    visit(house, "VE1", c.CloseBets())
    assert house.play(120, until=lambda: house.state("VE1").phase == "paying")
    coup = house.state("VE1").coup
    visit(house, "VE1", c.ClearLosers())
    visit(house, "VE1", c.ConfirmPayments())
    assert house.play(240, until=lambda: house.state("VE1").coup > coup + 1)


def handle_as_direction(house: LivingHouse, code: str, command: c.Signed) -> None:
    people = DemonstrationPeople()
    signed = replace(command, signatures=(people.own("direction"),))
    visit(house, code, signed)


def test_on_the_second_day_the_tables_close_count_and_open_again_and_every_link_leads_somewhere(
    house: LivingHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play(100)
    first = house.state("CA1").day
    house.now = morning_after(first)

    def all_open() -> bool:
        return all(house.state(each.code).day > first for each in TABLES) and all(
            house.state(code).coup >= 1 for code in PLAYED
        )

    assert house.play(600, until=all_open)
    for table in TABLES:
        # What was overdue at the closing is recorded after it.
        (closed,) = (each for each in record(house, table.code, first) if each.type == "table_closed")
        assert closed.data["forced"] is None
        assert house.state(table.code).direction.float_at_opening is not None or table.code == "LV1"
    assert recorded_rota(CASINO_ID, date.fromisoformat(house.state("RA1").day)).at("RA1")
    monkeypatch.setattr(timezone, "now", lambda: house.now)
    boss = Person.objects.get(username="pitboss")
    assert [str(fault) for fault in sorted(crawl(browser_of(boss), boss).faults)] == []


def morning_after(day: str) -> datetime:
    """When the gaming day after begins, by the casino's clock (UTC)."""
    zone = ZoneInfo(settings.TIME_ZONE)
    hour = time(settings.GAMING_DAY_BEGINS_AT, 5)
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), hour, zone).astimezone(UTC)
