"""Hostile values in every query parameter, part of a path, field and header of every screen: no answer is a 5xx.

The parameters of a screen are those that its views ask the request for, so that a new one is tried by itself.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.one_machine.open_house import open_house
from casino.one_machine.permissions_matrix import (
    ARGUMENT,
    BY_STATE,
    Address,
    Values,
    addresses,
    path_of,
    session_of,
    values_of_the_demonstration,
)
from casino.people.demonstration_house import CASINO_ID, PEOPLE
from casino.people.models import Person
from casino.tests.hostile import HEADERS, HOSTILE, IN_PATHS, Tries, answer, sent_to_sign_in, undone
from casino.tests.test_unreadable_text_at_every_edge import forms_of_the_house, one_of_each_family
from tables.handling.models import Casino
from testkit.api import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A demonstration house that has just been opened, for all tests here."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        list(open_house(timezone.now(), wheel_port=4100))
        yield
        transaction.set_rollback(True)


@pytest.fixture
def browsers(house: None) -> list[Client]:
    """A browser of each role, whose proof is fresh."""
    made = []
    for each in PEOPLE:
        person = Person.objects.get(username=each.sign_in, casino_id=CASINO_ID)
        browser = Client(raise_request_exception=False, SERVER_NAME="localhost")
        browser.cookies[settings.SESSION_COOKIE_NAME] = session_of(person, timezone.now())
        made.append(browser)
    return made


@pytest.fixture
def system(house: None) -> Caller:
    """A client of the API with every scope."""
    casino = Casino.objects.get(pk=CASINO_ID)
    return Caller(create_client(name="fuzz", casino=casino, scopes=SCOPES))


@pytest.fixture
def values(house: None) -> Values:
    return values_of_the_demonstration(timezone.now())


def screens() -> list[Address]:
    """The addresses that a browser asks, without streams, which do not end."""
    return [
        each
        for each in addresses()
        if not each.pattern.startswith(("api/", "oauth/"))
        and not each.pattern.endswith("live")
        and each.pattern not in BY_STATE
    ]


@contextmanager
def recorded() -> Iterator[set[str]]:
    """The names of the parameters that views ask for meanwhile."""
    names: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for method in ("__getitem__", "get", "getlist", "__contains__"):
            patch.setattr(QueryDict, method, _noting(getattr(QueryDict, method), names))
        yield names


def _noting(read: Callable[..., Any], names: set[str]) -> Callable[..., Any]:
    def note(query: QueryDict, name: str, *rest: Any, **more: Any) -> Any:
        names.add(str(name))
        return read(query, name, *rest, **more)

    return note


def who_may(browsers: list[Client], path: str) -> Client | None:
    """The browser of the first role that the address lets in."""
    return next((each for each in browsers if answer(each, path).status_code != 403), None)


@pytest.mark.long_form
def test_no_query_parameter_of_a_screen_is_answered_with_an_error(
    browsers: list[Client], values: Values, thorough: bool
) -> None:
    tries, failed, asked = Tries(HOSTILE, first=16, few=1, thorough=thorough), [], 0
    for address in screens():
        path = path_of(address.pattern, values)
        if (browser := who_may(browsers, path)) is None:
            continue
        with recorded() as names:
            answer(browser, path)
            done: set[str] = set()
            # A view may ask for one parameter only where another one is given.
            while new := sorted(names - done):
                done.update(new)
                for wrong in (
                    f"{path}?{quote(name)}={quote(value)}" for name in new for value in tries.of(name)
                ):
                    asked += 1
                    if (status := answer(browser, wrong).status_code) >= 500:
                        failed.append(f"{status} {wrong[:200]}")
    assert failed == []
    assert asked > 500


@pytest.mark.long_form
def test_no_part_of_a_path_is_answered_with_an_error(
    browsers: list[Client], values: Values, thorough: bool
) -> None:
    tries, failed, asked = Tries(IN_PATHS, first=20, few=2, thorough=thorough), [], 0
    for address in screens():
        if (browser := who_may(browsers, path_of(address.pattern, values))) is None:
            continue
        for argument in ARGUMENT.finditer(address.pattern):
            for hostile in tries.of(argument["name"]):
                path = path_of(address.pattern, with_one(values, argument["name"], hostile))
                asked += 1
                if (status := answer(browser, path).status_code) >= 500:
                    failed.append(f"{status} {path[:200]}")
    assert failed == []
    assert asked > 500


def with_one(values: Values, of: str, hostile: str) -> Values:
    """The same values, but for one argument."""
    return lambda pattern, name: quote(hostile, safe="") if name == of else values(pattern, name)


OF_EACH_FAMILY = (
    "/",
    "/sign-in/",
    "/floor/RF1/",
    "/floor/RF1/moment/",
    "/numbers/",
    "/compliance/report/",
    "/registers/reader/",
    "/api/v1/tables",
    "/api/v1/tables/RF1",
    "/oauth/token/",
)
"""Addresses between which the ways differ in which headers are read."""


@pytest.mark.long_form
def test_no_header_is_answered_with_an_error(
    browsers: list[Client], system: Caller, values: Values, thorough: bool
) -> None:
    failed, asked = [], 0
    paths = [path_of(each.pattern, values) for each in screens()] if thorough else []
    for path in (*OF_EACH_FAMILY, *paths):
        is_api = path.startswith("/api/")
        browser = system.http if is_api else who_may(browsers, path) or browsers[0]
        signed = {"Authorization": f"Bearer {system.token}"} if is_api else {}
        assert path in paths or not sent_to_sign_in(answer(browser, path, signed))
        for name, value in ((name, value) for name, of in HEADERS.items() for value in of):
            asked += 1
            if (status := answer(browser, path, {**signed, name: value}).status_code) >= 500:
                failed.append(f"{status} {path} {name}: {value[:60]!r}")
    assert failed == []
    assert asked > 500


@pytest.mark.long_form
def test_no_field_of_a_form_is_answered_with_an_error(
    browsers: list[Client], house: None, thorough: bool
) -> None:
    tries, failed, asked = Tries(HOSTILE, first=1, few=1, thorough=thorough), [], 0
    signed_in = dict(zip((str(each.role) for each in PEOPLE), browsers, strict=True))
    for roles, path, fields in forms_of_the_house(signed_in):
        allowed = [signed_in[role] for role in roles]
        for field in one_of_each_family(fields):
            for value in tries.of(field):
                asked += 1
                body = urlencode({**fields, field: value})
                if (status := sent(allowed, path, body)) >= 500:
                    failed.append(f"{status} {path} {field}={value[:60]!r}")
    assert failed == []
    assert asked > 400


def sent(browsers: Sequence[Client], path: str, body: str) -> int:
    """The status by which a form is answered to the first role that may send it; whatever it did is undone."""
    status = 403
    for browser in browsers:
        status = int(
            undone(
                browser, partial(browser.post, path, body, content_type="application/x-www-form-urlencoded")
            ).status_code
        )
        if status != 403:
            break
    return status


@given(query=st.text(max_size=60), part=st.text(min_size=1, max_size=30))
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_text_at_all_is_answered_with_an_error(browsers: list[Client], query: str, part: str) -> None:
    """The whole query and a part of a path are any text, also half a character of UTF-16."""
    written = quote(part.encode("utf-8", "surrogatepass"), safe="")
    asked = quote(query.encode("utf-8", "surrogatepass"), safe="=&;?")
    for path in (f"/floor/{written}/", f"/registers/reader/{written}/", "/floor/RF1/moment/", "/compliance/"):
        assert answer(browsers[0], f"{path}?{asked}").status_code < 500
