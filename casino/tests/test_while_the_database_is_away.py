"""Without its database the house says 503 and when to come back; what was sent then is done once, later."""

import http.client
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from psycopg import errors as pg
from psycopg_pool import PoolTimeout

from casino.api.access.clients import create_client
from casino.health.tests.test_the_probes import database_gone
from casino.one_machine.postgres import EmbeddedServer
from casino.people.models import Role
from casino.web.unavailable import DatabaseAway, is_database_away
from tables.handling.models import Casino
from testkit.api import Caller, problem_of, serving
from testkit.people import AsRole
from testkit.stream import wait_until

TABLE = {
    "code": "T9",
    "name": "Table 9",
    "rulebook": "it-venezia",
    "cylinder_mm": 550,
    "balls": [{"name": "A", "diameter_mm": 20}, {"name": "B", "diameter_mm": 20}],
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/floor/", "/floor/T1/", "/cash/slips/", "/compliance/", "/floor/live"])
def test_a_page_says_so_in_the_houses_style(address: str, as_role: AsRole) -> None:
    boss = as_role(Role.PIT_BOSS)
    with database_gone():
        answer = boss.get(address)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The database is away" in answer.content.decode()
    assert "/static/css/page.css" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_form_says_so_too(as_role: AsRole) -> None:
    boss = as_role(Role.PIT_BOSS)
    with database_gone():
        answers = [
            boss.post("/floor/T1/do/launch"),
            Client().post("/sign-in/", {"username": "nobody", "password": "of the house"}),
        ]
    assert [(answer.status_code, answer.headers["Retry-After"]) for answer in answers] == [(503, "5")] * 2


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_call_of_the_api_says_so_as_a_problem(casino_id: int) -> None:
    casino = Casino.objects.create(id=casino_id, name="Casino of a test")
    scopes = ["tables:read", "tables:write", "feed:read", "administration"]
    made = create_client(name="cash", casino=casino, scopes=scopes)
    system = Caller(made)
    secret = {"client_id": made.client.client_id, "client_secret": made.secret}
    with database_gone():
        answers = [
            system.get("tables"),
            system.get("events"),
            system.post("tables", TABLE),
            Client().post("/oauth/token/", {"grant_type": "client_credentials", **secret}),
        ]
    for answer in answers:
        assert problem_of(answer)["type"] == "urn:permanence:problem:unavailable"
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert system.post("tables", TABLE).status_code == 202


def caused(by: Exception) -> OperationalError:
    error = OperationalError(str(by))
    error.__cause__ = by
    return error


AWAY = [
    PoolTimeout("couldn't get a connection after 10.00 sec"),
    caused(PoolTimeout("couldn't get a connection after 10.00 sec")),
    caused(pg.AdminShutdown("terminating connection due to administrator command")),
    caused(pg.CannotConnectNow("the database system is starting up")),
    caused(pg.TooManyConnections("sorry, too many clients already")),
    caused(pg.DiskFull("could not extend file")),
]


@pytest.mark.parametrize("error", AWAY)
def test_each_absence_of_the_database_is_answered_with_503(error: Exception, rf: RequestFactory) -> None:
    answer = DatabaseAway(lambda request: HttpResponse()).process_exception(rf.get("/floor/"), error)
    assert answer is not None
    assert answer.status_code == 503


def test_repeatable_database_error_is_not_an_absence() -> None:
    assert not is_database_away(caused(pg.ProgramLimitExceeded("index row size exceeds maximum")))
    assert not is_database_away(pg.UniqueViolation("duplicate key"))
    assert not is_database_away(None)


# ------------------------------------------------------------ on a real server that is stopped

A_CASINO_WITH_A_CLIENT = """
import json
from casino.api.access.clients import create_client
from tables.handling.models import Casino
made = create_client(
    name="cash",
    casino=Casino.objects.create(name="Casino"),
    scopes=["tables:read", "tables:write", "administration"],
)
print(json.dumps({"client_id": made.client.client_id, "client_secret": made.secret}))
"""


WAITING_CODES = """
import json
from casino.api.models import WaitingRequest
asked = WaitingRequest.objects.order_by("asked_at").values_list("asked", flat=True)
print(json.dumps([each["code"] for each in asked]))
"""


class Line:
    """What one client sends to the web server."""

    def __init__(self, address: str, credentials: dict[str, str]) -> None:
        self.address = address
        self.form = urlencode({"grant_type": "client_credentials", **credentials})
        self.token = ""

    def sign_in(self) -> tuple[int, Any, http.client.HTTPMessage]:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        status, found, headers = self.send("POST", "/oauth/token/", self.form, **form)
        self.token = found.get("access_token", self.token)
        return status, found, headers

    def register(self, code: str, key: str) -> tuple[int, Any, http.client.HTTPMessage]:
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        return self.send("POST", "/api/v1/tables", json.dumps({**TABLE, "code": code}), **headers)

    def tables(self) -> tuple[int, Any, http.client.HTTPMessage]:
        return self.send("GET", "/api/v1/tables")

    def page(self) -> tuple[int, Any, http.client.HTTPMessage]:
        return self.send("GET", "/floor/", Cookie=f"sessionid={'a' * 32}")

    def send(
        self, method: str, path: str, body: str | None = None, **headers: str
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token and path != "/oauth/token/" else {}
        line = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60)
        try:
            line.request(method, path, body, {**bearer, **headers})
            answer = line.getresponse()
            sent = answer.read()
        finally:
            line.close()
        is_json = "json" in (answer.headers["Content-Type"] or "")
        return answer.status, json.loads(sent) if is_json else sent.decode(), answer.headers


def managed(folder: Path, database: str, *arguments: str) -> str:
    environment = {**os.environ, "DATABASE_URL": database, "PERMANENCE_DATA": str(folder)}
    environment["DJANGO_SETTINGS_MODULE"] = "casino.settings"
    run = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


def test_a_server_that_is_stopped_and_comes_back(house_folder: Path) -> None:
    server = EmbeddedServer(house_folder)
    database = server.ensure_running()
    try:
        managed(house_folder, database, "migrate", "--verbosity", "0")
        credentials = json.loads(
            managed(house_folder, database, "shell", "-v", "0", "-c", A_CASINO_WITH_A_CLIENT)
        )
        with serving(house_folder, {"DATABASE_URL": database}) as address:
            client = Line(address, credentials)
            assert client.sign_in()[0] == 200
            first = client.register("T1", "one")
            assert first[0] == 202

            server.stop()
            asked = [client.sign_in, client.tables, lambda: client.register("T2", "two"), client.page]
            with ThreadPoolExecutor(len(asked)) as together:
                answers = [each.result() for each in [together.submit(ask) for ask in asked]]
            assert [(status, headers["Retry-After"]) for status, _, headers in answers] == [(503, "5")] * 4
            assert {headers["Content-Type"] for _, _, headers in answers[:3]} == {"application/problem+json"}
            assert "The database is away" in answers[3][1]

            server.ensure_running()
            wait_until(lambda: client.tables()[0] == 200, "the API answers again")
            assert client.register("T2", "two")[0] == 202
            assert client.register("T2", "two")[0] == 202
            assert client.register("T1", "one")[:2] == first[:2]
            waiting = managed(house_folder, database, "shell", "-v", "0", "-c", WAITING_CODES)
            assert json.loads(waiting) == ["T1", "T2"]
            assert client.send("GET", "/floor/T%FF/")[0] == 404
    finally:
        server.stop()
