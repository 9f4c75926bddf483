"""A standby takes over from its primary under load: nothing acknowledged is lost, and every service comes back.

The services are those of a house, as processes of their own, and none is restarted. They know both clusters by one
address (`target_session_attrs=read-write`). The old primary stays as its fault left it until all are back: nobody
resets a connection for them.
"""

import asyncio
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection

from casino.installation.server_address import APPLICATION, SERVICES, role_of_service, variable_of_service
from casino.one_machine.house_parts import web_server
from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.ports import free_port
from tables.stream.projections import asynchronous_projections
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from testkit.clusters import Pair
from testkit.databases import temporary_folder
from testkit.stream import wait_until
from testkit.webhooks import Receiver, receiving

BACK_WITHIN_S = 15.0
"""The promise: every service is back so soon after the new primary takes writes."""
SLOW_MACHINE = 4.0
"""How many times slower a busy machine may be."""
LAST_LINES = 15
"""Lines of each log that a failure shows."""
TABLES = ("T1", "T2")
WHEEL = "T9"

SET_UP = """
import json, sys
from django.utils import timezone
from casino.api.access.clients import OPERATOR, create_client
from casino.api.registered import register_webhook
from casino.api.webhooks.models import Stretch
from tables.handling.models import Casino, WheelReader
from testkit.house import OpenHouse
*tables, wheel = sys.argv[1:-2]
for code in (*tables, wheel):
    OpenHouse(1, "pt-francesa", table=code)
WheelReader.objects.exclude(table=wheel).update(enabled=False)
WheelReader.objects.filter(table=wheel).update(url=f"socket://127.0.0.1:{sys.argv[-2]}")
scopes = ["tables:read", "tables:write", "feed:read"]
made = create_client(name="load", casino=Casino.objects.get(), scopes=scopes)
hook = {"url": sys.argv[-1], "types": [], "table": "", "by": OPERATOR, "now": timezone.now()}
webhook, _ = register_webhook(made.client, **hook)
Stretch.objects.filter(webhook=webhook).update(after=0, position=0)
print(json.dumps({"client_id": made.client.client_id, "client_secret": made.secret}))
"""


