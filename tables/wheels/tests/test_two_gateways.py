"""Two gateways on one wheel: one works, the other takes over, and every number is one coup."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from tables.play import commands as c
from tables.wheels.models import GatewayReport, ReaderLease
from tables.wheels.tests.gateways import DatabaseLine, Gateways, TurningWheel
from testkit.house import OpenHouse
from testkit.stream import wait_until

pytestmark = pytest.mark.servers
QUICK = 20.0


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now() - timedelta(minutes=1))


@pytest.fixture
def quick_wheel() -> Iterator[TurningWheel]:
    with TurningWheel(speed=QUICK) as wheel:
        yield wheel


@pytest.fixture
def wheel() -> Iterator[TurningWheel]:
    with TurningWheel() as wheel:
        yield wheel


@pytest.fixture
def gateways(house: OpenHouse, tmp_path: Path, quick_wheel: TurningWheel) -> Iterator[Gateways]:
    with Gateways(house, tmp_path, quick_wheel) as gateways:
        yield gateways


def play(house: OpenHouse, wheel: TurningWheel, *numbers: int) -> None:
    """Let these numbers fall, each once the table has the one before."""
    for number in numbers:
        if house.state.past:
            wait_until(lambda: wheel.waits_for_its_ball, "the next game")
        before = len(house.state.past)
        wheel.fall(number)
        wait_until(lambda before=before: len(house.state.past) > before, f"the table has {number}")  # type: ignore[misc]


def coups(house: OpenHouse) -> list[tuple[int, int]]:
    return [(past.coup, past.number) for past in house.state.past]


def test_two_gateways_make_each_number_one_coup(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    gateways.start("one")
    gateways.wait_for_holder("one", 1)
    gateways.start("two")
    wait_until(lambda: GatewayReport.objects.count() == 2, "both gateways report")
    play(house, quick_wheel, 17, 22, 22)
    assert quick_wheel.listeners == 1
    assert coups(house) == [(1, 17), (2, 22), (3, 22)]
    assert set(gateways.leases_heard()) == {1}


def test_killed_holder_is_followed_by_the_other_gateway(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    gateways.start("one")
    gateways.wait_for_holder("one", 1)
    gateways.start("two")
    play(house, quick_wheel, 17)
    gateways.end("one", signal.SIGKILL)
    gateways.wait_for_holder("two", 2)
    play(house, quick_wheel, 22, 5)
    gateways.start("one")
    gateways.end("two", signal.SIGKILL)
    gateways.wait_for_holder("one", 3)
    play(house, quick_wheel, 36)
    assert coups(house) == [(1, 17), (2, 22), (3, 5), (4, 36)]
    assert house.state.doubted == ()


def test_holder_that_was_stopped_delivers_nothing_when_it_continues(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    gateways.start("one")
    gateways.wait_for_holder("one", 1)
    gateways.start("two")
    play(house, quick_wheel, 17)
    gateways.send("one", signal.SIGSTOP)
    gateways.wait_for_holder("two", 2)
    heard = len(gateways.leases_heard())
    play(house, quick_wheel, 22)
    gateways.send("one", signal.SIGCONT)
    wait_until(lambda: quick_wheel.listeners == 1, "the stopped gateway hangs up")
    play(house, quick_wheel, 5)
    assert set(gateways.leases_heard()[heard:]) == {2}
    assert coups(house) == [(1, 17), (2, 22), (3, 5)]
    assert gateways.end("one") == 0
    # The gateway may notice the loss of its lease before it reads the bytes that waited for it.
    letters = gateways.dead_letters("one")
    assert {one.observation.lease for one in letters} <= {1}
    assert all(
        "reader-lease-lost" in one.reason and str(gateways.spool("two")) in one.reason for one in letters
    )


def test_holder_that_was_stopped_within_a_transaction_keeps_no_lock(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    gateways.start("one", DATABASE_IDLE_TRANSACTION_SECONDS="600", DATABASE_ANSWER_SECONDS="600")
    gateways.wait_for_holder("one", 1)
    # A gateway hears the opening of a game only if it is connected by then: of the second game it is.
    play(house, quick_wheel, 5)
    wait_until(lambda: quick_wheel.waits_for_its_ball and house.state.coup == 2, "bets are open")
    gateways.start("two")
    wait_until(lambda: GatewayReport.objects.count() == 2, "both gateways report")
    with other_session() as table:
        table.execute("SELECT FROM house_board WHERE casino_id = %s FOR UPDATE", [house.casino_id])
        quick_wheel.fall(17)
        wait_until(waits_for_a_lock, "the gateway records the launch")
        gateways.send("one", signal.SIGSTOP)
    gateways.wait_for_holder("two", 2)
    wait_until(lambda: coups(house) == [(1, 5), (2, 17)], "the other gateway has recovered the number")


@contextmanager
def other_session() -> Iterator[CursorWrapper]:
    """A transaction in a session of its own; it is committed on leaving."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            yield cursor
            cursor.execute("COMMIT")
    finally:
        other.close()


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_rolling_update_hands_the_reader_over(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    gateways.start("old")
    gateways.wait_for_holder("old", 1)
    play(house, quick_wheel, 17)
    gateways.start("new")
    wait_until(lambda: GatewayReport.objects.count() == 2, "the new gateway is at work")
    assert gateways.end("old") == 0
    gateways.wait_for_holder("new", 2)
    play(house, quick_wheel, 22)
    assert coups(house) == [(1, 17), (2, 22)]
    assert (house.state.doubted, gateways.dead_letters("old")) == ((), [])


def test_restarted_gateway_goes_on_under_its_lease(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    for end in (signal.SIGTERM, signal.SIGKILL):
        gateways.start("one", "--casino", str(house.casino_id), "--readers", f"W-9,{house.reader}")
        gateways.wait_for_holder("one", 1)
        play(house, quick_wheel, 17, 22)
        gateways.end("one", end)
    assert [number for _, number in coups(house)] == [17, 22, 17, 22]
    assert set(gateways.leases_heard()) == {1}
    gateways.start("other", "--casino", str(house.casino_id + 1))
    wait_until(lambda: GatewayReport.objects.filter(gateway__contains="other").exists(), "it is at work")
    assert ReaderLease.objects.get().lease == 1


def test_holder_without_a_database_listens_on_and_delivers_when_it_is_back(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    line = DatabaseLine()
    gateways.start("one", database=line.address)
    gateways.wait_for_holder("one", 1)
    line.cut()
    quick_wheel.fall(17)
    wait_until(lambda: "the house is away" in gateways.said("one"), "the number waits in the spool")
    assert coups(house) == []
    line.mend()
    wait_until(lambda: coups(house) == [(1, 17)], "the number is recorded")
    assert set(gateways.leases_heard()) == {1}
    line.close()


def test_holder_that_alone_lost_the_database_delivers_nothing_after_a_takeover(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    line = DatabaseLine()
    gateways.start("one", database=line.address)
    gateways.wait_for_holder("one", 1)
    gateways.start("two")
    wait_until(lambda: GatewayReport.objects.count() == 2, "both gateways report")
    line.cut()
    gateways.wait_for_holder("two", 2)
    play(house, quick_wheel, 17)
    line.mend()
    wait_until(lambda: "reader-lease-lost" in gateways.said("one"), "the spool's observations are refused")
    wait_until(lambda: quick_wheel.listeners == 1, "the former holder hangs up")
    play(house, quick_wheel, 22)
    assert gateways.end("one") == 0
    (result,) = [one for one in gateways.dead_letters("one") if one.observation.kind == "result"]
    assert (result.observation.number, result.observation.lease) == (17, 1)
    assert str(gateways.spool("two")) in result.reason
    assert coups(house) == [(1, 17), (2, 22)]
    assert house.state.doubted == ()
    line.close()


@pytest.mark.parametrize("phase", ["betting", "launched", "closed", "fallen"])
def test_takeover_in_each_phase_of_a_game_gives_one_coup(
    house: OpenHouse, tmp_path: Path, wheel: TurningWheel, phase: str
) -> None:
    with Gateways(house, tmp_path, wheel) as gateways:
        gateways.start("one")
        gateways.wait_for_holder("one", 1)
        gateways.start("two")
        wait_until(lambda: GatewayReport.objects.count() == 2, "both gateways report")
        house.do(c.AnnounceBetsOpen())
        house.do(c.PlaceBet(player="P1", bet="plein:17", amount=1000))
        if phase == "launched":
            wheel.launch()
        if phase == "closed":
            wheel.close_bets()
        if phase == "fallen":
            play(house, wheel, 17)
        wait_until(lambda: house.state.phase in (phase, "bets_closed", "paying"), f"the table is {phase}")
        gateways.end("one", signal.SIGKILL)
        gateways.wait_for_holder("two", 2)
        if phase != "fallen":
            wheel.fall(17)
        wait_until(lambda: len(house.state.past) == 1, "the coup has its number")
        assert (coups(house), house.state.doubted, house.state.past[0].doubts) == ([(1, 17)], (), ())
        assert house.state.payments_open


def test_number_that_falls_during_a_takeover_is_recovered_and_confirmed_by_a_person(
    house: OpenHouse, gateways: Gateways, quick_wheel: TurningWheel
) -> None:
    gateways.start("one")
    gateways.wait_for_holder("one", 1)
    house.do(c.AnnounceBetsOpen(), now=timezone.now())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=1000), now=timezone.now())
    quick_wheel.close_bets()
    wait_until(lambda: house.state.phase == "bets_closed", "bets are closed")
    gateways.end("one", signal.SIGKILL)
    quick_wheel.fall(17)
    wait_until(lambda: quick_wheel.waits_for_its_ball, "the wheel goes on")
    gateways.start("two")
    gateways.wait_for_holder("two", 2)
    wait_until(lambda: house.state.doubted, "the number waits")
    assert [(one.number, one.doubts, one.coup) for one in house.state.doubted] == [(17, ("recovered",), 1)]
    house.do(c.DeclareNumber(number=17), now=timezone.now())
    assert coups(house) == [(1, 17)]
