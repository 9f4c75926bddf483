"""The live stream on a real web server and a real sealer: it pokes, resumes, and comes back after a lost database."""

import http.client
import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client

from casino.web.streams.live_messages import PULSE_S
from tables.play import commands as c
from tables.stream import feed_position
from testkit.house import OpenHouse
from testkit.people import browser_of
from testkit.screens import ScreenHouse
from testkit.stream import wait_until

PATIENCE_S = 60.0
BET_EVERY_S = 0.5


class Listening:
    """An open stream, read message by message."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response

    def message(self) -> dict[str, str]:
        """The next message; fails when none comes."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        assert fields, "the stream ended"
        return fields

    def next(self, event: str) -> dict[str, str]:
        """The next message of this kind."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            message = self.message()
            if message["event"] == event:
                return message
        raise AssertionError(f"no {event} came")

    def poke_at(self, position: int) -> None:
        """Waits for the poke that has come as far as this position."""
        while int(self.next("poke")["id"]) < position:
            pass


@contextmanager
def listening(house: ScreenHouse, query: str = "", told: int | str | None = None) -> Iterator[Listening]:
    client = browser_of(house.boss)
    headers = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
    if told is not None:
        headers["Last-Event-ID"] = str(told)
    line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE_S)
    line.request("GET", f"/floor/live{query}", headers=headers)
    response = line.getresponse()
    assert response.status == 200
    assert response.headers["Content-Type"] == "text/event-stream"
    try:
        yield Listening(response)
    finally:
        line.close()


def sealed(house: OpenHouse, at_least: int) -> int:
    """The feed's position once it holds so many events."""
    wait_until(lambda: feed_position(house.casino_id) >= at_least, "the sealer seals")
    return feed_position(house.casino_id)


@pytest.mark.servers
def test_recorded_event_pokes_the_page(screen_house: ScreenHouse) -> None:
    house = screen_house.house
    before = sealed(house, 1)
    with listening(screen_house) as stream:
        assert int(stream.next("pulse")["id"]) == before
        stream.next("poke")
        house.do(c.AnnounceBetsOpen())
        stream.poke_at(before + 1)


def test_a_tables_page_is_not_poked_for_another_table(screen_house: ScreenHouse) -> None:
    house = screen_house.house
    other = OpenHouse(house.casino_id, "it-live", table="T2", now=house.now)
    start = sealed(house, 2)
    with listening(screen_house, "?table=T1") as stream:
        stream.next("poke")
        other.do(c.AnnounceBetsOpen())
        sealed(house, start + 1)
        house.do(c.AnnounceBetsOpen())
        assert int(stream.next("poke")["id"]) == start + 2


def test_a_quiet_tables_page_hears_the_pulse_while_another_table_never_rests(
    screen_house: ScreenHouse,
) -> None:
    house = screen_house.house
    other = OpenHouse(house.casino_id, "it-live", table="T2", now=house.now)
    other.do(c.BuyIn(seat="P1", amount=1_000_000))
    other.do(c.AnnounceBetsOpen())
    heard = threading.Event()

    placed = itertools.count()

    def bets_all_the_time() -> None:
        while not heard.wait(BET_EVERY_S):
            other.do(c.PlaceBet(player="P1", bet="rouge", amount=50))
            next(placed)
        connection.close()

    with listening(screen_house, "?table=T1") as stream:
        stream.next("pulse")
        never_rests = threading.Thread(target=bets_all_the_time)
        never_rests.start()
        try:
            stream.next("pulse")
            # After three pulses that do not come a page says that it is stale. Counted in bets, not seconds: on a slow
            # machine they come more slowly too.
            assert next(placed) <= 3 * PULSE_S / BET_EVERY_S
        finally:
            heard.set()
            never_rests.join()


def test_returning_page_is_poked_once_for_missed_events(
    screen_house: ScreenHouse,
) -> None:
    house = screen_house.house
    told = sealed(house, 1)
    house.coup(17)
    position = sealed(house, told + 4)
    with listening(screen_house, "?table=T1", told=told) as stream:
        stream.poke_at(position)
    with listening(screen_house, "?table=T1", told=position) as stream:
        assert [stream.message()["event"] for _ in range(2)] == ["pulse", "pulse"]


def test_a_position_that_no_stream_told_is_taken_for_none(screen_house: ScreenHouse) -> None:
    sealed(screen_house.house, 1)
    for told in ("9" * 5000, "-1", "²", "1e5", "soon"):
        with listening(screen_house, told=told) as stream:
            assert [stream.message()["event"] for _ in range(2)] == ["pulse", "poke"], told


@pytest.mark.servers
def test_the_stream_outlives_its_database_connection_and_tells_what_happened_meanwhile(
    screen_house: ScreenHouse,
) -> None:
    house = screen_house.house
    start = sealed(house, 1)
    with listening(screen_house) as stream:
        stream.next("poke")
        for coup in range(1, 4):
            cut = _cut_the_listeners_line()
            house.coup(coup)
            stream.poke_at(start + 4 * coup)
            assert cut >= 1


@pytest.mark.servers
def test_two_pages_share_one_listening_connection(screen_house: ScreenHouse) -> None:
    sealed(screen_house.house, 1)
    with listening(screen_house) as one, listening(screen_house) as other:
        one.next("poke")
        other.next("poke")
        wait_until(lambda: _listeners() == 1, "one connection listens")
        screen_house.house.do(c.AnnounceBetsOpen())
        assert one.next("poke")["id"] == other.next("poke")["id"]


@pytest.mark.django_db
def test_the_stream_is_not_for_strangers() -> None:
    response = Client().get("/floor/live")
    assert (response.status_code, response["Location"]) == (302, "/sign-in/?next=/floor/live")


LISTENERS = "FROM pg_stat_activity WHERE application_name = 'permanence-web' AND datname = current_database()"


def _listeners() -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) {LISTENERS}")
        return int(cursor.fetchone()[0])


def _cut_the_listeners_line() -> int:
    """The server ends the listening connection, as it does all of them when it dies."""
    wait_until(lambda: _listeners() == 1, "the listener is there")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(pg_terminate_backend(pid)) {LISTENERS}")
        return int(cursor.fetchone()[0])
