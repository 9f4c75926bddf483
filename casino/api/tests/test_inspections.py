"""GET inspections: the sheets in order, filtered and read on, and one beside the record with its corrections."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from casino.api.access.clients import create_client
from casino.api.access.scopes import REPORTS_READ, TABLES_READ
from casino.api.reports.inspections import SheetDetail, SheetsPage
from casino.compliance.inspections.aggregate import SheetAggregate
from tables.compliance.inspections.commands import CorrectSheet, EnterSheet
from tables.compliance.inspections.figures import Content, Figures, FloatFigures, Kind, SignFigures
from tables.handling import Actor, handle
from tables.handling.models import Casino
from tables.play.events import Person, Signature
from testkit.api import Caller
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
INSPECTOR = Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector")
BY = Actor(id="person/2", name="Inspector")


def content(figures: Figures, at: datetime) -> Content:
    return Content(counted_by=Person(id="", name="Dora"), done_at=at, figures=figures)


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    """Two looks at the sign of T1, the second of which is corrected, and a count of its float between them."""
    house = OpenHouse(casino_id, "pt-francesa")
    sheets: tuple[tuple[Kind, Figures], ...] = (
        ("minimums", SignFigures(seen="open", minimum=1)),
        ("opening", FloatFigures(pieces={500: 2})),
        ("minimums", SignFigures(seen="closed")),
    )
    for kind, figures in sheets:
        house.now += timedelta(minutes=1)
        said = EnterSheet(content=content(figures, house.now), signatures=(INSPECTOR,))
        handle(SheetAggregate(casino_id, kind, DAY, "T1"), said, by=BY, now=house.now)
    right = content(SignFigures(seen="open", minimum=1, seats=3), house.now)
    correct = CorrectSheet(content=right, reason="another table", signatures=(INSPECTOR,))
    handle(SheetAggregate(casino_id, "minimums", DAY, "T1", 2), correct, by=BY, now=house.now)
    return house


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(REPORTS_READ)


def read(system: Caller, query: str = "") -> Any:
    answer = system.get(f"inspections{query}")
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def ids(system: Caller, query: str = "") -> list[str]:
    return [each["id"] for each in read(system, query)["inspections"]]


FIRST, COUNT, SECOND = (
    f"{name}" for name in (f"minimums/{DAY}/T1/1", f"opening/{DAY}/T1/1", f"minimums/{DAY}/T1/2")
)


def test_sheets_come_in_the_order_in_which_they_were_keyed_in(system: Caller) -> None:
    page = read(system)
    assert json.loads(msgspec.json.encode(msgspec.convert(page, SheetsPage, str_keys=True))) == page
    first, count, second = page["inspections"]
    assert [each["id"] for each in (first, count, second)] == [FIRST, COUNT, SECOND]
    assert (first["differs"], first["difference"], first["counted_by"]) == (True, None, "Dora")
    assert (count["differs"], count["figures"]) == (None, {"of": "float", "pieces": {"500": 2}})
    assert (second["corrections"], second["corrected_by"], second["figures"]["seats"]) == (1, "Inspector", 3)


def test_filters_choose_and_the_last_id_reads_on(system: Caller) -> None:
    assert ids(system, "?kind=opening") == ids(system, f"?kind=opening&day={DAY}&table=T1") == [COUNT]
    assert ids(system, "?from=2026-11-21") == ids(system, "?to=2026-11-19") == ids(system, "?table=T9") == []
    assert read(system, "?limit=2")["next"] == COUNT
    assert ids(system, f"?after={COUNT}") == [SECOND]


def test_inspection_sheet_shows_figures_record_and_corrections(system: Caller, house: OpenHouse) -> None:
    answer = system.get(f"inspections/{SECOND}")
    sheet = json.loads(answer.content)
    assert json.loads(msgspec.json.encode(msgspec.convert(sheet, SheetDetail, str_keys=True))) == sheet
    assert house.state.limits is not None
    minimum = sheet["compared"][0]
    assert (minimum["name"], minimum["on_sheet"]) == ("minimum", 1)
    assert minimum["by_record"] == house.state.limits.minimum
    (correction,) = sheet["history"]
    assert correction["before"]["figures"]["seen"] == "closed"
    assert (correction["reason"], correction["by"]) == ("another table", "Inspector")


def test_mistyped_or_unknown_inspection_is_refused_with_its_reason(
    system: Caller, problem: Callable[..., Any]
) -> None:
    assert "is none of" in problem(system.get("inspections?kind=none"))["detail"]
    assert "no such parameter" in problem(system.get("inspections?offset=1"))["detail"]
    assert problem(system.get("inspections?after=opening/x/T1/9"))["status"] == 404
    assert problem(system.get(f"inspections/opening/{DAY}/T1/9"))["status"] == 404
    assert problem(system.get("inspections/opening/never/T1/1"))["status"] == 422


def test_inspections_need_the_scope_of_reports_and_their_own_casino(
    house: OpenHouse, caller: Callable[..., Caller], problem: Any
) -> None:
    assert problem(caller(TABLES_READ).get("inspections"))["status"] == 403
    elsewhere = Casino.objects.create(id=house.casino_id + 1_000_000, name="Another casino")
    stranger = Caller(create_client(name="theirs", casino=elsewhere, scopes=(REPORTS_READ,)))
    assert ids(stranger) == []
    assert problem(stranger.get(f"inspections/{COUNT}"))["status"] == 404
