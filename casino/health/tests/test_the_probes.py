"""/healthz touches nothing; /readyz names what is missing."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from celery import current_app
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from casino.api.access.clients import create_client
from casino.api.access.scopes import FEED_READ
from casino.api.webhooks.models import Attempt, Stretch, Webhook
from casino.celery import app
from casino.health.models import ScheduledRun
from casino.health.runs import intervals, note_run
from casino.installation.disk import TRIAL_NAME
from casino.installation.server_address import cluster_folder
from casino.one_machine.postgres import EmbeddedServer
from tables.handling.deadlines.sweep import sweep
from tables.handling.models import Casino, WheelReader
from tables.stream import ANY, NewEvent, append
from tables.stream.database_roles import DatabaseRoles
from tables.stream.following import follow_all
from tables.stream.merkle.note import SigningKey
from tables.stream.models import ProjectionState
from tables.stream.projections import asynchronous_projections
from tables.wheels.models import GatewayReport
from testkit.databases import temporary_folder
from testkit.stream import checkpoint_now, connected_as, django_on

NAMES = [
    "database",
    "migrations",
    "privileges",
    "sealer",
    "checkpoints",
    "followers",
    "webhooks",
    "notices",
    "broker",
    "sweep",
    "tasks",
    "disk",
    "spools",
]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def scheduled_runs(db: None) -> None:
    """Each scheduled task has just succeeded."""
    for task in intervals():
        note_run(task, succeeded=True)


def ready(client: Client) -> tuple[int, dict[str, object], list[str]]:
    """Ask as the web server does, with the application's role; where the database is gone, with none."""
    with ExitStack() as connected:
        with suppress(OperationalError):
            connected.enter_context(connected_as(DatabaseRoles().application))
        response = client.get("/readyz")
    body = json.loads(response.content)
    return response.status_code, body["checks"], body["missing"]


@pytest.mark.servers
@pytest.mark.django_db
def test_readyz_names_a_role_that_could_change_the_record(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("GRANT UPDATE (xid), TRUNCATE ON event TO permanence")
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
    assert list(checks) == NAMES


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_database_that_does_not_answer_while_healthz_stays_well(client: Client) -> None:
    with database_gone():
        status, checks, missing = ready(client)
        assert client.get("/healthz").status_code == 200
    lost = [name for name in NAMES if name not in ("broker", "disk")]
    assert (status, missing) == (503, lost)
    assert "does not answer" in str(checks["database"])
    # The others are not asked: each would wait as long again.
    assert all(checks[name] == checks["database"] for name in lost)


@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_standby_that_takes_no_writes(client: Client) -> None:
    with temporary_folder() as folder:
        server = EmbeddedServer(folder, quick=True)
        try:
            server.ensure_running()
            server.stop()
            (cluster_folder(folder) / "standby.signal").touch()
            with django_on(server.ensure_running()):
                status, checks, missing = ready(client)
        finally:
            server.stop()
    assert status == 503
    assert "database" in missing
    assert "in recovery: a standby takes no writes" in str(checks["database"])


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
    sweep(timezone.now())
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
    sweep(timezone.now())
    long_ago = timezone.now() - timedelta(hours=1)
    with transaction.atomic():
        event = NewEvent(type="noted", data={}, occurred_at=long_ago)
        append(casino_id, "house/notes", [event], expected_version=ANY, now=long_ago)
    seal(casino_id)
    follow_all(casino_id)
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
    now = timezone.now()
    GatewayReport.objects.create(
        gateway="pit-1 gateway.sqlite3", reported_at=now, since=now, reason="disk is full", held=7
    )
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["spools"])
    assert "pit-1 gateway.sqlite3 cannot write its spool (disk is full); 7 observations" in str(
        checks["spools"]
    )


