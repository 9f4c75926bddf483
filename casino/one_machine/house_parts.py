"""The parts of the house on one machine, in the order in which they start."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from casino.one_machine import postgres
from casino.one_machine.living.wheel_hand import control_port
from casino.one_machine.part import (
    Part,
    Spawn,
    django_command,
    ended_well,
    listens,
    python,
    says,
)
from casino.one_machine.ports import Wanted
from casino.people.demonstration_house import TABLES, DemonstrationTable

FIRST_WHEEL_PORT = 41300
WEB_STOP_SECONDS = 3
WEBHOOKS_STOP_SECONDS = 20
"""A receiver that hangs is waited for for fifteen seconds (casino/kit/delivery/posting.py)."""
OUT_OF_STEP_SECONDS = 8
STEP_SECONDS = 300.0
UPGRADE_SECONDS = 3600.0
"""Time for an upgrade, which derives data of a long record again."""
DATABASE = "database"
DATABASE_START_SECONDS = 600.0
DATABASE_LONGEST_PAUSE = 2.0
"""Seconds until it is started again, however often it died: all the others wait for it."""
SERVICE_HEARTBEAT_SECONDS = 60.0
"""A service sends a heartbeat after every step of its work, and each wait for the database has a deadline."""
SEQUENCER_HEARTBEAT_SECONDS = 330.0
"""After a long outage one statement may take DATABASE_LONG_ANSWER_SECONDS."""
FOLLOWERS_HEARTBEAT_SECONDS = 900.0
"""Followers of a newer version derive their rows again first, and write them all in one go at the end."""
GATEWAY_HEARTBEAT_SECONDS = 60.0
WORKER_HEARTBEAT_SECONDS = 420.0
"""It runs its tasks in its main process, so it is silent while one lasts: longer than the time limit of a task."""
SWEEPER_HEARTBEAT_SECONDS = 90.0
WEB_HEARTBEAT_SECONDS = 30.0
"""It beats every five seconds (casino/web/liveness.py), unless it is stuck."""


@dataclass(frozen=True, kw_only=True)
class HousePlan:
    """Settings of an installation on one machine: folder, ports, and simulated wheels."""

    data: Path
    host: str
    port: int
    wheel_port: int
    own_database: bool
    wheels: bool = True
    empty: bool = False
    """It is a casino's own: without the demonstration, and without simulated wheels."""
    lives: bool = False
    """People of the demonstration play its tables, and its simulated wheels wait for their hands."""
    pace: float = 1.0
    """Factor of the players' speed over real time."""
    wheel_speed: float = 1.0
    """Factor of the simulated wheels' speed over real time; their readers have it as a setting."""
    wheel_options: tuple[str, ...] = field(default=())

    def ports(self) -> list[Wanted]:
        wanted = [Wanted(self.host, self.port, "the web server", "Choose another: make run PORT=8001")]
        if self.wheels and not self.empty:
            wanted += [
                Wanted(
                    "127.0.0.1",
                    self.wheel_port + table.place,
                    f"the simulated wheel of {table.code}",
                    "Choose where they begin: make run WHEEL_PORT=41700",
                )
                for table in TABLES
            ]
            if self.lives:
                wanted += [
                    Wanted(
                        "127.0.0.1",
                        control_port(self.wheel_port, table),
                        f"the control of the simulated wheel of {table.code}",
                        "Choose where they begin: make run WHEEL_PORT=41700",
                    )
                    for table in TABLES
                ]
        return wanted

    def stages(self) -> list[list[Part]]:
        """Return the parts, stage by stage; the parts of one stage may start together."""
        stages = [[database(self.data)]] if self.own_database else []
        if self.empty or not self.own_database:
            # Before anything is written: a database that another casino works in is not even migrated.
            check = "setup_link" if self.empty else "open_demonstration_house"
            stages += [[step("whose database", django_command(check, "--check-only"))]]
        stages += [
            [
                step("upgrade", django_command("upgrade", "--verbosity", "0"), start_seconds=UPGRADE_SECONDS),
                step("checkpoint key", django_command("make_checkpoint_key", "--if-missing")),
            ],
            *([] if self.empty else [[self._demonstration()]]),
            [
                web(self.host, self.port),
                service("sealer", django_command("seal"), heartbeat_seconds=SEQUENCER_HEARTBEAT_SECONDS),
                service("followers", django_command("follow"), heartbeat_seconds=FOLLOWERS_HEARTBEAT_SECONDS),
                service("webhooks", django_command("send_webhooks"), stop_seconds=WEBHOOKS_STOP_SECONDS),
                celery_worker("worker", "permanence", WORKER_HEARTBEAT_SECONDS),
                celery_worker("sweeper", "sweeps", SWEEPER_HEARTBEAT_SECONDS),
                celery("beat", "beat", ready_words="beat: Starting"),
            ],
        ]
        if self.wheels:
            simulated = [] if self.empty else [[self._wheel(table) for table in TABLES]]
            stages += [*simulated, [gateway()]]
            if self.lives and not self.empty:
                stages += [[self._play()]]
        return stages

    def _demonstration(self) -> Part:
        arguments = ["--wheel-port", str(self.wheel_port), "--wheel-speed", str(self.wheel_speed)]
        arguments += ["--lives"] if self.lives else []
        return step("demonstration", django_command("open_demonstration_house", *arguments))

    def _wheel(self, table: DemonstrationTable) -> Part:
        port = self.wheel_port + table.place
        arguments = ["--port", str(port), "--reader", table.reader, "--speed", str(self.wheel_speed)]
        # Wheels do not turn in step, and the first game is not played before the gateway listens.
        arguments += ["--await-listener", "--first-after", str(table.place * OUT_OF_STEP_SECONDS)]
        if self.lives:
            arguments += ["--by-hand", "--control-port", str(control_port(self.wheel_port, table))]
        spawn = python("-m", "tables.wheels.simulate", *arguments, *self.wheel_options)
        return Part(name=f"wheel {table.code}", spawn=spawn, ready=listens(port))

    def _play(self) -> Part:
        arguments = ["--wheel-port", str(self.wheel_port), "--pace", str(self.pace)]
        return service("play", django_command("play_demonstration", *arguments))


