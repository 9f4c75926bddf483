"""Unreadable text in every field of every form, in every text of every API operation, in files and on the command line:
no answer is a 5xx, and nothing of it is stored."""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from io import StringIO
from itertools import cycle
from typing import Any
from urllib.parse import quote_plus, urlencode

import pytest
import yaml
from django import forms
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.kit.forms.readable_form import ReadableTexts
from casino.kit.forms.secret_fields import all_forms
from casino.one_machine.open_house import open_house
from casino.one_machine.permissions_matrix import (
    Values,
    addresses,
    path_of,
    session_of,
    values_of_the_demonstration,
)
from casino.one_machine.tests.test_the_public_controller_only_reads import KNOWN
from casino.people.demonstration_house import CASINO_ID, PEOPLE
from casino.people.models import Person
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.pages import read_page

pytestmark = pytest.mark.django_db

MARK = "zqmark"
IN_FORMS = {
    "an override": quote_plus(f"{MARK}\u202e1"),
    "a NUL": quote_plus(f"{MARK}\0"),
    "a line break": quote_plus(f"{MARK}\r\n1"),
    "bytes": f"{MARK}%FF",
    "half a character": f"{MARK}%ED%A0%80",
    "an escape": quote_plus(f"{MARK}\x1b[2J"),
    "too much": quote_plus(f"{MARK}\u200b" + "x" * 20_000),
}
IN_JSON = {
    "an override": f"{MARK}\u202e1",
    "a NUL": f"{MARK}\0",
    "a line break": f"{MARK}\n1",
    "half a character": f"{MARK}\ud800",
    "an escape": f"{MARK}\x1b[2J",
    "too much": f"{MARK}\u200b" + "x" * 20_000,
}
TEXT_OF_TABLES = """
    SELECT quote_ident(relname) FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
"""
SIMPLE = {"integer": 1, "number": 1, "boolean": False, "string": "a", "null": None}
NOT_SENT = ("sign-out/", "oauth/", "api/")
SPECIFICATION = settings.BASE_DIR / "docs" / "openapi.yaml"


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A demonstration house that has just been opened, for all tests here."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        list(open_house(timezone.now(), wheel_port=4100))
        yield
        transaction.set_rollback(True)