@pytest.mark.django_db
def test_readyz_names_a_gateway_that_does_not_deliver(client: Client) -> None:
    now = timezone.now()
    GatewayReport.objects.create(
        gateway="pit-1", reported_at=now, waiting=9998, oldest_waiting_at=now - timedelta(minutes=59)
    )
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["spools"])
    assert "pit-1 does not deliver: 9998 observations wait, the oldest for 3540 s" in str(checks["spools"])


@pytest.mark.django_db
def test_readyz_names_a_gateway_that_reports_nothing_until_it_is_forgotten(client: Client) -> None:
    GatewayReport.objects.create(
        gateway="pit-1 gw.sqlite3", reported_at=timezone.now() - timedelta(minutes=5), waiting=3
    )
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["spools"])
    assert "pit-1 gw.sqlite3 has reported nothing for 300 s, and 3 observations waited then" in str(
        checks["spools"]
    )
    call_command("wheel_gateway", forget="pit-1 gw.sqlite3")
    assert ready(client)[0] == 200
    with pytest.raises(CommandError, match="has reported"):
        call_command("wheel_gateway", forget="pit-1 gw.sqlite3")


@pytest.mark.django_db
def test_readyz_asks_for_a_gateway_where_a_reader_is_dialled(client: Client, casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="With a wheel reader")
    sweep(timezone.now())
    WheelReader.objects.create(
        casino_id=casino_id, code="wheel-1", protocol="plain", url="socket://10.0.0.5:4001"
    )
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["spools"])
    assert "no wheel gateway reports, and 1 wheel readers are enabled" in str(checks["spools"])
    GatewayReport.objects.create(gateway="pit-1", reported_at=timezone.now())
    assert ready(client)[0] == 200


@pytest.mark.django_db
def test_readyz_says_how_long_ago_the_shift_rules_were_swept(client: Client, casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Waiting for its sweep")
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["sweep"])
    assert "no sweep of the shift rules was made yet; the sweeper, beat or the broker is away" in str(
        checks["sweep"]
    )
    sweep(timezone.now() - timedelta(minutes=10))
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["sweep"])
    assert f"casino {casino_id}: the shift rules were last swept 600" in str(checks["sweep"])
    sweep(timezone.now())
    # The next sweep takes a new casino along.
    Casino.objects.create(id=casino_id + 1, name="Registered after the sweep")
    assert ready(client)[0] == 200


ALERTS, CLEAN_UP = "tables.alerts.tasks.look", "casino.people.tasks.forget_what_expired"


@pytest.mark.django_db
def test_readyz_names_scheduled_tasks_that_do_not_run_or_do_not_succeed(
    client: Client, casino_id: int
) -> None:
    Casino.objects.create(id=casino_id, name="Without a worker")
    sweep(timezone.now())
    assert ready(client)[0] == 200
    now = timezone.now()
    for changed, named in (
        ({"succeeded_at": now - timedelta(minutes=6)}, f"{ALERTS} last succeeded 36"),
        ({"succeeded_at": None}, f"{ALERTS} has never succeeded"),
    ):
        ScheduledRun.objects.filter(task=ALERTS).update(**changed)
        status, checks, missing = ready(client)
        assert (status, missing) == (503, ["tasks"])
        assert named in str(checks["tasks"])
        assert "the worker, beat or the broker is away" in str(checks["tasks"])
    # An hourly task may be three hours late, and is not due yet after an update.
    ScheduledRun.objects.filter(task=CLEAN_UP).update(succeeded_at=now - timedelta(hours=2))
    note_run(ALERTS, succeeded=True)
    assert ready(client)[0] == 200
    ScheduledRun.objects.filter(task=CLEAN_UP).update(succeeded_at=now - timedelta(hours=4))
    assert f"{CLEAN_UP} last succeeded 1440" in str(ready(client)[1]["tasks"])
    ScheduledRun.objects.all().delete()
    words = str(ready(client)[1]["tasks"])
    assert f"{ALERTS} has not run yet" in words
    assert CLEAN_UP not in words


