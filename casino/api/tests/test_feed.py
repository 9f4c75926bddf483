"""The feed: by position, filtered, awaited and streamed; whoever reads on from where they were misses nothing."""

import http.client
import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.utils import timezone
from oauth2_provider.models import get_access_token_model

from casino.api.access.scopes import FEED_READ
from casino.api.http.response import BATCH_TYPE
from casino.api.models import ApiClient
from tables.handling.models import Casino
from tables.play import commands as c
from tables.stream import read_feed
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.stream import wait_until

PATIENCE_S = 60.0
STREAM = {"Accept": "text/event-stream"}
pytestmark = pytest.mark.django_db(transaction=True)

Seal = Callable[[int], int]


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "it-venezia", now=timezone.now())


@pytest.fixture
def system(house: OpenHouse, register: Callable[..., Any]) -> Caller:
    return Caller(register(FEED_READ))


@pytest.fixture
def casino(house: OpenHouse) -> Casino:
    return Casino.objects.get(pk=house.casino_id)


def read(system: Caller, query: str = "", **headers: str) -> Any:
    answer = system.get(f"events{query}", **headers)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_all_of_it_comes_page_by_page_in_order(system: Caller, house: OpenHouse, seal: Seal) -> None:
    for number in (17, 0, 36):
        house.coup(number)
    last = seal(house.casino_id)
    told: list[Any] = []
    after = 0
    while after < last:
        page = read(system, f"?after={after}&limit=4")
        assert 1 <= len(page["events"]) <= 4
        assert page["head"] == last
        told += page["events"]
        after = page["next"]
    assert [event["position"] for event in told] == list(range(1, last + 1))
    recorded = read_feed(house.casino_id)
    assert [event["id"] for event in told] == [str(event.event_id) for event in recorded]
    assert read(system, f"?after={after}") == {"events": [], "next": last, "head": last}


def test_feed_filtered_by_type_and_table_keeps_its_position(
    system: Caller, house: OpenHouse, seal: Seal
) -> None:
    other = OpenHouse(house.casino_id, "pt-francesa", table="T10", now=house.now)
    house.coup(17)
    other.coup(4)
    last = seal(house.casino_id)
    numbers = read(system, "?type=number_fell")
    assert [event["data"]["number"] for event in numbers["events"]] == [17, 4]
    assert numbers["next"] == last
    mine = read(system, "?table=T1")
    assert {event["table"] for event in mine["events"]} == {"T1"}
    assert mine["events"][-1]["position"] < mine["next"] == last
    several = read(system, "?type=number_fell,table_opened&table=T10")
    assert [event["type"] for event in several["events"]] == ["table_opened", "number_fell"]
    assert several == read(system, "?type=number_fell&type=table_opened&table=T10")
    assert read(system, "?type=never_was")["next"] == last


def test_nothing_of_another_casino_is_in_it(system: Caller, house: OpenHouse, seal: Seal) -> None:
    other = OpenHouse(house.casino_id + 1, "it-venezia", now=house.now)
    seal(other.casino_id)
    last = seal(house.casino_id)
    assert len(read(system)["events"]) == last == 1


def test_the_bare_list_says_where_to_read_on(system: Caller, house: OpenHouse, seal: Seal) -> None:
    house.coup(17)
    seal(house.casino_id)
    answer = system.get("events?limit=3", Accept=BATCH_TYPE)
    assert answer.headers["Content-Type"] == BATCH_TYPE
    assert json.loads(answer.content) == read(system, "?limit=3")["events"]
    assert answer.headers["Link"] == '</api/v1/events?limit=3&after=3>; rel="next"'


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("after=-1", "after"),
        ("after=x", "after"),
        (f"after={'9' * 40}", "after"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("wait=31", "wait"),
        ("type=", "type"),
        ("table=a/b", "table"),
        ("table=", "table"),
        ("since=3", "since"),
        ("after=1&after=2", "after"),
    ],
)
def test_malformed_query_of_the_feed_is_named(
    system: Caller, problem: Callable[..., Any], query: str, says: str
) -> None:
    found = problem(system.get(f"events?{query}"))
    assert (found["status"], found["detail"].partition(":")[0]) == (422, says)


def test_the_scope_is_asked_for(
    register: Callable[..., Any], problem: Callable[..., Any], house: OpenHouse
) -> None:
    assert problem(Caller(register("tables:read")).get("events"))["status"] == 403
    assert problem(Caller(register(FEED_READ)).get("events", Authorization="Bearer none"))["status"] == 401
    asked = Caller(register("tables:read")).get("events", Accept="text/event-stream")
    assert problem(asked)["status"] == 403
    assert (
        "text/event-stream" in problem(Caller(register(FEED_READ)).get("events", Accept="text/css"))["detail"]
    )


# ---------------------------------------------------------------- on the real server


@contextmanager
def asked(address: str, system: Caller, query: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    """What the real server answers to another program; the line is cut at the end, wherever the answer has come to."""
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_S)
    line.request(
        "GET", f"/api/v1/events?{query}", headers={"Authorization": f"Bearer {system.token}", **headers}
    )
    response = line.getresponse()
    try:
        yield response
    finally:
        response.close()
        line.close()