class Api:
    """A client of the API, which asks again with the same key until it is answered."""

    def __init__(self, port: int, credentials: dict[str, str]) -> None:
        self._port = port
        form = urlencode({"grant_type": "client_credentials", **credentials})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self.token = json.loads(self.ask("POST", "/oauth/token/", form, kind)[1])["access_token"]

    def ask(
        self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        given = headers or {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            line.request(method, path, body or None, given)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def done(self, path: str, body: dict[str, Any], key: str) -> Any:
        """The document of the answer 201, however often it had to be asked."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        while True:
            status, answer = self.ask(
                "POST", f"/api/v1/{path}", json.dumps(body), {**headers, "Idempotency-Key": key}
            )
            if status == 201:
                return json.loads(answer)
            assert status == 503, (path, status, answer)


class Load:
    """Coups at one table, one command after another. An acknowledged command is remembered with its events."""

    COUP: tuple[tuple[str, dict[str, Any]], ...] = (
        ("bets-open", {}),
        ("place-bet", {"player": "P1", "bet": "rouge", "amount": 1000}),
        ("launch", {}),
        ("bets-closed", {}),
        ("number", {"number": 18}),
        ("payments-confirmed", {}),
    )

    def __init__(self, api: Api, table: str) -> None:
        self.acknowledged: list[str] = []
        """Ids of the events of acknowledged commands, in their order."""
        self.failed: BaseException | None = None
        self._api, self._table = api, table
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """End with the command in hand."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            for turn in count():
                for command, body in self.COUP:
                    if self._stop.is_set():
                        return
                    path = f"tables/{self._table}/commands/{command}"
                    done = self._api.done(path, body, f"{self._table}-{turn}-{command}")
                    self.acknowledged += [event["id"] for event in done["events"]]
        except BaseException as failed:
            self.failed = failed
            raise


class Stream:
    """A client of the feed's event stream, which comes back with the last position that it has."""

    def __init__(self, port: int, token: str) -> None:
        self.positions: list[int] = []
        self._port, self._token = port, token
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """Once the stream is silent for a second, or sends."""
        self._is_stopped = True
        self._thread.join()

    def _run(self) -> None:
        while not self._is_stopped:
            line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
            last = {"Last-Event-ID": str(self.positions[-1])} if self.positions else {}
            asked = {"Authorization": f"Bearer {self._token}", "Accept": "text/event-stream", **last}
            line.request("GET", "/api/v1/events?after=0", headers=asked)
            answer = line.getresponse()
            while not self._is_stopped and (sent := answer.readline()):
                if sent.startswith(b"id:"):
                    position = int(sent[3:])
                elif sent.startswith(b"data:"):
                    self.positions.append(position)
            line.close()


class House:
    """The services of one house on two clusters, with a wheel, a webhook, a stream and load."""

    api: Api
    stream: Stream

    def __init__(
        self,
        folder: Path,
        pair: Pair,
        receiver: Receiver,
        wheel: Simulator,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.pair = pair
        self.folder = folder
        self.receiver = receiver
        self.database = str(connection.settings_dict["NAME"])
        self.fallen: list[int] = []
        self._wheel, self._loop = wheel, loop
        pair.primary.empty(self.database)
        self.port = free_port()
        self.environment = {
            **os.environ,
            "DATABASE_URL": pair.url(self.database, APPLICATION),
            **{
                variable_of_service(each): pair.url(self.database, role_of_service(each)) for each in SERVICES
            },
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "PERMANENCE_DATA": str(folder),
            "PYTHONUNBUFFERED": "1",
            # Longer than a connection takes past a server that is frozen: a message that is older is not begun.
            "SHIFT_SWEEP_SECONDS": "3",
            "WEBHOOK_ALLOWED_ADDRESSES": "127.0.0.0/8",
        }
        arguments = [*TABLES, WHEEL, str(wheel.port), receiver.url]
        made = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{SET_UP}", *arguments],
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        self.credentials = json.loads(made.stdout)

    @contextmanager
    def services(self) -> Iterator[None]:
        """Every service of a house at work."""
        manage = [sys.executable, "manage.py"]
        celery = [sys.executable, "-W", "ignore", "-m", "celery", "-A", "casino", "--quiet"]
        commands = {
            "web": [sys.executable, "-m", "uvicorn", *web_server("127.0.0.1", self.port)],
            "sequencer": [*manage, "seal"],
            "followers": [*manage, "follow"],
            "webhooks": [*manage, "send_webhooks"],
            "gateway": [*manage, "wheel_gateway"],
            "worker": [*celery, *["worker", "--pool=solo", "--loglevel", "INFO", "--queues", "permanence"]],
            "sweeper": [*celery, *["worker", "--pool=solo", "--loglevel", "INFO", "--queues", "sweeps"]],
            "beat": [*celery, "beat"],
        }
        started: dict[str, subprocess.Popen[bytes]] = {}
        for name, command in commands.items():
            with (self.folder / f"{name}.log").open("wb") as log:
                started[name] = subprocess.Popen(
                    command,
                    cwd=settings.BASE_DIR,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    preexec_fn=dies_with_parent(signal.SIGKILL),  # noqa: PLW1509  one system call, no Python lock
                )
        try:
            wait_until(self._is_served, "the web server answers")
            self.api = Api(self.port, self.credentials)
            self.stream = Stream(self.port, self.api.token)
            yield
            self.stream.stop()
            for name in started:
                assert "permission denied" not in (self.folder / f"{name}.log").read_text(), name
            assert {name: process.poll() for name, process in started.items()} == dict.fromkeys(started)
        finally:
            for process in started.values():
                process.kill()
                process.wait()

    def fall(self) -> None:
        """Let a number fall on the wheel that the gateway listens to."""
        number = len(self.fallen) % 37
        asyncio.run_coroutine_threadsafe(self._wheel.fall(number), self._loop).result()
        self.fallen.append(number)

    def last_words(self) -> str:
        """The last lines of each service's log."""
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(line for log in logs for line in log.read_text().splitlines()[-LAST_LINES:])

    @property
    def has_listener(self) -> bool:
        return self._wheel.listeners == 1

    def ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that the present primary answers."""
        return self.pair.primary.ask(statement, self.database, *values)

    def says(self, question: str, *values: Any) -> bool:
        """Whether the present primary answers with one row that is true."""
        return self.ask(question, *values) == [(True,)]

    def results(self) -> list[int]:
        """The numbers that the wheel's reader has reported to the record, in its order."""
        found = self.ask(
            "SELECT (data->>'number')::integer FROM event WHERE type = 'observed_result' ORDER BY version"
        )
        return [number for (number,) in found]

    def _is_served(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[House]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    with ExitStack() as ending:
        ending.callback(loop.close)
        ending.callback(thread.join)
        ending.callback(loop.call_soon_threadsafe, loop.stop)
        folder, clusters = ending.enter_context(temporary_folder()), ending.enter_context(temporary_folder())
        pair = Pair(clusters)
        ending.callback(pair.kill)
        wheel = Simulator(SimulatedWheel(Random(1), games=0, then_idle=True))
        asyncio.run_coroutine_threadsafe(wheel.__aenter__(), loop).result()
        ending.callback(
            lambda: asyncio.run_coroutine_threadsafe(wheel.__aexit__(None, None, None), loop).result()
        )
        made = House(folder, pair, ending.enter_context(receiving()), wheel, loop)
        ending.enter_context(made.services())
        yield made


FAULTS: dict[str, Callable[[Pair], None]] = {
    "killed": lambda pair: pair.primary.kill(),
    "frozen": lambda pair: pair.primary.freeze(),
    "cut off": lambda pair: pair.primary.cut_off(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("fault", FAULTS)
def test_failover_loses_nothing_acknowledged_and_every_service_comes_back(house: House, fault: str) -> None:
    with ExitStack() as ending:
        loads = [Load(house.api, table) for table in TABLES]
        for load in loads:
            ending.callback(load.stop)
        wait_until_all_work(house, loads, patience_s=60.0)

        FAULTS[fault](house.pair)
        house.pair.promote()
        seconds = wait_until_all_work(house, loads, patience_s=BACK_WITHIN_S * SLOW_MACHINE)
        sys.stdout.write(f"{fault}: seconds until each was back: {seconds}\n")
    house.pair.renew_standby()
    check(house, loads)


def wait_until_all_work(house: House, loads: list[Load], *, patience_s: float) -> dict[str, float]:
    """Wait until every service has done something that began after now; return the seconds that each one took."""
    began_at = monotonic()
    ((now,),) = house.ask("SELECT clock_timestamp()")
    ((head,),) = house.ask("SELECT position FROM seal_head")
    acknowledged = [len(load.acknowledged) for load in loads]
    wait_until(lambda: house.has_listener, "the gateway listens")
    house.fall()
    names = [projection.name for projection in asynchronous_projections()]
    checks: dict[str, Callable[[], object]] = {
        "web": lambda: all(
            len(load.acknowledged) > before for load, before in zip(loads, acknowledged, strict=True)
        ),
        "stream": lambda: max(house.stream.positions, default=0) > head,
        "sequencer": lambda: house.says(
            "SELECT EXISTS (SELECT FROM sealed_event JOIN event ON event.id = sealed_event.event"
            " WHERE recorded_at > %s)",
            now,
        ),
        "followers": lambda: house.says(
            "SELECT min(position) > %s FROM projection WHERE name = ANY(%s)", head, names
        ),
        "webhooks": lambda: max(house.receiver.positions, default=0) > head,
        "gateway": lambda: house.results() == house.fallen,
        "sweeper": lambda: house.says("SELECT swept_at > %s FROM shift_sweep_checkpoint", now),
        "worker": lambda: house.says(
            "SELECT succeeded_at > %s FROM scheduled_run WHERE task = 'casino.notices.tasks.send'", now
        ),
    }
    seconds: dict[str, float] = {}
    while len(seconds) < len(checks):
        for load in loads:
            if load.failed is not None:
                raise load.failed
        for name in checks.keys() - seconds.keys():
            if checks[name]():
                seconds[name] = round(monotonic() - began_at, 1)
        late = sorted(checks.keys() - seconds.keys())
        assert not late or monotonic() - began_at < patience_s, (
            f"not at work: {late}; at work after {seconds}; last words:\n{house.last_words()}"
        )
    return seconds


def check(house: House, loads: list[Load]) -> None:
    """Every acknowledged event is recorded once and in order, and the feed has all, each once, in stream order."""
    wait_until(
        lambda: house.ask("SELECT count(*) FROM event") == house.ask("SELECT count(*) FROM sealed_event"),
        "all is sequenced",
    )
    rows = house.ask(
        "SELECT position, event_id::text, stream_id, version"
        " FROM sealed_event JOIN event ON event.id = sealed_event.event ORDER BY position"
    )
    assert [position for position, *_ in rows] == list(range(1, len(rows) + 1))
    for stream_id in {stream_id for _, _, stream_id, _ in rows}:
        versions = [version for _, _, of, version in rows if of == stream_id]
        assert versions == list(range(1, len(versions) + 1)), stream_id
    places = {event_id: position for position, event_id, *_ in rows}
    for load in loads:
        recorded = [places[event_id] for event_id in load.acknowledged]
        assert recorded == sorted(set(recorded))
    streamed = list(house.stream.positions)
    assert streamed == list(range(1, len(streamed) + 1))
    delivered = list(dict.fromkeys(house.receiver.positions))
    # A webhook is not told of its own registration.
    wanted = [position for position, _, stream_id, _ in rows if "webhook" not in stream_id]
    assert delivered == wanted[: len(delivered)]
    with closing(sqlite3.connect(house.folder / "wheels" / "gateway.sqlite3")) as spool:
        wait_until(
            lambda: spool.execute("SELECT count(*) FROM waiting").fetchone() == (0,), "all is delivered"
        )
