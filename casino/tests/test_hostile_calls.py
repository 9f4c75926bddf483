"""Hostile values in every parameter, part of a path and field of a body of the API: no answer is a 5xx."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.one_machine.open_house import open_house
from casino.one_machine.permissions_matrix import Values, values_of_the_demonstration
from casino.people.demonstration_house import CASINO_ID
from casino.tests.hostile import HOSTILE, IN_PATHS, TIMES, Tries, answer, undone
from casino.tests.test_unreadable_text_at_every_edge import operations
from tables.handling.models import Casino
from testkit.api import Caller

pytestmark = pytest.mark.django_db

SPECIFICATION = settings.BASE_DIR / "docs" / "openapi.yaml"


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A demonstration house that has just been opened, for all tests here."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        list(open_house(timezone.now(), wheel_port=4100))
        yield
        transaction.set_rollback(True)


@pytest.fixture
def system(house: None) -> Caller:
    """A client of the API with every scope."""
    casino = Casino.objects.get(pk=CASINO_ID)
    return Caller(create_client(name="fuzz", casino=casino, scopes=SCOPES))


@pytest.fixture
def values(house: None) -> Values:
    return values_of_the_demonstration(timezone.now())


def parameters() -> Iterator[tuple[str, str, str]]:
    """Path, place and name of each parameter of each GET in the document."""
    document = yaml.load(SPECIFICATION.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for path, methods in document["paths"].items():
        for each in (*methods.get("parameters", ()), *methods.get("get", {}).get("parameters", ())):
            yield path, each["in"], each["name"]


@pytest.mark.long_form
def test_no_parameter_of_the_api_is_answered_with_an_error(
    system: Caller, values: Values, thorough: bool
) -> None:
    tries, failed, asked = Tries(HOSTILE, first=24, few=3, thorough=thorough), [], 0
    signed = {"Authorization": f"Bearer {system.token}"}
    for path, place, name in parameters():
        for value in tries.of(f"{place} {name}"):
            if place == "path" and value not in IN_PATHS:
                continue
            at = api_path(path, values, {name: value} if place == "path" else {})
            at += f"?{name}={quote(value)}" if place == "query" else ""
            more = {name: value} if place == "header" and value.isprintable() and value.isascii() else {}
            asked += 1
            if (status := answer(system.http, at, {**signed, **more}).status_code) >= 500:
                failed.append(f"{status} {at[:200]} {more}")
    assert failed == []
    assert asked > 500


@pytest.mark.parametrize("time", TIMES)
def test_time_at_an_end_of_the_calendar_is_refused_or_empty(time: str, system: Caller) -> None:
    for at in (f"tables/RF1?at={quote(time)}", f"tables/RF1?at={quote(time)}&day=0001-01-01"):
        assert system.get(at).status_code in (404, 422)


def api_path(path: str, values: Values, instead: Mapping[str, str]) -> str:
    """An address of the API, with hostile values for some of its parts."""

    def part(found: re.Match[str]) -> str:
        return quote(instead[found[1]], safe="") if found[1] in instead else values(path, found[1]) or "1"

    return re.sub(r"{(\w+)}", part, path)


IN_BODIES: Mapping[type, Sequence[Any]] = {
    str: HOSTILE,
    int: (-1, 2**31, 2**63 - 1, 2**63, 10**25, 10**4000, 1.5, 1e308, "1", None, [], {}),
    bool: (None, 2, "yes", []),
}


@pytest.mark.long_form
def test_no_field_of_a_call_of_the_api_is_answered_with_an_error(
    system: Caller, values: Values, thorough: bool
) -> None:
    tries = {type_: Tries(of, first=2, few=1, thorough=thorough) for type_, of in IN_BODIES.items()}
    failed, asked = [], 0
    for method, path, body in operations():
        for place, leaf in leaves(body):
            for value in tries.get(type(leaf), tries[str]).of(str(place[-1])) if place else ():
                asked += 1
                headers = {"Authorization": f"Bearer {system.token}", "Idempotency-Key": f"fuzz-{asked}"}
                sent_body = json.dumps(replaced(body, place, value))
                at = api_path(path, values, {})
                ask = partial(
                    system.http.generic, method.upper(), at, sent_body, "application/json", headers=headers
                )
                answered = undone(system.http, ask)
                if answered.status_code >= 500:
                    failed.append(f"{answered.status_code} {method} {at} {place}={value!r:.60}")
    assert failed == []
    assert asked > 400


def leaves(body: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each value of a body that holds no others, with its place."""
    steps = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for step, within in steps:
        yield from leaves(within, (*place, step))
    if not isinstance(body, dict | list):
        yield place, body


def replaced(body: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The same body with another value at a place."""
    changed = deepcopy(body)
    within = changed
    for step in place[:-1]:
        within = within[step]
    within[place[-1]] = value
    return changed
