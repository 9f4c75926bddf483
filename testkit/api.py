"""Helpers for tests of the API: a system that calls it, and the request of the documentation."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.test import Client

from casino.api.access.clients import NewClient
from casino.one_machine.house_parts import web_server
from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.part import ending
from casino.one_machine.ports import free_port
from tables.roulette.loader import rulebooks
from testkit.databases import addresses_of
from testkit.stream import wait_until

BETS = [
    {"ref": "a", "player": "P1", "bet": "cheval:17-20", "amount": 1000},
    {"ref": "b", "player": "P1", "bet": "rouge", "amount": 5000},
]
REQUEST: dict[str, Any] = {
    "currency": "EUR",
    "minimum": 500,
    "bets": BETS,
    "choices": [{"coup": 1, "ref": "b", "choice": "stay"}],
    "results": [0, 18],
}


class Caller:
    """A system that calls the API with the token of its own client."""

    def __init__(self, made: NewClient) -> None:
        self.client = made.client
        self.http = Client(raise_request_exception=False)
        self.commands = 0
        credentials = {"grant_type": "client_credentials", "client_id": made.client.client_id}
        credentials |= {"client_secret": made.secret}
        self.token = json.loads(self.http.post("/oauth/token/", credentials).content)["access_token"]

    def get(self, path: str, **headers: str) -> Any:
        return self.http.get(f"/api/v1/{path}", headers=self._signed(headers))

    def post(self, path: str, body: Any, key: str | None = "one", **headers: str) -> Any:
        """Post with this idempotency key, or without one if it is None; a body other than bytes is sent as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        keyed = {} if key is None else {"Idempotency-Key": key}
        return self.http.post(
            f"/api/v1/{path}", sent, "application/json", headers=self._signed({**keyed, **headers})
        )

    def put(self, path: str, body: Any, key: str | None = "one", **headers: str) -> Any:
        """With this idempotency key, or without where it is None."""
        keyed = {} if key is None else {"Idempotency-Key": key}
        return self.http.put(
            f"/api/v1/{path}",
            json.dumps(body).encode(),
            "application/json",
            headers=self._signed({**keyed, **headers}),
        )

    def command(self, name: str, body: Any = None, *, table: str = "T1", **headers: str) -> Any:
        """A command to a table, under a key of its own unless `key` is one."""
        self.commands += 1
        key = headers.pop("key", f"key-{self.commands}")
        return self.post(f"tables/{table}/commands/{name}", body or {}, key, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.http.delete(f"/api/v1/{path}", headers=self._signed(headers))

    def settle(self, body: Any, key: str | None = "one", rulebook: str = "it-venezia") -> Any:
        return self.post(f"rulebooks/{rulebook}/settlements", body, key)

    def _signed(self, headers: dict[str, str]) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", **headers}


BALLS = [{"name": "A", "diameter_mm": 20}, {"name": "B", "diameter_mm": 20}]


def registration(rulebook: str = "it-venezia", **more: Any) -> dict[str, Any]:
    """The body that registers table T1."""
    return {"code": "T1", "name": "Table 1", "rulebook": rulebook, "cylinder_mm": 550, "balls": BALLS, **more}


def staff_of(rulebook: str) -> dict[str, Any]:
    """Somebody for each position of the rulebook."""
    positions = rulebooks()[rulebook].staff.positions
    return {
        position: {"id": f"p{turn}", "name": f"Croupier {turn}"} for turn, position in enumerate(positions)
    }


def done(response: Any) -> Any:
    """The document of a response that is 201."""
    assert response.status_code == 201, response.content
    return json.loads(response.content)


def token_from(address: str, made: NewClient) -> str:
    """A token of the client, from the server at this address."""
    asked = {"grant_type": "client_credentials", "client_id": made.client.client_id}
    body = urlencode({**asked, "client_secret": made.secret}).encode()
    with urllib.request.urlopen(f"{address}/oauth/token/", body, timeout=30) as answer:
        token: str = json.load(answer)["access_token"]
    return token


def problem_of(response: Any) -> dict[str, Any]:
    """Return the problem in a response, checked for the parts of every problem."""
    assert response.headers["Content-Type"] == "application/problem+json", response.content
    found: dict[str, Any] = json.loads(response.content)
    assert found["status"] == response.status_code
    assert found["type"].startswith("urn:permanence:problem:")
    assert found["title"]
    assert found["detail"]
    return found


NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
LAST_WORDS = 20
"""Lines of its log in the report about a failed web server."""


class WebServerEnded(RuntimeError):
    """The web server ended while it was needed."""


@contextmanager
def serving(folder: Path, set_to: Mapping[str, str] = NO_SETTINGS) -> Iterator[str]:
    """Yield the address of a web server, a process of its own with these settings, once it answers.

    Raises WebServerEnded if it ends too early. An exception raised meanwhile gets its last log lines, because its
    log is deleted with the folder.
    """
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    database = addresses_of(connection.settings_dict["NAME"])
    environment = {**os.environ, **database, "PERMANENCE_DATA": str(folder)}
    # PINs that the test has set are right there too.
    environment |= {"PIN_PEPPER": settings.PIN_PEPPER or settings.SECRET_KEY, **set_to}
    uvicorn = [sys.executable, "-m", "uvicorn", *web_server("127.0.0.1", port)]
    said = folder / "web.log"
    with said.open("ab") as log:
        process = subprocess.Popen(
            uvicorn,
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=log,
            stderr=log,
            preexec_fn=dies_with_parent(signal.SIGKILL),  # noqa: PLW1509  one system call, no Python lock
        )
    try:
        wait_until(lambda: _runs(process) and _answers(f"{address}/healthz"), "the web server answers")
        yield address
        _runs(process)
    except Exception as failed:
        last = said.read_text(errors="replace").splitlines()[-LAST_WORDS:]
        failed.add_note("\n".join(["The web server said last:", *(last or ["nothing"])]))
        raise
    finally:
        process.kill()
        process.wait()


def _runs(process: "subprocess.Popen[bytes]") -> bool:
    """True; raises WebServerEnded where it has ended."""
    if process.poll() is not None:
        raise WebServerEnded(f"the web server was needed, and {ending(process.returncode)}")
    return True


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except OSError:
        return False
