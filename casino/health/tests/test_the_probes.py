"""/healthz touches nothing; /readyz names what is missing."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from casino.embedded.disk import TRIAL_NAME
from tables.handling.models import Casino
from tables.stream import ANY, NewEvent, append
from tables.stream.merkle.note import SigningKey
from tables.wheels.models import SpoolAlarm
from testkit.stream import checkpoint_now

pytestmark = pytest.mark.usefixtures("as_application")


def ready(client: Client) -> tuple[int, dict[str, object], list[str]]:
    response = client.get("/readyz")
    body = json.loads(response.content)
    return response.status_code, body["checks"], body["missing"]


@pytest.mark.servers
@pytest.mark.django_db
def test_readyz_names_a_role_that_could_change_the_record(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET SESSION AUTHORIZATION")
        cursor.execute("GRANT UPDATE (xid), TRUNCATE ON event TO permanence")
        cursor.execute("SET SESSION AUTHORIZATION permanence")
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["privileges"])
    assert "it may TRUNCATE event; may UPDATE event; run manage.py make_database_roles" in str(
        checks["privileges"]
    )


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


@pytest.mark.servers
@pytest.mark.django_db
def test_readyz_is_well_when_every_check_holds(client: Client) -> None:
    status, checks, missing = ready(client)
    assert (status, missing) == (200, [])
    assert list(checks) == ["database", "migrations", "privileges", "sealer", "checkpoints", "disk", "spools"]


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_database_that_does_not_answer_while_healthz_stays_well(client: Client) -> None:
    with database_gone():
        status, checks, missing = ready(client)
        assert client.get("/healthz").status_code == 200
    lost = ["database", "migrations", "privileges", "sealer", "checkpoints", "spools"]
    assert (status, missing) == (503, lost)
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


@pytest.mark.servers
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


@pytest.mark.servers
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


@pytest.fixture
def no_key(settings: Settings, tmp_path: Path) -> Path:
    settings.CHECKPOINT_KEY = ""
    settings.CHECKPOINT_KEY_FILE = tmp_path / "checkpoint-key"
    return tmp_path / "checkpoint-key"


@pytest.mark.django_db
def test_readyz_says_that_nothing_is_signed_yet_and_is_well_all_the_same(
    client: Client, no_key: Path
) -> None:
    status, checks, missing = ready(client)
    assert (status, missing) == (200, [])
    assert "none is signed yet" in str(checks["checkpoints"])
    assert "manage.py make_checkpoint_key" in str(checks["checkpoints"])
    # The sealer's key is not for the web server to read.
    no_key.mkdir()
    assert ready(client)[1]["checkpoints"] == checks["checkpoints"]


@pytest.mark.django_db(transaction=True)
def test_readyz_says_how_long_an_event_has_waited_to_be_signed(
    client: Client, casino_id: int, seal: Callable[[int], int], no_key: Path, key: SigningKey
) -> None:
    Casino.objects.create(id=casino_id, name="Waiting for its checkpoint")
    long_ago = timezone.now() - timedelta(hours=1)
    with transaction.atomic():
        event = NewEvent(type="noted", data={}, occurred_at=long_ago)
        append(casino_id, "house/notes", [event], expected_version=ANY, now=long_ago)
    seal(casino_id)
    status, checks, _ = ready(client)
    assert status == 200
    assert f"casino {casino_id}: an event has waited 36" in str(checks["checkpoints"])
    assert "the sealer's log says why" in str(checks["checkpoints"])
    checkpoint_now(casino_id, key)
    assert "keep up" in str(ready(client)[1]["checkpoints"])


@pytest.mark.django_db
def test_readyz_says_that_the_disk_is_full_before_anything_breaks(client: Client, settings: Settings) -> None:
    settings.DISK_LEAST_FREE_MB = 10**9
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["disk"])
    assert "disk full: " in str(checks["disk"])
    assert "1000000000 MiB wanted" in str(checks["disk"])


@pytest.mark.django_db
def test_readyz_tries_a_real_write(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / f"{TRIAL_NAME}-{os.getpid()}").symlink_to("/dev/full")
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["disk"])
    assert f"nothing can be written in {tmp_path} (No space left on device)" in str(checks["disk"])
    assert ready(client)[0] == 200


@pytest.mark.django_db
def test_readyz_names_a_gateway_that_cannot_write_its_spool(client: Client) -> None:
    SpoolAlarm.objects.create(
        gateway="pit-1 gateway.sqlite3", since=timezone.now(), reason="disk is full", held=7
    )
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["spools"])
    assert "pit-1 gateway.sqlite3 cannot write its spool (disk is full); 7 observations" in str(
        checks["spools"]
    )
