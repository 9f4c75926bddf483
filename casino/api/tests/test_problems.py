"""Whatever goes wrong under /api/ is application/problem+json, never a page."""

import http.client
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from casino.web.limits import LARGEST_BODY

pytestmark = pytest.mark.django_db

SETTLEMENTS = "rulebooks/it-venezia/settlements"


@pytest.mark.parametrize(
    "path",
    ["", "v1", "v1/", "v1/nothing", "v1/rulebooks/", "v2/rulebooks", "v1/docs/x", "v1/tables/T%00", "%00"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_that_is_none(method: str, path: str, problem: Callable[..., Any]) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert problem(browser.generic(method, f"/api/{path}", headers={"Accept": "text/html"}))["status"] == 404


def test_unknown_table_or_address_has_a_code_and_parameters(
    caller: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    found = problem(caller().get("tables/T9"))
    assert (found["status"], found["code"]) == (404, "table-unknown")
    assert found["parameters"] == {"table": "T9", "tables": []}
    assert found["detail"] == "no table T9 is registered; there are: none."
    nowhere = problem(Client().get("/api/v1/nothing"))
    assert (nowhere["code"], nowhere["parameters"]) == ("address-unknown", {"address": "/api/v1/nothing"})


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_a_method_that_is_not_taken(
    method: str, caller: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    system = caller()
    sent = getattr(system.http, method)
    response = sent("/api/v1/rulebooks", headers={"Authorization": f"Bearer {system.token}"})
    found = problem(response)
    assert (found["status"], "GET" in found["detail"]) == (405, True)
    assert "GET" in response.headers["Allow"]


def test_a_form_of_answer_that_is_not_given(caller: Callable[..., Any], problem: Callable[..., Any]) -> None:
    system = caller()
    assert problem(system.get("rulebooks", Accept="text/html"))["status"] == 406
    assert system.get("rulebooks", Accept="text/html, */*;q=0.1").status_code == 200


@pytest.mark.parametrize(
    "type_",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "",
    ],
)
def test_a_body_that_is_not_json(type_: str, caller: Callable[..., Any], problem: Callable[..., Any]) -> None:
    system = caller()
    headers = {"Authorization": f"Bearer {system.token}", "Idempotency-Key": "one"}
    response = system.http.generic("POST", f"/api/v1/{SETTLEMENTS}", b"bets", type_, headers=headers)
    found = problem(response)
    assert (found["status"], "application/json" in found["detail"]) == (415, True)


MALFORMED = {
    b"": "request: not JSON at line 1, column 1",
    b'{"bets": [}': "request: not JSON at line 1, column 11",
    b"\xff\xfe\xfa": "request: not JSON that can be read",
    b"[" * 100_000: "request: not JSON that can be read",
    b'{"bets": [], "bets": []}': "request: the key 'bets' stands twice in one object",
}


@pytest.mark.parametrize(
    "body", MALFORMED, ids=["nothing", "cut short", "no text", "too deep", "a key twice"]
)
def test_json_that_is_none(body: bytes, caller: Callable[..., Any], problem: Callable[..., Any]) -> None:
    found = problem(caller().settle(body))
    assert found["status"] == 400
    assert found["type"] == "urn:permanence:problem:malformed-request"
    assert found["detail"].startswith(MALFORMED[body])
    assert found["code"] in ("not-json-at", "not-json-readable", "json-key-twice")


def test_a_body_over_the_limit(caller: Callable[..., Any], problem: Callable[..., Any]) -> None:
    found = problem(caller().settle(b" " * (LARGEST_BODY + 1)))
    assert (found["status"], str(LARGEST_BODY) in found["detail"]) == (413, True)
    assert problem(caller().settle(b" " * LARGEST_BODY))["status"] == 400


def test_unknown_client_is_refused_before_its_body_is_read(problem: Callable[..., Any]) -> None:
    stranger = Client()
    assert problem(stranger.post(f"/api/v1/{SETTLEMENTS}", b"{", "text/plain"))["status"] == 401
    assert problem(stranger.put("/api/v1/rulebooks"))["status"] == 401
    assert problem(stranger.get("/api/v1/rulebooks/fr-lyon"))["status"] == 401


@pytest.mark.parametrize(
    "bearer", ["Bearer", "Bearer ", "Bearer a b", "Basic YTpi", "Bearer \xe9", "nothing"]
)
def test_a_header_that_is_no_token(bearer: str, problem: Callable[..., Any]) -> None:
    assert problem(Client().get("/api/v1/rulebooks", headers={"Authorization": bearer}))["status"] == 401


@pytest.mark.django_db(transaction=True)
def test_a_host_that_is_not_ours_is_no_page_either(live_server: Any) -> None:
    host, port = live_server.thread.host, live_server.thread.port
    connection = http.client.HTTPConnection(host, port, timeout=30)
    try:
        connection.request("GET", "/api/v1/rulebooks", headers={"Host": "elsewhere.example"})
        response = connection.getresponse()
        body = json.load(response)
    finally:
        connection.close()
    assert (response.status, response.headers["Content-Type"]) == (400, "application/problem+json")
    assert body["status"] == 400


def test_a_form_for_a_token_over_the_limit_is_no_page_either(problem: Callable[..., Any]) -> None:
    assert problem(Client().post("/oauth/token/", {"grant_type": "x" * 3_000_000}))["status"] == 400


@pytest.mark.django_db(transaction=True)
def test_a_body_in_chunks_is_read_and_held_to_the_limit(
    web_server: str, caller: Callable[..., Any], published: Any
) -> None:
    headers = {"Authorization": f"Bearer {caller().token}", "Content-Type": "application/json"}

    def sent(chunks: list[bytes], key: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(urlsplit(web_server).netloc, timeout=30)
        try:
            keyed = {**headers, "Idempotency-Key": key}
            connection.request("POST", f"/api/v1/{SETTLEMENTS}", iter(chunks), keyed, encode_chunked=True)
            response = connection.getresponse()
            return response.status, json.load(response)
        finally:
            connection.close()

    whole = json.dumps(published).encode()
    status, answer = sent([whole[:50], whole[50:]], "in-two")
    assert (status, answer["rulebook"]) == (200, "it-venezia")
    status, found = sent([b" " * 65_536] * 17, "too-much")
    assert (status, found["type"]) == (413, "urn:permanence:problem:too-large")


def test_unforeseen_error_is_a_problem_in_the_api_and_a_page_elsewhere(
    caller: Callable[..., Any], problem: Callable[..., Any], published: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = caller()
    monkeypatch.setattr("casino.api.rulebooks.settlements.MOST_LINES", None)
    assert problem(system.settle(published))["status"] == 500
    monkeypatch.setattr("casino.health.views.HttpResponse", None)
    page = system.http.get("/healthz")
    assert (page.status_code, page.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
