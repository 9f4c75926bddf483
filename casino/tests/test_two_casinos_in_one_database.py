"""Two casinos in one database: each address of one, asked by everybody of the other, is as if there were no such thing.

What an address names in its middle (a table, a slip, a person) is asked for as the first casino has it, and as nobody
has it: the answers are the same. Pages of the second casino's own have nothing of the first.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.api.models import ApiClient, WaitingRequest
from casino.one_machine.open_house import open_house
from casino.one_machine.permissions_matrix import (
    ANYTHING,
    ARGUMENT,
    Address,
    Values,
    addresses,
    path_of,
    values_of_the_demonstration,
)
from casino.people.demonstration_house import CASINO_ID, CASINO_NAME, PEOPLE, TABLES
from casino.people.models import SIGN_IN, Person, Role
from casino.seats.models import SeatScreen
from casino.seats.screens import make_screen
from settlement.models import Box, Slip
from tables.handling import Actor
from tables.handling.models import Casino, WheelReader
from tables.stream import read_stream
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.officers import requested
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db
OTHER = 77
PLAYED_ELSEWHERE = "it-venezia"
OF_NOBODY = {
    "code": "QQ9",
    "table": "QQ9",
    "serial": "Q-9",
    "number": "987654321",
    "receipt": "QQ9/2031-01-01/r9",
    "reader": "reader-of-nobody",
    "name": "nothing-9",
    "id": "00000000-0000-0000-0000-000000000000",
    "job": "00000000-0000-0000-0000-000000000000",
    "webhook": "00000000-0000-0000-0000-000000000000",
    "screen": "987654321",
    "waiting": "00000000-0000-4000-8000-000000000000",
}
"""What no casino has, by argument. A day, a rulebook and a command belong to nobody: those stay."""
FOR_GUESTS = "public/<int:casino_id>/sign/<str:code>/<str:key>/"
"""What guests read is read by everybody, of whatever casino."""
CHANGES_WITH_EACH_REQUEST = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|name="key" value="[^"]*"|data-now="[^"]*"'
    r'|(?<=<time)[^>]*>\d\d:\d\d|"instance":"[^"]*"|[0-9a-f]{16,32}'
)


@pytest.fixture(scope="module", autouse=True)
def houses(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The demonstration house, in which things happened, and a second casino with a table of its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        now = timezone.now()
        list(open_house(now, wheel_port=4100))
        boss = Person.objects.get(username="pitboss")
        make_screen(CASINO_ID, "LV1", 1, by=boss, actor=Actor(id="boss", name="Boss"), now=now)
        OpenHouse(OTHER, PLAYED_ELSEWHERE, table="ZZ1", now=now)
        system = Caller(
            create_client(name="first", casino=Casino.objects.get(pk=CASINO_ID), scopes=tuple(SCOPES))
        )
        requested(system.put("registers/pit/P9", {"values": {"name": "Pit 9"}}))
        yield
        transaction.set_rollback(True)


def of_the_first() -> Values:
    """What the first casino has, in place of each argument."""
    values = values_of_the_demonstration(timezone.now())
    reader = WheelReader.objects.filter(casino_id=CASINO_ID).values_list("code", flat=True)[0]
    screen = str(SeatScreen.objects.get(casino_id=CASINO_ID).pk)
    waiting = str(WaitingRequest.objects.get(casino_id=CASINO_ID).pk)
    slip = Slip.objects.filter(casino_id=CASINO_ID).values_list("number", flat=True)[0]
    box = Box.objects.filter(casino_id=CASINO_ID).order_by("day", "table")[0]
    drops = {"table": box.table, "date": box.day, "serial": box.serial, "use": str(box.use)}

    event = str(read_stream(CASINO_ID, "house")[0].event_id)

    def value(pattern: str, name: str) -> str | None:
        if pattern.startswith("api/v1/events/") and name == "id":
            return event
        if pattern.startswith("api/v1/fills/") and name == "number":
            return str(slip)
        if pattern.startswith("api/v1/drops/"):
            return drops.get(name)
        if name in ("reader", "screen", "waiting"):
            return {"reader": reader, "screen": screen, "waiting": waiting}[name]
        return values(pattern, name)

    return value


def of_nobody(first: Values) -> Values:
    """The same, but for what nobody has."""
    return lambda pattern, name: OF_NOBODY.get(name) or first(pattern, name)


def with_something_of_a_casino() -> list[Address]:
    return [
        each
        for each in addresses()
        if each.pattern not in (ANYTHING, FOR_GUESTS)
        and not each.is_stream
        and {found["name"] for found in ARGUMENT.finditer(each.pattern)} & OF_NOBODY.keys()
    ]


def answered(response: Any, path: str) -> tuple[int, str, str]:
    """Status, where it leads, and the page without what the address itself says and what changes each time."""
    text = "" if response.streaming else response.content.decode(errors="replace")
    place = response.headers.get("Location", "")
    for part in sorted({path, *path.strip("/").split("/")}, key=len, reverse=True):
        if len(part) > 2:
            text, place = text.replace(part, "…"), place.replace(part, "…")
    return response.status_code, place, CHANGES_WITH_EACH_REQUEST.sub("", text)


def asked(client: Client, method: str, path: str) -> tuple[int, str, str]:
    with transaction.atomic():
        response = client.get(path) if method == "GET" else client.post(path)
        found = answered(response, path)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("role", SIGN_IN)
def test_everything_of_another_casino_is_as_if_it_were_not_there(role: Role) -> None:
    browser = browser_of(engage(role, casino_id=OTHER))
    first = of_the_first()
    none = of_nobody(first)
    told_apart = {}
    for address in with_something_of_a_casino():
        if of_the_api(address):
            continue  # a session counts for nothing there: docs/permissions.md
        for method in ("GET", "POST"):
            theirs = asked(browser, method, path_of(address.pattern, first))
            nobodys = asked(browser, method, path_of(address.pattern, none))
            if theirs[:2] != nobodys[:2]:
                told_apart[address.pattern, method] = (theirs[:2], nobodys[:2])
            assert theirs[0] not in (200, 201, 204), (address.pattern, method)
    assert told_apart == {}


def marks_of_the_first() -> set[str]:
    """Words that stand on pages of the first casino and on none of the second's."""
    serials = {f'"{each.wheel_serial}' for each in TABLES}
    names = {each.display_name for each in PEOPLE}
    return {CASINO_NAME, *names, *serials, *(f"/{each.code}/" for each in TABLES)}


