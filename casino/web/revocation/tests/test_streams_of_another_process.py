"""What is revoked in one process ends the streams of another. On real web servers, with nothing recorded meanwhile.

Each stream is read with a deadline that is shorter than its own next question whether it may go on.
"""

import http.client
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.utils import timezone

from casino.api.access.clients import NewClient
from casino.api.access.scopes import TABLES_READ
from casino.api.models import ApiClient
from casino.people.models import Person, Role
from casino.seats.models import SeatScreen
from casino.seats.screens import revoke_screen
from casino.web.revocation.tests.conftest import (
    PATIENCE_S,
    asked,
    feed_of,
    is_revoked,
    is_suspended,
    loses_the_session,
    opened,
    page_of,
    screen_of,
    sign_is_withdrawn,
    sign_of,
)
from tables.handling import registers
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import serving
from testkit.house import BOSS, OpenHouse
from testkit.people import PASSWORD, engage
from testkit.seats import code_for
from testkit.stream import sequence_all

pytestmark = pytest.mark.django_db(transaction=True)


# ---------------------------------------------------------------- people's pages


def has_another_role(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(role=Role.CASH_DESK)


def has_another_password(person: Person) -> None:
    person.set_password(f"not {PASSWORD}")
    person.save()


def has_another_factor(person: Person) -> None:
    """Each change of factors ends the sessions so (casino/people/sign_in)."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk).end_sessions()


def needs_a_second_factor(person: Person) -> None:
    for session in Session.objects.all():
        values = session.get_decoded()
        values["second_factor"] = False
        Session.objects.filter(pk=session.pk).update(session_data=SessionStore().encode(values))
    Casino.objects.filter(pk=person.casino_id).update(second_factor_roles=[Role.PIT_BOSS])


@pytest.mark.parametrize(
    "event",
    [
        is_suspended,
        has_another_role,
        has_another_password,
        has_another_factor,
        needs_a_second_factor,
        loses_the_session,
    ],
)
def test_a_persons_stream_ends_with_what_let_it_in(
    server: str, boss: Person, event: Callable[[Person], None]
) -> None:
    with opened(server, page_of(boss)) as stream:
        event(boss)
        assert stream.rest().rstrip().rpartition("\n\n")[2].startswith("event: poke\n")


def test_a_sign_out_at_another_web_server_ends_the_stream(server: str, boss: Person, tmp_path: Path) -> None:
    way = page_of(boss)
    with serving(tmp_path, {"SECRET_KEY": settings.SECRET_KEY}) as other, opened(server, way) as stream:
        line = http.client.HTTPConnection(urlsplit(other).netloc, timeout=PATIENCE_S)
        token = "a" * 32
        line.request(
            "POST",
            "/sign-out/",
            f"csrfmiddlewaretoken={token}",
            {
                "Cookie": f"{way.headers['Cookie']}; csrftoken={token}",
                "Content-Type": "application/x-www-form-urlencoded",
            },
        )
        assert line.getresponse().status == 302
        line.close()
        stream.rest()


def test_another_persons_stream_goes_on(server: str, house: OpenHouse, boss: Person) -> None:
    other = engage(Role.PIT_BOSS, casino_id=house.casino_id)
    with opened(server, page_of(boss)) as ending, opened(server, page_of(other)) as going_on:
        is_suspended(boss)
        ending.rest()
        house.do(c.AnnounceBetsOpen())
        position = sequence_all(house.casino_id)
        while going_on.response.readline().decode().rstrip() != f"id: {position}":
            pass


# ---------------------------------------------------------------- clients of the API


def may_read_no_feed(made: NewClient) -> None:
    ApiClient.objects.filter(pk=made.client.pk).update(scopes=[TABLES_READ])


def has_another_secret(made: NewClient) -> None:
    made.client.accesstoken_set.all().delete()


CLIENT_EVENTS = [is_revoked, may_read_no_feed, has_another_secret]


@pytest.mark.parametrize("event", CLIENT_EVENTS)
def test_the_feeds_stream_ends_with_its_clients_right(
    server: str, house: OpenHouse, made: NewClient, event: Callable[[NewClient], None]
) -> None:
    sequence_all(house.casino_id)
    with opened(server, feed_of(server, made)) as stream:
        event(made)
        stream.rest()


@pytest.mark.parametrize("event", CLIENT_EVENTS)
def test_a_client_that_waits_is_refused_once_its_right_ends(
    server: str, house: OpenHouse, made: NewClient, event: Callable[[NewClient], None]
) -> None:
    last = sequence_all(house.casino_id)
    way = feed_of(server, made, f"?after={last}&wait=30")
    way.headers["Accept"] = "application/json"
    line = http.client.HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE_S)
    line.request("GET", way.path, headers=way.headers)
    # A request that is sent later and has been answered: the first one has been let in, and waits.
    with asked(server, feed_of(server, made, f"?after={last - 1}")._replace(headers=way.headers)) as answer:
        assert answer.status == 200
    event(made)
    house.do(c.AnnounceBetsOpen())
    sequence_all(house.casino_id)
    answer = line.getresponse()
    refused = json.loads(answer.read())
    line.close()
    assert answer.status in (401, 403) and "events" not in refused


def test_a_token_that_another_process_ended_lets_nobody_in(server: str, made: NewClient) -> None:
    """A valid token is believed for some seconds by the process that has seen it."""
    way = feed_of(server, made)._replace(path="/api/v1/rulebooks")
    way.headers["Accept"] = "application/json"
    with asked(server, way) as answer:
        assert answer.status == 200
    with opened(server, feed_of(server, made)) as stream:
        is_revoked(made)
        stream.rest()
        with asked(server, way) as answer:
            assert answer.status == 401


# ---------------------------------------------------------------- seats and signs


def screen_is_revoked(house: OpenHouse) -> None:
    screen = SeatScreen.objects.get(casino_id=house.casino_id)
    boss = engage(Role.PIT_BOSS, casino_id=house.casino_id)
    revoke_screen(house.casino_id, "T1", screen.pk, by=boss, actor=BOSS, now=timezone.now())


def seat_has_another_screen(house: OpenHouse) -> None:
    assert Client().post("/seat/", {"opening_code": code_for(house, 1)}).status_code == 302


@pytest.mark.parametrize("event", [screen_is_revoked, seat_has_another_screen])
def test_a_seats_stream_ends_with_its_screen(
    server: str, house: OpenHouse, event: Callable[[OpenHouse], None]
) -> None:
    with opened(server, screen_of(house)) as stream:
        event(house)
        stream.rest()


def test_a_seats_stream_ends_with_the_day_of_its_table(server: str, house: OpenHouse) -> None:
    with opened(server, screen_of(house)) as stream:
        house.do(c.CloseTable(), now=timezone.now())
        sequence_all(house.casino_id)
        stream.rest()


def sign_has_another_token(house: OpenHouse) -> None:
    registers.issue_secret(house.casino_id, "sign", "door", by=BOSS, now=timezone.now())


def sign_shows_something_else(house: OpenHouse) -> None:
    values = {"table": "T1", "shows": ["numbers"]}
    registers.declare(house.casino_id, "sign", "door", values, by=BOSS, now=timezone.now())


@pytest.mark.parametrize("event", [sign_is_withdrawn, sign_has_another_token, sign_shows_something_else])
def test_a_signs_stream_ends_with_its_token(
    server: str, house: OpenHouse, event: Callable[[OpenHouse], None]
) -> None:
    with opened(server, sign_of(house)) as stream:
        event(house)
        stream.rest()
