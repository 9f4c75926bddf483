"""/healthz touches nothing; /readyz names what is missing."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from tables.house.models import Casino
from tables.stream import ANY, NewEvent, append


def ready(client: Client) -> tuple[int, dict[str, object], list[str]]:
    response = client.get("/readyz")
    body = json.loads(response.content)
    return response.status_code, body["checks"], body["missing"]


@contextmanager
def database_gone() -> Iterator[None]:
    """New connections are refused, as by a server that is not there; the one in use is cut."""
    good = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict |= {"HOST": "127.0.0.1", "PORT": "1", "OPTIONS": {}}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(good)


def test_healthz_answers_without_a_single_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readyz_is_well_when_every_check_holds(client: Client) -> None:
    status, checks, missing = ready(client)
    assert (status, missing) == (200, [])
    assert list(checks) == ["database", "migrations", "sealer"]


@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_database_that_does_not_answer_while_healthz_stays_well(client: Client) -> None:
    with database_gone():
        status, checks, missing = ready(client)
        assert client.get("/healthz").status_code == 200
    assert (status, missing) == (503, ["database", "migrations", "sealer"])
    assert "does not answer" in str(checks["database"])


@pytest.mark.django_db
def test_readyz_names_a_migration_that_is_not_applied(client: Client) -> None:
    applied = MigrationRecorder(connection).migration_qs.filter(app="people").order_by("name")
    last = applied.last()
    assert last is not None
    applied.filter(name=last.name).delete()
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["migrations"])
    assert f"people.{last.name}" in str(checks["migrations"])


@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_sealer_that_does_not_keep_up(
    client: Client, settings: Settings, casino_id: int, seal: Callable[[int], int]
) -> None:
    Casino.objects.create(id=casino_id, name="Waiting for its sealer")
    now = timezone.now()
    with transaction.atomic():
        event = NewEvent(type="noted", data={}, occurred_at=now)
        append(casino_id, "house/notes", [event], expected_version=ANY, now=now)
    settings.SEALER_LAG_LIMIT_SECONDS = 0.0
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["sealer"])
    assert f"casino {casino_id}" in str(checks["sealer"])
    seal(casino_id)
    assert ready(client)[0] == 200


@pytest.mark.django_db
def test_readyz_names_the_command_for_a_record_restored_from_another_server(
    client: Client, casino_id: int
) -> None:
    with connection.cursor() as cursor:  # a head as it stands after such a restore, with nothing waiting
        cursor.execute(
            "INSERT INTO seal_head (casino_id, below) VALUES (%s, '9000000000000000000')", [casino_id]
        )
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["sealer"])
    assert f"casino {casino_id}: restored" in str(checks["sealer"])
    assert "manage.py after_restore" in str(checks["sealer"])
