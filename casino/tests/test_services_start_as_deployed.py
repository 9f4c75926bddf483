"""Each unit of deploy/systemd, started as it is: not as root, in empty data folders, in a tree that is read-only."""

import json
import os
import pwd
import re
import shlex
import signal
import subprocess
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings

from casino.installation import server_address
from casino.one_machine.ports import free_port
from casino.one_machine.server_user import SYSTEM_USER
from tables.stream.database_rights import Duty
from tables.stream.database_roles import DatabaseRoles
from testkit.databases import ServerForTests, temporary_folder
from testkit.one_machine import wait_until

DEPLOY = Path(settings.BASE_DIR) / "deploy"
INSTALLED = "/opt/permanence"
STATE = "/var/lib"
SOCKETS = "/var/run/postgresql"
SECRET_KEY = "kept by nobody, and long enough for a test: 4Gq8Zt2M"
START_S = 90.0
SERVICES = {
    "web": "Application startup complete",
    "worker": "ready.",
    "sweeper": "ready.",
    "beat": "due task sweep-the-shift-rules",
    "sealer": "ready",
    "followers": "ready",
    "webhooks": "ready",
    "gateway": "wheel gateway ready",
}
"""The words by which each service says that it is at work."""

Unit = dict[str, list[str]]


class Installation:
    """A checkout installed as docs/deploying.md says, with its files of settings in a folder of the test's own."""

    def __init__(self, folder: Path, server: ServerForTests) -> None:
        self.folder = folder
        self.port = free_port()
        self._server = server
        self._services: dict[str, tuple[subprocess.Popen[bytes], Path]] = {}

    def unit(self, name: str) -> Unit:
        """Read a unit's directives: each key with its values in order."""
        text = (DEPLOY / "systemd" / f"permanence-{name}.service").read_text()
        found: Unit = defaultdict(list)
        for line in self._placed(text).splitlines():
            key, assigns, value = line.partition("=")
            if assigns and not line.startswith("#"):
                found[key].append(value)
        return found

    def environment(self, unit: Unit) -> dict[str, str]:
        """Read the variables that systemd gives to a unit: those of its files, then its own."""
        lines = [line for name in unit["EnvironmentFile"] for line in self._settings(Path(name).name)]
        assigned = (line.partition("=") for line in [*lines, *unit["Environment"]])
        path = f"{self._server.programs}:{os.environ['PATH']}"
        return {"PATH": path, "LANG": "C.UTF-8"} | {name: value for name, _, value in assigned}

    def start(self, name: str) -> None:
        """Start a unit's command with its user's rights."""
        unit = self.unit(name)
        for state in (*unit["StateDirectory"], "permanence"):
            self._make_owned(self.folder / state)
        command = [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(unit["ExecStart"][0])]
        log = self.folder / f"{name}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*_read_only(Path(settings.BASE_DIR)), *_as_user(), *command],
                cwd="".join(unit["WorkingDirectory"]) or "/",
                env=self.environment(unit),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._services[name] = process, log

    def wait(self, name: str, words: str) -> None:
        """Wait until the service has said these words; fail with its log if it ends before."""
        process, log = self._services[name]
        wait_until(
            lambda: words in log.read_text() or process.poll() is not None, START_S, f"{name}: {words}"
        )
        assert process.poll() is None, f"{name} has ended:\n{log.read_text()[-5_000:]}"

    def ended(self, name: str) -> int:
        """Wait until the command has ended; return its exit code."""
        return self._services[name][0].wait(START_S)

    def log(self, name: str) -> str:
        return self._services[name][1].read_text()

    def readiness(self) -> dict[str, Any]:
        """Return what /readyz answers; empty while the web server is not up."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/readyz", headers={"Host": "permanence.example"}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                body = answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                body = refusal.read()
        except (OSError, HTTPException):
            return {}
        found: dict[str, Any] = json.loads(body)
        return found

    def stop(self) -> None:
        for process, _ in self._services.values():
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process, _ in self._services.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()

    def _settings(self, name: str) -> list[str]:
        """The lines of a settings file as it is delivered, with the values of this machine in their places."""
        values = {
            "CELERY_BROKER_URL": os.environ.get("CELERY_BROKER_URL", ""),
            "SECRET_KEY": SECRET_KEY,
        }
        lines = self._placed((DEPLOY / name).read_text()).splitlines()
        pairs = [line.partition("=") for line in lines if line and not line.startswith("#")]
        return [f"{variable}={values.get(variable, value)}" for variable, _, value in pairs]

    def _placed(self, text: str) -> str:
        """The text with the folders, the socket and the port of an installation replaced by those of the test."""
        sockets = parse_qs(urlsplit(self._server.url).query)["host"][0]
        placed = text.replace(INSTALLED, str(settings.BASE_DIR)).replace(STATE, str(self.folder))
        return placed.replace(SOCKETS, sockets).replace("--port 8000", f"--port {self.port}")

    def _make_owned(self, folder: Path) -> None:
        if not folder.exists():
            folder.mkdir(mode=0o700)
            user = pwd.getpwnam(SYSTEM_USER)
            os.chown(folder, user.pw_uid, user.pw_gid)


@pytest.mark.servers
def test_every_unit_starts_without_root_in_empty_folders_and_a_read_only_tree(
    start_server: Callable[[], ServerForTests],
) -> None:
    if subprocess.run(
        [*_read_only(Path(settings.BASE_DIR)), "true"], capture_output=True, check=False
    ).returncode:
        pytest.xfail("this process may not mount a file system (root may)")
    server = start_server()
    with installed(server) as installation:
        installation.start("migrate")
        assert installation.ended("migrate") == 0, installation.log("migrate")
        for name in SERVICES:
            installation.start(name)
        for name, words in SERVICES.items():
            installation.wait(name, words)
        wait_until(
            lambda: bool(installation.readiness().get("ready")), START_S, "an installation that is ready"
        )
        for name in SERVICES:
            assert "permission denied" not in installation.log(name), installation.log(name)[-5_000:]
            assert "the role of this service" not in installation.log(name), installation.log(name)[-5_000:]

        installation.start("backup")
        assert installation.ended("backup") == 0, installation.log("backup")
        [dump] = (installation.folder / "permanence-backup").iterdir()
        listed = subprocess.run(
            [server.programs / "pg_restore", "--list", dump], capture_output=True, check=True
        )
        assert b"TABLE DATA record event_lasting" in listed.stdout


def test_every_unit_of_the_target_is_started_by_the_test_above() -> None:
    units = {path.stem.removeprefix("permanence-") for path in (DEPLOY / "systemd").glob("*.service")}
    assert units - {"migrate", "backup"} == set(SERVICES)


UNITS_WITH_A_ROLE = {
    "web": "permanence",
    "worker": "permanence_worker",
    "sweeper": "permanence_worker",
    "beat": "permanence_worker",
    "webhooks": "permanence_webhooks",
    "gateway": "permanence_gateway",
    "followers": "permanence_followers",
}


@pytest.mark.parametrize("name", UNITS_WITH_A_ROLE)
def test_user_of_a_unit_may_come_to_the_database_with_the_role_of_its_settings_alone(name: str) -> None:
    unit = (DEPLOY / "systemd" / f"permanence-{name}.service").read_text()
    files = re.findall(r"EnvironmentFile=-?/etc/(\S+)", unit)
    settings_of_unit = "".join((DEPLOY / file).read_text() for file in files)
    addresses = re.findall(r"^DATABASE_\w*URL=postgres://(\w+)@", settings_of_unit, re.MULTILINE)
    assert addresses[-1] == UNITS_WITH_A_ROLE[name]
    (user,) = re.findall(r"^User=(\S+)", unit, re.MULTILINE)
    identities = re.findall(
        r"^permanence +(\S+) +(\S+)$",
        (DEPLOY / "postgresql" / "pg_ident.conf").read_text(),
        re.MULTILINE,
    )
    assert [role for each, role in identities if each == user] == [addresses[-1]]


def test_every_role_of_a_service_may_come_by_the_rules_of_postgresql() -> None:
    _, _, roles, *_ = (DEPLOY / "postgresql" / "pg_hba.conf").read_text().splitlines()[-1].split()
    assert set(roles.split(",")) == set(DatabaseRoles().all)
    assert set(server_address.SERVICES) == {duty for duty in Duty if duty is not Duty.APPLICATION}


@contextmanager
def installed(server: ServerForTests) -> Iterator[Installation]:
    with ExitStack() as kept:
        folder = kept.enter_context(temporary_folder())
        installation = Installation(folder, server)
        kept.callback(installation.stop)
        yield installation


def _read_only(tree: Path) -> list[str]:
    """The beginning of a command that sees this folder without the right to write in it."""
    mounts = f'mount --bind "{tree}" "{tree}" && mount -o remount,bind,ro "{tree}" && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", mounts, "sh"]


def _as_user() -> list[str]:
    """The beginning of a command that runs without root's rights. It may read everything: a checkout may lie in a
    private folder here, which one in /opt does not."""
    user = pwd.getpwnam(SYSTEM_USER)
    return [
        "setpriv",
        f"--reuid={user.pw_uid}",
        f"--regid={user.pw_gid}",
        "--clear-groups",
        "--inh-caps=-all,+dac_read_search",
        "--ambient-caps=+dac_read_search",
        "--no-new-privs",
    ]