def database(data: Path) -> Part:
    """The embedded PostgreSQL. Stops on SIGINT: clients are cut off, and all is flushed to disk."""
    return Part(
        name=DATABASE,
        spawn=lambda environment: postgres.start(postgres.prepare(data), output=subprocess.PIPE),
        ready=lambda running: says("ready to accept connections")(running) and postgres.is_ready(data),
        stop_signal=postgres.STOPPING[0][0],
        stop_seconds=postgres.STOPPING[0][1],
        # After a kill it reads its write-ahead log first, and that may be long: it ends by itself where it cannot.
        start_seconds=DATABASE_START_SECONDS,
        longest_pause=DATABASE_LONGEST_PAUSE,
    )


def web(host: str, port: int) -> Part:
    spawn = python("-m", "uvicorn", *web_server(host, port))
    return Part(
        name="web",
        spawn=spawn,
        ready=listens(port),
        needs=DATABASE,
        heartbeat_seconds=WEB_HEARTBEAT_SECONDS,
    )


def web_server(host: str, port: int) -> list[str]:
    """The arguments of uvicorn. Live pages hold their connections open, so its stop is not left to them."""
    arguments = ["casino.asgi:application", "--host", host, "--port", str(port), "--no-access-log"]
    # The casino's setting names the proxies (casino/installation/trusted_proxies.py), not the server's.
    arguments += [
        "--no-proxy-headers",
        "--http",
        "casino.web.http_protocol:PatientProtocol",
        "--lifespan",
        "on",
    ]
    return [*arguments, "--timeout-graceful-shutdown", str(WEB_STOP_SECONDS)]


def celery_worker(name: str, queue: str, heartbeat_seconds: float) -> Part:
    """The Celery worker of one queue. Its tasks run one after the other, in its only process."""
    arguments = ["worker", "--pool=solo", "--without-gossip", "--without-mingle"]
    arguments += ["--queues", queue, "--hostname", f"{name}@%h"]
    return celery(name, *arguments, ready_words="ready.", heartbeat_seconds=heartbeat_seconds)


def celery(name: str, *arguments: str, ready_words: str, heartbeat_seconds: float | None = None) -> Part:
    """A Celery process. Workers and beat are apart, so that each can die and come back alone."""
    # On one machine root may well be who tries the house; a task here is JSON, which runs nothing by itself.
    calm = "ignore:You're running the worker with superuser privileges"
    spawn = python("-W", calm, "-m", "celery", "-A", "casino", "--quiet", *arguments, "--loglevel", "INFO")
    return Part(
        name=name,
        spawn=spawn,
        ready=says(ready_words),
        needs=DATABASE,
        heartbeat_seconds=heartbeat_seconds,
    )


def service(
    name: str,
    spawn: Spawn,
    *,
    stop_seconds: float = 12.0,
    heartbeat_seconds: float = SERVICE_HEARTBEAT_SECONDS,
    needs: str = DATABASE,
) -> Part:
    """Return a process of the project that writes `ready` as a line of its log once it is at work, and sends
    heartbeats.
    """
    return Part(
        name=name,
        spawn=spawn,
        ready=says("ready"),
        stop_seconds=stop_seconds,
        needs=needs,
        heartbeat_seconds=heartbeat_seconds,
    )


def gateway() -> Part:
    """The wheel gateway, which listens on while the database is away."""
    spawn = django_command("wheel_gateway")
    return service("gateway", spawn, heartbeat_seconds=GATEWAY_HEARTBEAT_SECONDS, needs="")


def step(name: str, spawn: Spawn, *, start_seconds: float = STEP_SECONDS) -> Part:
    return Part(name=name, spawn=spawn, ready=ended_well, once=True, start_seconds=start_seconds)
