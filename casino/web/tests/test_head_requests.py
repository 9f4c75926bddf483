"""HEAD at every address: the status and the headers of GET, and no content (RFC 9110, section 9.3.2)."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.people.models import Role
from casino.web.capacity import event_streams, live_pages
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.pages import Response
from testkit.people import AsRole

pytestmark = pytest.mark.django_db(transaction=True)

PARAMETER = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
MAY_CHANGE = ("/readyz",)
"""Addresses whose answer may change from one request to the next."""
NO_CONTENT_TYPE = "no content type"


def addresses(of: URLResolver | None = None, before: str = "/") -> Iterator[str]:
    """Every address of the casino, with table T1 and today where one is named."""
    for each in (of or get_resolver()).url_patterns:
        route = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from addresses(each, route)
        elif isinstance(each, URLPattern):
            yield PARAMETER.sub(_value, route)


def _value(parameter: re.Match[str]) -> str:
    named = {"code": "T1", "table": "T1", "day": timezone.now().date().isoformat(), "rulebook": "it-venezia"}
    return named.get(parameter["name"], "1" if parameter["kind"] == "int" else "one")


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """Table T1, open."""
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def caller(house: OpenHouse) -> Caller:
    """A client of the API that may do everything."""
    casino = Casino.objects.get(pk=house.casino_id)
    return Caller(create_client(name="All", casino=casino, scopes=list(SCOPES)))


def shape_of(response: Response) -> tuple[int, str, bool, str]:
    """The parts of a response that HEAD and GET have in common."""
    headers = response.headers
    return (
        response.status_code,
        headers.get("Content-Type", NO_CONTENT_TYPE),
        "Content-Length" in headers,
        headers.get("Allow", ""),
    )


def test_head_has_the_headers_of_get_and_no_content_at_every_page(house: OpenHouse, as_role: AsRole) -> None:
    everywhere = [each for each in addresses() if not each.startswith("/api/v1/") and each not in MAY_CHANGE]
    found = [differences(as_role(role), everywhere, {}) for role in (Role.PIT_BOSS, Role.ADMINISTRATOR)]
    assert [differing for differing, _ in found] == [[]] * 2
    assert sum(answered for _, answered in found) > 40


def test_head_has_the_headers_of_get_and_no_content_at_every_call(house: OpenHouse, caller: Caller) -> None:
    calls = [each for each in addresses() if each.startswith("/api/v1/")]
    signed = {"Authorization": f"Bearer {caller.token}"}
    differing, answered = differences(Client(), calls, signed)
    assert differing == []
    assert answered > 10


def differences(
    browser: Client, addresses: list[str], headers: dict[str, str]
) -> tuple[list[tuple[str, object, object]], int]:
    """The addresses where HEAD differs from GET, with both; and how many answered 200."""
    differing: list[tuple[str, object, object]] = []
    answered = 0
    for address in addresses:
        got = browser.get(address, headers=headers)
        asked = browser.head(address, headers=headers)
        answered += got.status_code == 200
        if shape_of(got) != shape_of(asked) or asked.streaming or asked.content:
            differing.append((address, shape_of(got), shape_of(asked)))
        got.close()
    return differing, answered


def test_head_of_an_event_stream_ends_and_holds_no_place(
    house: OpenHouse, as_role: AsRole, caller: Caller
) -> None:
    before = live_pages.taken, event_streams.taken
    page = as_role(Role.PIT_BOSS).head("/floor/live")
    feed = caller.http.head(
        "/api/v1/events",
        headers={"Authorization": f"Bearer {caller.token}", "Accept": "text/event-stream"},
    )
    assert [(each.status_code, each.headers["Content-Type"], each.content) for each in (page, feed)] == [
        (200, "text/event-stream", b"")
    ] * 2
    assert (live_pages.taken, event_streams.taken) == before


def test_a_refused_method_names_head_beside_get(house: OpenHouse, as_role: AsRole) -> None:
    refused = as_role(Role.PIT_BOSS).delete("/floor/")
    assert refused.status_code == 405
    assert refused.headers["Allow"] == "GET, HEAD"