@pytest.mark.parametrize("role", SIGN_IN)
def test_the_pages_of_a_casino_have_nothing_of_another(role: Role) -> None:
    browser = browser_of(engage(role, casino_id=OTHER))
    found = {}
    table, number = "RF1", Person.objects.get(username="pitboss").pk
    for address in addresses():
        if "<" in address.pattern or address.is_stream or address.pattern.startswith(("sign-in", "api/")):
            continue
        for query in ("", f"?table={table}&code={table}&person={number}&day={timezone.now().date()}"):
            _, place, text = asked(browser, "GET", f"/{address.pattern}{query}")
            text = text.replace(f"={table}", "")
            if leaked := {mark for mark in marks_of_the_first() if mark in text + place}:
                found[address.pattern, query] = leaked
    assert found == {}


@pytest.fixture
def system() -> Caller:
    """A client of the second casino, with every scope."""
    casino = Casino.objects.get(pk=OTHER)
    return Caller(create_client(name="system", casino=casino, scopes=tuple(SCOPES)))


def of_the_api(address: Address) -> bool:
    return address.pattern.startswith("api/v1/")


def called(system: Caller, method: str, path: str, key: str) -> tuple[int, str]:
    with transaction.atomic():
        path = path.removeprefix("/api/v1/")
        response = system.get(path) if method == "GET" else system.post(path, {}, key)
        found = response.status_code, "" if response.streaming else response.content.decode()
        transaction.set_rollback(True)
    return found


def test_a_client_of_another_casino_finds_nothing_either(system: Caller) -> None:
    first = of_the_first()
    none = of_nobody(first)
    told_apart, judged = {}, 0
    for address in filter(of_the_api, with_something_of_a_casino()):
        for method in ("GET", "POST"):
            theirs = called(system, method, path_of(address.pattern, first), "one")
            nobodys = called(system, method, path_of(address.pattern, none), "two")
            judged += 1
            if theirs[0] != nobodys[0] or code_of(theirs[1]) != code_of(nobodys[1]):
                told_apart[address.pattern, method] = (theirs, nobodys)
            assert theirs[0] not in (200, 201, 204), (address.pattern, method, theirs)
    assert told_apart == {}
    assert judged > 200


def code_of(text: str) -> object:
    document = json.loads(text) if text.startswith("{") else {}
    return document.get("code"), document.get("type")


def test_the_lists_that_a_client_reads_have_nothing_of_another_casino(system: Caller) -> None:
    day = timezone.now().date()
    marks = {CASINO_NAME, *(f'"{each.code}"' for each in TABLES), *(each.wheel_serial for each in TABLES)}
    marks |= {each.display_name for each in PEOPLE}
    found = {}
    read = 0
    for address in filter(of_the_api, addresses()):
        if "<" in address.pattern or "schema" in address.pattern or "docs" in address.pattern:
            continue
        for query in ("", f"?day={day}", f"?day={day}&table=RF1"):
            status, text = called(system, "GET", f"/{address.pattern}{query}", "x")
            read += status == 200
            if status == 200 and (leaked := {mark for mark in marks if mark in text}):
                found[address.pattern, query] = leaked
    assert found == {}
    assert read > 8


def test_the_name_of_a_client_and_its_secret_open_one_casino(system: Caller) -> None:
    assert ApiClient.objects.get(pk=system.client.pk).casino_id == OTHER
    codes = [each["code"] for each in json.loads(system.get("tables").content)["tables"]]
    assert codes == ["ZZ1"]