def page_of(address: str, system: Caller, query: str, **headers: str) -> Any:
    with asked(address, system, query, **headers) as response:
        return json.loads(response.read())


@pytest.fixture
def sealing(house: OpenHouse, seal: Seal) -> Iterator[Callable[[], int]]:
    yield lambda: seal(house.casino_id)


def test_waiting_client_is_answered_when_an_event_comes(
    web_server: str, system: Caller, house: OpenHouse, sealing: Callable[[], int]
) -> None:
    last = sealing()
    answers: list[Any] = []
    waiter = threading.Thread(
        target=lambda: answers.append(page_of(web_server, system, f"after={last}&wait=30"))
    )
    waiter.start()
    # The server listens from the first page that waits on.
    wait_until(lambda: listening(house), "the server listens")
    assert not answers
    house.do(c.AnnounceBetsOpen())
    sealing()
    waiter.join(PATIENCE_S)
    (page,) = answers
    assert [event["type"] for event in page["events"]] == ["bets_opened"]
    assert page["next"] == last + 1


def test_waiting_client_is_answered_when_its_time_is_over(
    web_server: str, system: Caller, house: OpenHouse, sealing: Callable[[], int]
) -> None:
    last = sealing()
    told = page_of(web_server, system, f"after={last}&wait=1&type=number_fell")
    assert told == {"events": [], "next": last, "head": last}


def listening(house: OpenHouse) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE application_name = 'permanence-web' "
            "AND datname = current_database()"
        )
        return cursor.fetchone() is not None


def messages(response: http.client.HTTPResponse) -> Iterator[tuple[int, Any]]:
    """Position and event of each message; a pulse has no event."""
    position, event = 0, None
    while line := response.readline():
        text = line.decode().rstrip("\n")
        if text.startswith("id: "):
            position = int(text[4:])
        elif text.startswith("data: "):
            event = json.loads(text[6:])
        elif not text:
            yield position, event
            event = None


def test_the_stream_sends_what_there_is_and_what_comes(
    web_server: str, system: Caller, house: OpenHouse, sealing: Callable[[], int]
) -> None:
    house.coup(17)
    last = sealing()
    with asked(web_server, system, "", **STREAM) as response:
        assert response.headers["Content-Type"] == "text/event-stream"
        stream = messages(response)
        assert [next(stream)[1]["position"] for _ in range(last)] == list(range(1, last + 1))
        house.do(c.AnnounceBetsOpen())
        now = sealing()
        came = [next(stream)[1] for _ in range(now - last)]
    assert [event["position"] for event in came] == list(range(last + 1, now + 1))
    assert came[-1]["type"] == "bets_opened"


def test_filtered_stream_resumes_after_events_outside_its_filter(
    web_server: str, system: Caller, house: OpenHouse, sealing: Callable[[], int]
) -> None:
    house.coup(17)
    last = sealing()
    with asked(web_server, system, "type=table_opened", **STREAM) as response:
        stream = messages(response)
        assert next(stream)[1]["type"] == "table_opened"
        assert next(stream) == (last, None)
        house.do(c.AnnounceBetsOpen())
        now = sealing()
        assert next(stream) == (now, None)
    told = page_of(web_server, system, "", **{"Last-Event-ID": str(last)})
    assert [event["type"] for event in told["events"]] == ["bets_opened"]


def test_the_stream_ends_with_its_token(
    web_server: str, system: Caller, house: OpenHouse, sealing: Callable[[], int]
) -> None:
    sealing()
    tokens = get_access_token_model().objects.filter(application=ApiClient.objects.get(pk=system.client.pk))
    tokens.update(expires=timezone.now() + timedelta(seconds=2))
    with asked(web_server, system, "", **STREAM) as response:
        assert response.read().count(b"data: ") == 1
    with asked(web_server, system, "") as response:
        assert response.status == 401


def test_a_consumer_killed_at_random_a_hundred_times_loses_and_doubles_nothing(
    web_server: str, system: Caller, house: OpenHouse, sealing: Callable[[], int]
) -> None:
    """It keeps what it read together with how far it came, dies anywhere in a page or a stream, and reads on."""
    dice = random.Random(7)
    kept: list[int] = []
    after = 0
    for death in range(100):
        if death % 5 == 0:
            house.coup(dice.randrange(37))
            sealing()
        streaming = death % 2 == 1
        query = f"after={after}&limit={dice.randint(1, 9)}"
        survives = dice.randrange(4)
        with asked(web_server, system, query, **(STREAM if streaming else {})) as response:
            if streaming:
                stream = messages(response)
                for _ in range(min(survives, house_has(system, after))):
                    after, event = next(stream)
                    kept += [] if event is None else [after]
            elif survives:
                page = json.loads(response.read())
                kept += [event["position"] for event in page["events"]]
                after = page["next"]
            else:
                response.read(dice.randrange(200))
    last = sealing()
    while after < last:
        page = read(system, f"?after={after}")
        kept += [event["position"] for event in page["events"]]
        after = page["next"]
    assert kept == list(range(1, last + 1))


def house_has(system: Caller, after: int) -> int:
    """How many events there are after a position."""
    return len(read(system, f"?after={after}&limit=1000")["events"])