def stored_with_mark() -> list[str]:
    """Rows of the whole database that have the mark."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(TEXT_OF_TABLES)
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT row::text FROM {table} row WHERE row::text LIKE %s", [f"%{MARK}%"])
            found += [f"{table}: {row[:200]}" for (row,) in cursor.fetchall()]
    return found


def browsers() -> dict[str, Client]:
    """A browser of each role, whose proof is fresh."""
    made = {}
    for each in PEOPLE:
        person = Person.objects.get(username=each.sign_in, casino_id=CASINO_ID)
        browser = Client(raise_request_exception=False, SERVER_NAME="localhost")
        browser.cookies[settings.SESSION_COOKIE_NAME] = session_of(person, timezone.now())
        made[str(each.role)] = browser
    return made


Fields = Mapping[str, str]


def forms_of_the_house(signed_in: Mapping[str, Client]) -> Iterator[tuple[tuple[str, ...], str, Fields]]:
    """Roles, address and fields of each form: of the pages, and of the commands that no page offers just now."""
    values = values_of_the_demonstration(timezone.now())
    sent: set[tuple[str, frozenset[str]]] = set()
    for address in addresses():
        if address.pattern.startswith(NOT_SENT) or address.pattern.endswith("live"):
            continue
        for path, fields in _commands_at(address.pattern, values):
            yield tuple(signed_in), path, fields
        path = path_of(address.pattern, values)
        for role, browser in signed_in.items():
            answer = browser.get(path)
            if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
                continue
            for action, named in _forms_on(answer.content, path):
                shape = (re.sub(r"\d+|%\w\w", "0", action), frozenset(named))
                if shape not in sent:
                    sent.add(shape)
                    yield (role,), action, named
            break


def _commands_at(pattern: str, values: Values) -> Iterator[tuple[str, Fields]]:
    known = next((found for begins, found in KNOWN.items() if pattern.startswith(begins)), {})
    if not pattern.endswith(("<slug:command>", "<slug:step>")):
        return
    for command, form in known.items():
        fields = getattr(form, "base_fields", {})

        def value(of: str, name: str, command: str = command) -> str | None:
            return command if name in ("command", "step") else values(of, name)

        path = path_of(pattern, value)
        yield path, dict.fromkeys((*fields, "key", "seen"), "1")


def _forms_on(page: bytes, path: str) -> Iterator[tuple[str, Fields]]:
    for form in read_page(page).select("form"):
        action = form.get("hx-post") or form.get("action") or path
        if form.get("method", "").lower() != "post" and not form.get("hx-post"):
            continue
        fields = {
            field["name"]: field.get("value", "1") or "1"
            for field in form.select("input, select, textarea")
            if field.get("name") and field.get("type") not in ("file", "submit")
        }
        if action.startswith("/") and not action.startswith(("/sign-out", "/lock")):
            yield action, fields


def one_of_each_family(fields: Fields) -> list[str]:
    """Return one field of each family: of `pieces-500` and `pieces-100`, or of the rows of a grid."""
    return [*{re.sub(r"-.*|\d+", "", field): field for field in fields}.values()]


def sent_form(browser: Client, path: str, body: str) -> Any:
    with transaction.atomic():
        return browser.post(path, body, content_type="application/x-www-form-urlencoded")


def test_no_form_answers_unreadable_text_with_an_error_and_nothing_is_stored(house: None) -> None:
    bad, failed, sent = cycle(IN_FORMS.items()), [], 0
    signed_in = browsers()
    for roles, path, fields in forms_of_the_house(signed_in):
        allowed = iter(roles)
        role = next(allowed)
        for field in one_of_each_family(fields):
            what, value = next(bad)
            others = urlencode({name: each for name, each in fields.items() if name != field})
            answer = sent_form(signed_in[role], path, f"{quote_plus(field)}={value}&{others}")
            while answer.status_code == 403 and (role := next(allowed, "")):
                answer = sent_form(signed_in[role], path, f"{quote_plus(field)}={value}&{others}")
            sent += 1
            if not role:
                break  # no role may send this form just now
            if answer.status_code >= 500:
                failed.append(f"{role} {path} {field}, {what}: {answer.status_code}")
    assert failed == []
    assert sent > 400
    assert stored_with_mark() == []


# ---- the API


def operations() -> Iterator[tuple[str, str, Any]]:
    """Method, path and the schema of the body of each operation that takes JSON."""
    document = yaml.load(SPECIFICATION.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = (
                operation.get("requestBody", {}).get("content", {}) if isinstance(operation, dict) else {}
            )
            if "application/json" in content:
                yield method, path, example(content["application/json"]["schema"], schemas)


def example(schema: Any, schemas: Mapping[str, Any], depth: int = 0) -> Any:
    """A value of the schema, with every property that it may have."""
    if "$ref" in schema:
        return example(schemas[schema["$ref"].rpartition("/")[2]], schemas, depth + 1) if depth < 8 else None
    if alternatives := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        first = next(each for each in alternatives if each.get("type") != "null")
        return example(first, schemas, depth)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "array":
        return [example(schema.get("items", {}), schemas, depth)]
    if schema.get("type") in SIMPLE:
        return "2026-11-20T21:30:00Z" if schema.get("format") == "date-time" else SIMPLE[schema["type"]]
    found = {name: example(each, schemas, depth) for name, each in schema.get("properties", {}).items()}
    if isinstance(more := schema.get("additionalProperties"), dict):
        found["1"] = example(more, schemas, depth)
    return found


def with_bad_text(body: Any, bad: Iterator[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
    """The body again and again, each time with one of its texts unreadable."""
    for place in texts_in(body):
        changed = deepcopy(body)
        what, value = next(bad)
        within = changed
        for step in place[:-1]:
            within = within[step]
        within[place[-1]] = value
        yield f"{place}, {what}", changed
        if isinstance(within, dict):
            within[value] = within.pop(place[-1])
            yield f"{place} as a key, {what}", changed


def texts_in(body: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(body, str):
        yield place
    for step, within in (
        body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    ):
        yield from texts_in(within, (*place, step))


def test_no_operation_answers_unreadable_text_with_an_error_and_nothing_is_stored(house: None) -> None:
    casino = Casino.objects.get(pk=CASINO_ID)
    system = Caller(create_client(name="fuzz", casino=casino, scopes=SCOPES))
    values = values_of_the_demonstration(timezone.now())
    bad, wrong, sent = cycle(IN_JSON.items()), [], 0
    for method, path, body in operations():
        at = re.sub(r"{(\w+)}", lambda found, path=path: values(path, found[1]) or "1", path)  # type: ignore[misc]
        for what, changed in with_bad_text(body, bad):
            sent += 1
            headers = {"Authorization": f"Bearer {system.token}", "Idempotency-Key": f"fuzz-{sent}"}
            with transaction.atomic():
                answer = system.http.generic(
                    method.upper(), at, json.dumps(changed), "application/json", headers=headers
                )
            if not 400 <= answer.status_code < 500:
                wrong.append(f"{method} {at} {what}: {answer.status_code}")
    assert wrong == []
    assert sent > 300
    assert stored_with_mark() == []


# ---- files and the command line


def test_no_command_line_stores_unreadable_text(db: None) -> None:
    name = f"{MARK}\u202ecasino"
    for command in (
        ("register_casino", name),
        ("create_api_client", name, "--scope", "tables:read"),
        ("engage_croupier", name, name),
    ):
        with pytest.raises(CommandError):
            call_command(*command, stdout=StringIO())
    assert stored_with_mark() == []


# ---- by type


def test_every_form_checks_its_texts() -> None:
    unchecked = {
        f"{form.__module__}.{form.__qualname__}"
        for form in all_forms(forms.BaseForm)  # type: ignore[arg-type]
        if form.__module__.startswith("casino.") and not issubclass(form, ReadableTexts)
    }
    assert unchecked == set()
