"""The report is made from the record alone: every kind of event of a day, with no projection there at all."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from casino.compliance.report import DayReport, day_report
from casino.compliance.tests.conftest import AsRole
from casino.compliance.tests.samples import (
    ALERTED,
    AT,
    DRAWN,
    LIFE,
    OF_ACCESS,
    OF_BALLS,
    OF_BOXES,
    OF_INSPECTIONS,
    OF_SCREENS,
    OF_SLIPS,
    OF_THE_HOUSE,
    OF_WHEELS,
    REVIEWED,
    of_the_table,
    opened,
)
from casino.compliance.tests.test_every_event_is_declared import BESIDE
from casino.kit.csv_form import write_table
from casino.people.access_events import access_stream
from casino.people.models import Role
from casino.reports.days.compliance import COLUMNS, rows_of_report
from casino.seats.screen_events import screens_stream
from settlement.boxes.state import BoxName, box_stream
from settlement.slips.state import slip_stream
from tables.codec import encode
from tables.compliance.alerts.state import alerts_stream
from tables.compliance.draws.state import draw_stream
from tables.compliance.inspections.events import InspectionSheetCorrected, InspectionSheetEntered
from tables.compliance.inspections.state import SheetName, plan_stream, sheet_stream
from tables.compliance.review.state import review_stream
from tables.compliance.state import violation_stream
from tables.handling.models import Casino
from tables.handling.streams import ball_stream, casino_day_stream, table_stream, wheel_stream
from tables.play import commands as c
from tables.registers import balls as b
from tables.registers import wheels as w
from tables.roulette.loader import get_rulebook
from tables.stream import NewEvent, append, rebuild
from tables.stream.projections import register_synchronous, synchronous_projections, unregister
from testkit.house import OpenHouse
from testkit.stream import sequence_all

ZONE = ZoneInfo("Europe/Rome")
METADATA = {
    "by": {"id": "person/1", "name": 'Carla "la rossa", chef'},
    "signed": [
        {"person": {"id": "person/1", "name": "Carla"}, "role": "chef_de_table"},
        {"person": {"id": "person/2", "name": "Dino"}, "role": "games_inspector"},
    ],
}


@pytest.fixture
def no_projections(db: None) -> Iterator[None]:
    """Nothing is derived from what is appended."""
    there = synchronous_projections()
    for projection in there:
        unregister(projection.name)
    yield
    for projection in there:
        register_synchronous(projection)


def _append(
    casino_id: int, stream: str, events: list[tuple[str, dict[str, object]]], first: datetime
) -> None:
    new = [
        NewEvent(type=type_, data=data, occurred_at=first + timedelta(seconds=number), metadata=METADATA)
        for number, (type_, data) in enumerate(events)
    ]
    append(casino_id, stream, new, expected_version=0, now=first + timedelta(minutes=1))


@pytest.fixture
def every_kind(casino_id: int, no_projections: None) -> DayReport:
    """The report of a day on which everything happened that can be listed."""
    record = [encode(event) for event in of_the_table(get_rulebook("it-venezia"))]
    _append(casino_id, table_stream("T1", "2026-11-20"), record, AT)
    life = violation_stream("T1", "2026-11-20", "9-same-ball-again")
    _append(casino_id, life, [encode(event) for event in LIFE], AT + timedelta(hours=1))
    slip = slip_stream("C-000007")
    _append(casino_id, slip, [encode(event) for event in OF_SLIPS], AT + timedelta(hours=2))
    left = box_stream(BoxName("T1", "2026-11-20", "T1-A", 2))
    _append(casino_id, left, [encode(event) for event in OF_BOXES], AT + timedelta(hours=3))
    of_the_house = [encode(event) for event in OF_THE_HOUSE]
    _append(casino_id, casino_day_stream("2026-11-20"), of_the_house, AT + timedelta(hours=4))
    wrong = [encode(event) for event in OF_ACCESS]
    _append(casino_id, access_stream("2026-11-20"), wrong, AT + timedelta(hours=5))
    screens = [encode(event) for event in OF_SCREENS]
    _append(casino_id, screens_stream("T1", "2026-11-20"), screens, AT + timedelta(hours=6))
    reviewed = [encode(event) for event in REVIEWED]
    _append(casino_id, review_stream("2026-11-20"), reviewed, AT + timedelta(hours=7))
    drawn = [encode(event) for event in DRAWN]
    _append(casino_id, draw_stream("2026-11-20"), drawn, AT + timedelta(hours=8))
    _append(casino_id, wheel_stream("W-1"), [encode(event) for event in OF_WHEELS], AT)
    _append(casino_id, ball_stream("B-1"), [encode(event) for event in OF_BALLS], AT)
    *sheets, plan = OF_INSPECTIONS
    of_sheets: dict[str, list[tuple[str, dict[str, object]]]] = defaultdict(list)
    for sheet in sheets:
        assert isinstance(sheet, InspectionSheetEntered | InspectionSheetCorrected)
        name = SheetName(sheet.kind, sheet.day, sheet.table, sheet.number)
        of_sheets[sheet_stream(name)].append(encode(sheet))
    for stream, of_sheet in of_sheets.items():
        _append(casino_id, stream, of_sheet, AT)
    _append(casino_id, plan_stream("2026-11"), [encode(plan)], AT)
    alerted = [encode(event) for event in ALERTED]
    _append(casino_id, alerts_stream("T1", "2026-11-20"), alerted, AT + timedelta(hours=9))
    report = day_report(casino_id, "T1", "2026-11-20")
    assert report is not None
    return report


def test_every_kind_of_event_of_the_day_is_a_line(every_kind: DayReport) -> None:
    happened = (*of_the_table(get_rulebook("it-venezia")), *BESIDE)
    assert sorted(line.type for line in every_kind.lines) == sorted(encode(event)[0] for event in happened)
    assert every_kind.closed
    assert [line.at for line in every_kind.lines] == sorted(line.at for line in every_kind.lines)


def test_each_line_has_its_person_and_signatures(every_kind: DayReport) -> None:
    assert {line.by for line in every_kind.lines} == {'Carla "la rossa", chef'}
    assert {line.signed for line in every_kind.lines} == {("Dino (games inspector)",)}


def test_of_wheel_and_balls_only_what_came_since_the_last_day_is_told(
    casino_id: int, no_projections: None
) -> None:
    rulebook = get_rulebook("it-venezia")
    days = ("2026-11-19", "2026-11-20")
    for number, day in enumerate(days):
        began = opened(rulebook, day=day)
        record = [encode(replace(began, previous_day=days[0] if number else None))]
        _append(casino_id, table_stream("T1", day), record, AT + timedelta(days=number - 1))
    moves = [encode(w.WheelMoved(serial="W-1", table="T1", previous=""))]
    _append(casino_id, wheel_stream("W-1"), moves, AT - timedelta(days=2))
    balls = [encode(b.BallAssigned(serial="B-1", table="T1", letter="A", previous=""))]
    _append(casino_id, ball_stream("B-1"), balls, AT - timedelta(hours=2))
    reports = [day_report(casino_id, "T1", day) for day in days]
    kinds = [[line.kind for line in report.lines] for report in reports if report]
    assert kinds == [["Wheel", "Opening"], ["Ball", "Opening"]]


def csv_of(report: DayReport) -> str:
    out = io.BytesIO()
    write_table(out, COLUMNS, rows_of_report(report, ZONE))
    return out.getvalue().decode()


def test_the_csv_reads_back_as_the_report(every_kind: DayReport) -> None:
    text = csv_of(every_kind)
    assert not text.startswith("\ufeff")
    assert text.count("\r\n") == len(every_kind.lines) + 1 and "\n" not in text.replace("\r\n", "")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert list(rows[0]) == [column.key for column in COLUMNS]
    for row, line in zip(rows, every_kind.lines, strict=True):
        assert (row["kind"], row["what"], row["who"]) == (line.kind, line.words, line.by)
        assert (row["clause"], row["clause_as_printed"]) == (line.clause, line.reference)
        assert row["signed_beside"] == "; ".join(line.signed)
        assert row["where"] == line.where
        assert row["late_s"] == ("" if line.late_s is None else str(line.late_s))
        assert datetime.fromisoformat(row["at_local"]) == datetime.fromisoformat(row["at"]) == line.at
        assert row["at_local"].endswith("+01:00") and row["at"].endswith("Z")
        assert (row["table"], row["gaming_day"]) == ("T1", "2026-11-20")


def test_report_is_the_same_after_a_rebuild(casino_id: int, transactional_db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.ChangeBall(ball="A"))
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    before = day_report(casino_id, "T1", "2026-11-20")
    sequence_all(casino_id)
    for projection in synchronous_projections():
        rebuild(projection.name, casino_id)
    assert day_report(casino_id, "T1", "2026-11-20") == before


def test_the_csv_that_is_downloaded_has_the_casinos_own_time(casino_id: int, as_role: AsRole) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    Casino.objects.filter(pk=casino_id).update(time_zone="Asia/Macau")
    house.do(c.ChangeBall(ball="B", announced=True))
    answer = as_role(Role.GAMES_INSPECTOR).get("/compliance/report.csv?day=2026-11-20&table=T1")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/csv; charset=utf-8")
    assert 'filename="compliance-2026-11-20-T1.csv"' in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))
    assert [row["kind"] for row in rows] == ["Opening", "Ball change", "Violation"][: len(rows)]
    assert rows[0]["at_local"] == "2026-11-20T20:00:00.000+08:00"
    assert rows[0]["at"] == "2026-11-20T12:00:00.000Z"


def test_entered_text_is_never_a_formula_of_a_spreadsheet(every_kind: DayReport) -> None:
    first = every_kind.lines[0]
    by = {"by": {"id": "person/1", "name": '=HYPERLINK("http://elsewhere.invalid")'}}
    line = replace(first, record=replace(first.record, metadata=by))
    text = csv_of(replace(every_kind, lines=(line,)))
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["who"] == '\'=HYPERLINK("http://elsewhere.invalid")'
