"""A header that a proxy doubled is 400, and nothing is done."""

import http.client
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from casino.api.http.single_headers import SINGLE
from casino.api.models import FirstAnswer
from testkit.api import Caller

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "/api/v1/rulebooks/it-venezia/settlements"


def sent(address: str, headers: list[tuple[str, str]], body: Any) -> tuple[int, dict[str, Any]]:
    """Post the body with these headers, as they are and in their order; the status and the answer."""
    content = json.dumps(body).encode()
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    line.putrequest("POST", ADDRESS)
    for name, value in (*headers, ("Content-Length", str(len(content)))):
        line.putheader(name, value)
    line.endheaders(content)
    response = line.getresponse()
    status, answer = response.status, json.loads(response.read())
    line.close()
    return status, answer


def headers_of(system: Caller) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {system.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": "k",
        "If-Match": '"41"',
        "Last-Event-ID": "41",
    }


@pytest.mark.parametrize("name", SINGLE)
def test_doubled_header_is_refused_and_leaves_the_key_free(
    name: str, web_server: str, caller: Callable[..., Caller], published: Any
) -> None:
    headers = headers_of(caller())
    once = list(headers.items())
    twice = [*once, (name, headers[name])]
    folded = [(each, f"{value}, {value}" if each == name else value) for each, value in once]
    for doubled in (twice, folded):
        status, answer = sent(web_server, doubled, published)
        assert (status, answer["type"]) == (400, "urn:permanence:problem:malformed-request")
        assert name in answer["detail"]
    assert not FirstAnswer.objects.exists()
    assert sent(web_server, once, published)[0] == 200


def test_lists_of_etags_and_types_are_read_whole(caller: Callable[..., Caller]) -> None:
    system = caller()
    first = system.get("rulebooks")
    tag = first.headers["ETag"]
    again = system.get(
        "rulebooks", **{"If-None-Match": f'"other", {tag}', "Accept": "text/html, application/json"}
    )
    assert (first.status_code, again.status_code) == (200, 304)


def test_doubled_credentials_for_a_token_are_refused(caller: Callable[..., Caller]) -> None:
    response = caller().http.post(
        "/oauth/token/",
        {"grant_type": "client_credentials"},
        headers={"Authorization": "Basic YTpi, Basic YTpi"},
    )
    assert (response.status_code, response.json()["status"]) == (400, 400)
