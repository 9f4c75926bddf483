"""A drop box is counted blind: its counters learn the drop neither from a figure nor from a sum of figures.

Each test reads every page, file and API operation that somebody may read, and tries to derive the drop from all amounts
there. Readers with the permission derive it, so the attempt itself works.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import CASH_WRITE, DROP_READ, SCOPES
from casino.one_machine.permissions_matrix import addresses, path_of
from casino.people.models import Role
from casino.people.permissions import CONTROL, roles_of
from casino.reports.days import REPORTS
from casino.reports.models import ReportJob
from casino.reports.rendering import FORMS
from casino.reports.tasks import work
from settlement.blind_count import EVERYTHING
from settlement.box_aggregate import BoxAggregate
from settlement.boxes import commands as b
from settlement.boxes.state import BoxName
from settlement.day_ledger import ledger_of_table
from settlement.tests.test_boxes_at_the_door import AT_THE_DESK, DESK, INSPECTOR
from tables.handling import handle
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import Caller
from testkit.derived_drop import PlayedDay, RichHouse, amounts_in, crawl, derivation, play_day, remove_box
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db
SHIFTS = [{"name": "day", "begins": "08:00"}, {"name": "night", "begins": "20:00"}]
NOT_COUNTING = roles_of("drop.see_uncounted")
COUNTING = sorted({*roles_of("box.count"), *roles_of("box.accept"), *CONTROL})
"""Roles that count a drop box, sign its count, or accept it."""
OTHER_RULEBOOK = "it-venezia"
Seal = Callable[[int], int]


@pytest.fixture(params=["in place", "waiting"])
def day(request: pytest.FixtureRequest, casino_id: int, seed: int) -> PlayedDay:
    """A table's day whose box is in its place, or waits for its count after the table's close."""
    Casino.objects.create(id=casino_id, name="Casino", shifts=SHIFTS)
    house = RichHouse(casino_id, "pt-francesa", now=timezone.now(), day=None)
    played = play_day(house, Random(seed))
    if request.param == "waiting":
        remove_box(house)
        house.do(c.CloseTable())
    return played


def values_of(day: PlayedDay) -> Callable[[str, str], str | None]:
    known = {
        "code": "T1",
        "table": "T1",
        "day": day.house.day,
        "date": day.house.day,
        "serial": "T1-A",
        "use": "1",
        "coup": "3",
        "number": "F-000001",
        "kind": "closing",
        "id_": "pt-francesa",
        "rulebook": "pt-francesa",
        "report": "permanence",
        "form": "csv",
        "reader": "W-T1",
        "name": "ledger",
    }
    return lambda _pattern, name: known.get(name)


def read_by(role: Role, day: PlayedDay) -> set[int]:
    """Return the amounts that a person of this role reads on pages and in files."""
    client = browser_of(engage(role, casino_id=day.house.casino_id))
    what_if = f"table=T1&rulebook={OTHER_RULEBOOK}&day={day.house.day}"
    wanted = ["/", f"/compliance/what-if/?{what_if}", f"/compliance/what-if.pdf?{what_if}"]
    wanted += [f"/cash/ledger/?day={day.house.day}&shift={each['name']}" for each in SHIFTS]
    wanted += files_of(client, day)
    queries = (f"day={day.house.day}&table=T1", "period=month", "event=30")
    return crawl(client, values_of(day), wanted, queries)


def files_of(client: Client, day: PlayedDay) -> Iterator[str]:
    """Have every report made as data, and the ledger in each form, and yield the files' addresses."""
    for report in REPORTS:
        for form in FORMS if report == "ledger" else ("csv",):
            entered = {"report": report, "day": day.house.day, "format": form}
            if client.post("/compliance/files/ask", entered).status_code != 302:
                continue
            job = ReportJob.objects.latest("asked_at")
            work.apply(kwargs={"casino_id": job.casino_id, "job": str(job.id), "turn": job.turn}, throw=True)
            yield f"/compliance/files/{job.id}"


def read_with(scopes: tuple[str, ...], day: PlayedDay, seal: Seal) -> set[int]:
    """Return the amounts that a client with these scopes reads from the API."""
    seal(day.house.casino_id)
    casino = Casino.objects.get(pk=day.house.casino_id)
    system, values = Caller(create_client(name="system", casino=casino, scopes=scopes)), values_of(day)
    found: set[int] = set()

    def read(path: str) -> Any:
        response = system.get(path)
        found.update(amounts_in(response))
        return response

    for address in addresses():
        if address.pattern.startswith("api/v1/") and address.pattern != "api/v1/docs/":
            path = path_of(address.pattern, values).removeprefix("/api/v1/")
            for query in ("", f"?day={day.house.day}", f"?rulebook={OTHER_RULEBOOK}"):
                read(f"{path}{query}")
    for report in REPORTS:
        for form in FORMS:
            read(f"reports/{report}?day={day.house.day}&format={form}")
    for coup_number in range(1, 7):
        read(f"tables/T1/days/{day.house.day}/coups/{coup_number}")
    after, head = 0, 1
    while after < head and (page := read(f"events?limit=1000&after={after}")).status_code == 200:
        after, head = page.json()["next"], page.json()["head"]
    return found


@pytest.mark.parametrize("name", ["drop", "win", "by_bets"])
def test_hidden_figure_beside_the_counted_ones_gives_the_drop_away(day: PlayedDay, name: str) -> None:
    house = day.house
    ledger = ledger_of_table(house.casino_id, "T1", house.day, EVERYTHING)
    assert ledger is not None
    amount = ledger.figure(name).amount
    assert amount is not None
    assert derivation(day, {abs(amount)})
    assert not derivation(day, set(day.known))


@pytest.mark.parametrize("role", COUNTING)
def test_drop_is_not_derived_by_a_role_that_may_count_it(role: Role, day: PlayedDay) -> None:
    assert not derivation(day, read_by(role, day))


def test_drop_is_derived_by_a_role_with_the_permission(day: PlayedDay) -> None:
    assert derivation(day, read_by(Role.DIRECTION, day))


def test_drop_is_not_derived_by_a_client_without_its_scope(day: PlayedDay, seal: Seal) -> None:
    assert not derivation(day, read_with(tuple(each for each in SCOPES if each != DROP_READ), day, seal))


def test_drop_is_not_derived_by_a_client_that_counts(day: PlayedDay, seal: Seal) -> None:
    assert not derivation(day, read_with(tuple(SCOPES), day, seal))


def test_drop_is_derived_by_a_client_with_its_scope(day: PlayedDay, seal: Seal) -> None:
    assert derivation(day, read_with(tuple(each for each in SCOPES if each != CASH_WRITE), day, seal))


@pytest.mark.parametrize("day", ["waiting"], indirect=True)
def test_drop_is_derived_by_everybody_once_it_is_counted(day: PlayedDay, seal: Seal) -> None:
    house = day.house
    notes = {50: day.drop // 50}
    name = BoxName("T1", house.day, "T1-A", 1)
    count = b.CountBox(pieces=notes, signatures=(DESK, INSPECTOR))
    handle(BoxAggregate(house.casino_id, name), count, by=AT_THE_DESK, now=house.now)
    assert derivation(day, read_by(Role.PIT_BOSS, day))
    assert derivation(day, read_with(("cash:read",), day, seal))


def test_nobody_who_may_count_a_box_sees_an_uncounted_drop() -> None:
    assert not set(COUNTING) & set(NOT_COUNTING)
