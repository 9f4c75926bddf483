"""NUL and what is no UTF-8, in addresses, fields and cookies: 404 and 422 on every screen and every call, never 500."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DataError, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.people.models import Role
from casino.web.readable import ReadableRequests
from tables.handling.models import Casino
from tables.play.commands import AnnounceBetsOpen
from testkit.api import Caller, problem_of
from testkit.house import OpenHouse
from testkit.people import AsRole

pytestmark = pytest.mark.django_db

PARAMETER = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
UNREADABLE = ("T1%00", "%EF%BF%BD")
"""What the web server makes of bytes that are no UTF-8 is U+FFFD."""
USUAL = {"code": "T1", "table": "T1", "day": "2026-11-20", "date": "2026-11-20", "rulebook": "it-venezia"}
USUAL_OF_KIND = {"int": "1", "slug": "void", "str": "1", "path": "1"}


def routes(of: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every address of the house that has a parameter, as the URL configuration writes it."""
    for each in (of or get_resolver()).url_patterns:
        route = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        elif isinstance(each, URLPattern) and PARAMETER.search(route) and "(?P" not in route:
            yield route


def usual(part: re.Match[str]) -> str:
    return USUAL.get(part["name"], USUAL_OF_KIND[part["kind"] or "str"])


def unreadable_addresses() -> list[str]:
    """Each such address, with something unreadable in one of its parameters and what is usual in the others."""
    found = []
    for route in routes():
        for wrong in PARAMETER.finditer(route):
            for said in UNREADABLE:
                before, after = route[: wrong.start()], route[wrong.end() :]
                found.append(f"/{PARAMETER.sub(usual, before)}{said}{PARAMETER.sub(usual, after)}")
    return found


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def boss(house: OpenHouse, as_role: AsRole) -> Client:
    browser = as_role(Role.PIT_BOSS)
    browser.raise_request_exception = False
    return browser


def test_no_address_has_such_a_character(boss: Client, casino_id: int) -> None:
    system = Caller(create_client(name="all", casino=Casino.objects.get(pk=casino_id), scopes=SCOPES))
    addresses = unreadable_addresses()
    assert len(addresses) > 100
    for address in addresses:
        if address.startswith("/api/v1/"):
            answers = [ask(address.removeprefix("/api/v1/")) for ask in (system.get, system.delete)]
            answers.append(system.post(address.removeprefix("/api/v1/"), {}))
            kinds = {problem_of(answer)["type"] for answer in answers}
            assert kinds == {"urn:permanence:problem:not-found"}, address
        else:
            answers = [boss.get(address), boss.post(address)]
        assert {answer.status_code for answer in answers} == {404}, address


@pytest.mark.parametrize(
    "address", ["/%00", "/static/%00", "/static/css/%00.css", "/oauth/token/%00", "/api/%00"]
)
def test_nor_has_one_that_is_none(address: str) -> None:
    assert Client(raise_request_exception=False).get(address).status_code == 404


FIELDS_OF_ADDRESSES = {
    "/floor/?x=%00": 200,
    "/cash/slips/?day=%00": 200,
    "/compliance/?name=%00": 422,
    "/rules/it-venezia/?chip=%FF": 422,
}


@pytest.mark.parametrize("address", FIELDS_OF_ADDRESSES)
def test_a_field_of_an_address_is_refused_or_not_read(address: str, boss: Client) -> None:
    assert boss.get(address).status_code == FIELDS_OF_ADDRESSES[address]


FORMS = ["a%00b", "a%FFb", "%C0%80", "%ED%A0%80"]


@pytest.mark.parametrize("said", FORMS)
def test_a_field_of_a_form_is_refused_and_nothing_is_recorded(
    said: str, boss: Client, house: OpenHouse
) -> None:
    house.do(AnnounceBetsOpen())
    version = house.state.version
    body = f"player={said}&bet=rouge&chip=10&other=&layout=1"
    answer = boss.post("/floor/T1/do/place-bet", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    assert "cannot be read" in answer.content.decode()
    assert house.state.version == version


@pytest.mark.parametrize("said", FORMS)
@pytest.mark.parametrize("field", ["grant_type", "client_id", "client_secret", "scope"])
def test_unprintable_field_of_a_token_request_is_refused(said: str, field: str) -> None:
    form = {"grant_type": "client_credentials", "client_id": "a", "client_secret": "b"}
    body = "&".join(f"{name}={value}" for name, value in (form | {field: said}).items())
    answer = Client(raise_request_exception=False).post(
        "/oauth/token/", body, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code in (400, 401)


def test_a_form_that_asked_the_database_for_it_all_the_same_is_refused(rf: RequestFactory) -> None:
    """Whatever form comes to be written: what its view did not look at is no fault of the house."""
    request = rf.post("/anything/", {"reason": "a\0b"})
    request.user = AnonymousUser()
    request.htmx = False  # type: ignore[attr-defined]  # the middleware's
    readable = ReadableRequests(lambda request: HttpResponse())
    with pytest.raises((DataError, ValueError)) as broke, transaction.atomic():
        Casino.objects.filter(name=request.POST["reason"]).exists()
    answer = readable.process_exception(request, broke.value)
    assert answer is not None
    assert isinstance(answer, HttpResponse)
    assert (answer.status_code, "“reason”" in answer.content.decode()) == (422, True)
    assert readable.process_exception(rf.post("/anything/", {"reason": "ab"}), broke.value) is None


def test_a_cookie_that_is_no_text_is_nobodys_session() -> None:
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "a\0session\0of\0nobody"
    answer = browser.get("/floor/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in/?next=/floor/")


@pytest.mark.parametrize("charset", ["utf-16", "unicode_escape", "latin-1"])
def test_forms_are_read_as_utf_8_and_as_nothing_else(charset: str, boss: Client) -> None:
    form = f"application/x-www-form-urlencoded; charset={charset}"
    assert boss.post("/floor/T1/do/place-bet", "player=P1", content_type=form).status_code == 400
    address, charset_named = (
        "/rules/it-venezia/?chip=\\ud800",
        {"Content-Type": f"text/plain; charset={charset}"},
    )
    assert boss.get(address, headers=charset_named).status_code == boss.get(address).status_code == 422