@pytest.mark.django_db
def test_each_run_of_a_scheduled_task_is_noted_and_a_failed_one_is_no_success(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ScheduledRun.objects.all().delete()
    app.loader.import_default_modules()
    task = app.tasks[ALERTS]
    task.apply()
    [run] = ScheduledRun.objects.all()
    assert (run.task, run.succeeded_at) == (ALERTS, run.ran_at)

    def failing(now: object) -> None:
        raise ValueError

    monkeypatch.setattr("tables.handling.alerts.watch.look", failing)
    task.apply()
    [again] = ScheduledRun.objects.all()
    assert again.ran_at > run.ran_at
    assert again.succeeded_at == run.succeeded_at
    note_run("casino.reports.tasks.work", succeeded=True)
    assert ScheduledRun.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_follower_that_lags(
    client: Client, settings: Settings, casino_id: int, seal: Callable[[int], int]
) -> None:
    recorded_long_ago(casino_id)
    seal(casino_id)
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["followers"])
    name = asynchronous_projections()[0].name
    assert f"{name} lags at 1 casinos, by 3600 s at casino {casino_id}" in str(checks["followers"])
    settings.FOLLOWER_LAG_LIMIT_SECONDS = 86_400
    assert ready(client)[0] == 200
    ProjectionState.objects.update_or_create(
        casino_id=casino_id, name=name, defaults={"version": 1, "status": "stuck"}
    )
    assert f"{name} is stuck at 1 casinos" in str(ready(client)[1]["followers"])
    follow_all(casino_id)
    assert ready(client)[0] == 200


@pytest.mark.django_db(transaction=True)
def test_readyz_names_a_webhook_whose_events_nobody_tries(
    client: Client, casino_id: int, seal: Callable[[int], int]
) -> None:
    casino = recorded_long_ago(casino_id)
    seal(casino_id)
    follow_all(casino_id)
    now = timezone.now()
    webhook = Webhook.objects.create(
        casino_id=casino_id,
        client=create_client(name="cash", casino=casino, scopes=(FEED_READ,)).client,
        url="https://cash.example/",
        types=[],
        made_at=now,
    )
    stretch = Stretch.objects.create(webhook=webhook, after=0, position=0, made_at=now)
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["webhooks"])
    assert f"webhook {webhook.pk} of casino {casino_id}: an event has waited 3600" in str(checks["webhooks"])
    Attempt.objects.create(
        webhook=webhook,
        stretch=stretch,
        position=1,
        event_id=uuid4(),
        type="noted",
        at=now,
        number=1,
        attempt=1,
        took_ms=1,
    )
    assert ready(client)[0] == 200


@pytest.mark.django_db
def test_readyz_names_a_broker_that_refuses_or_never_answers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        monkeypatch.setattr(current_app.conf, "broker_read_url", f"amqp://guest:guest@127.0.0.1:{port}//")
        status, checks, missing = ready(client)
        assert (status, missing) == (503, ["broker"])
        assert "the broker does not answer: " in str(checks["broker"])
    status, checks, missing = ready(client)
    assert (status, missing) == (503, ["broker"])
    assert "refused" in str(checks["broker"])


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_readyz_asks_as_much_of_the_database_for_many_casinos_as_for_one(
    client: Client, casino_id: int, seal: Callable[[int], int]
) -> None:
    asked = []
    for casinos in (1, 20):
        for number in range(casinos):
            recorded_long_ago(casino_id + number)
            seal(casino_id + number)
        with CaptureQueriesContext(connection) as queries:
            ready(client)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def recorded_long_ago(casino_id: int) -> Casino:
    """Register a casino with one event that is an hour old, and sweep it."""
    casino, _ = Casino.objects.get_or_create(id=casino_id, defaults={"name": f"Casino {casino_id}"})
    long_ago = timezone.now() - timedelta(hours=1)
    with transaction.atomic():
        event = NewEvent(type="noted", data={}, occurred_at=long_ago)
        append(casino_id, "house/notes", [event], expected_version=ANY, now=long_ago)
    sweep(timezone.now())
    return casino
