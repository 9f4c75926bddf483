"""A stream asks before it sends, and a listener that comes back asks about all: a revocation that nobody heard."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from casino.api.access.clients import NewClient
from casino.people.models import Person
from casino.seats.models import SeatScreen
from casino.web.revocation.tests.conftest import (
    Way,
    is_revoked,
    is_suspended,
    loses_the_session,
    opened,
    page_of,
    screen_of,
    sign_is_withdrawn,
    sign_of,
)
from tables.play import commands as c
from testkit.api import token_from
from testkit.house import OpenHouse
from testkit.stream import sequence_all

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def unheard() -> Iterator[None]:
    """Changes that no trigger notifies of, as one that no listener heard."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield


def test_no_stream_sends_what_was_recorded_after_a_revocation_that_nobody_heard(
    server: str, house: OpenHouse, boss: Person, made: NewClient
) -> None:
    """Each stream asks before it sends: the check at each send stands in for a notification that was lost."""
    last = sequence_all(house.casino_id)
    token = token_from(server, made)
    feed = Way(
        f"/api/v1/events?after={last - 1}",
        {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"},
    )
    screen, sign = screen_of(house), sign_of(house)
    last = sequence_all(house.casino_id)
    with (
        opened(server, page_of(boss)) as page,
        opened(server, screen) as seat,
        opened(server, sign) as door,
        opened(server, feed) as client,
    ):
        with unheard():
            is_suspended(boss)
            is_revoked(made)
            SeatScreen.objects.update(revoked_at=timezone.now())
            sign_is_withdrawn(house)
        before = sequence_all(house.casino_id)
        house.do(c.AnnounceBetsOpen())
        sequence_all(house.casino_id)
        for name, stream in {"page": page, "seat": seat, "sign": door, "client": client}.items():
            assert all(position <= before for position in stream.positions()), name


def test_a_listener_that_comes_back_asks_about_what_it_missed(server: str, boss: Person) -> None:
    with opened(server, page_of(boss)) as stream:
        with unheard():
            is_suspended(boss)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'permanence-web' AND datname = current_database()"
            )
        stream.rest()


def test_a_notification_has_no_secret(house: OpenHouse, boss: Person, made: NewClient) -> None:
    """Every role of the database may listen."""
    key = page_of(boss).headers["Cookie"].partition("=")[2]
    with connection.cursor() as cursor:
        cursor.execute("LISTEN permanence_revocation")
    try:
        loses_the_session(boss)
        is_suspended(boss)
        is_revoked(made)
        assert connection.connection is not None
        heard = {notice.payload for notice in connection.connection.notifies(timeout=0.0)}
    finally:
        with connection.cursor() as cursor:
            cursor.execute("UNLISTEN permanence_revocation")
    assert {f"person/{boss.pk}", f"client/{made.client.pk}"} < heard
    assert any(subject.startswith("session/") for subject in heard)
    assert not [subject for subject in heard if key in subject]


def test_an_old_session_that_is_deleted_is_no_news(boss: Person) -> None:
    page_of(boss)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    with connection.cursor() as cursor:
        cursor.execute("LISTEN permanence_revocation")
    try:
        Session.objects.all().delete()
        assert connection.connection is not None
        assert not list(connection.connection.notifies(timeout=0.0))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("UNLISTEN permanence_revocation")
