"""A report made twice from the same position of the record is the same to the byte, and its foot says of what it is."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from casino.compliance.made_from import made_from_day
from casino.compliance.review import report_hash
from casino.kit.documents.made_from import MadeFrom, made_from_days
from casino.people.models import Role
from casino.reports.columns import MadeReport, made_of_day
from casino.reports.days import REPORTS
from casino.reports.days.compliance import COMPLIANCE
from casino.reports.days.permanence import PERMANENCE
from casino.reports.rendering import FORMS, rendered
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as slips
from tables.handling import handle
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.stream.reader import heads_of_streams
from testkit.house import BOSS, OpenHouse
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
PIT = Signature(person=Person(id="boss", name="Pit boss"), role="pit_boss")
DESK = Signature(person=Person(id="person/2", name="Cash desk"), role="cash_desk")
ALL_FORMS = list(FORMS)


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    house = OpenHouse(casino_id, "pt-francesa")
    house.coup(17, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.ChangeBall(ball="B", announced=True))
    return house


@contextmanager
def another_hour(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock goes on by seven hours while nothing happens at the tables."""
    later = timezone.now() + timedelta(hours=7)
    with monkeypatch.context() as patched:
        patched.setattr(timezone, "now", lambda: later)
        yield


def made(house: OpenHouse, form: str, name: str = "compliance") -> MadeReport:
    return made_of_day(house.casino_id, REPORTS[name], house.day, None, form=form)


def file_of(house: OpenHouse, form: str, name: str = "compliance") -> bytes:
    return rendered(made(house, form, name), FORMS[form])


@pytest.mark.parametrize("name", list(REPORTS))
@pytest.mark.parametrize("form", ALL_FORMS)
def test_two_makings_are_the_same_to_the_byte_whatever_the_clock_says(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, name: str, form: str
) -> None:
    first = file_of(house, form, name)
    with another_hour(monkeypatch):
        assert file_of(house, form, name) == first


@pytest.mark.parametrize("form", ALL_FORMS)
def test_another_event_makes_another_file_and_another_hash(house: OpenHouse, form: str) -> None:
    before, first = made(house, form), file_of(house, form)
    house.do(c.ChangeBall(ball="A", announced=True))
    assert file_of(house, form) != first
    assert made(house, form).record.hash != before.record.hash


def words_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def hash_of_csv(house: OpenHouse, form: str) -> str:
    """What anybody computes who has the CSV of the same lines: SHA-256 of the file."""
    of_these_lines = made(house, form)
    return sha256(rendered(of_these_lines, FORMS["csv"])).hexdigest()


def test_every_page_of_a_pdf_has_its_number_and_the_hash_of_its_csv(house: OpenHouse) -> None:
    for _coup in range(60):
        house.do(c.ChangeBall(ball="A", announced=True))
        house.do(c.ChangeBall(ball="B", announced=True))
    pages = words_of(file_of(house, "pdf"))
    assert len(pages) > 2
    for place, words in enumerate(pages, start=1):
        assert f"Page {place} of {len(pages)}" in words
        assert f"Hash of this report {hash_of_csv(house, 'pdf')}" in words
        assert report_hash(house.casino_id, house.day) in words


def test_a_workbook_has_the_hash_in_its_foot_and_its_properties_and_no_date_of_the_clock(
    house: OpenHouse,
) -> None:
    content = file_of(house, "xlsx")
    book = load_workbook(BytesIO(content))
    expected = hash_of_csv(house, "xlsx")
    foot = ZipFile(BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    assert f"Hash of this report {expected}&amp;R&amp;7Page &amp;P of &amp;N" in foot
    properties = ZipFile(BytesIO(content)).read("docProps/custom.xml").decode()
    said = dict(re.findall(r'name="(\w+)"><vt:lpwstr>(\w+)<', properties))
    assert said == {"hash": expected, "record": report_hash(house.casino_id, house.day)}
    at = made_from_day(house.casino_id, house.day).at
    assert at is not None
    assert book.properties.created == at.replace(microsecond=0, tzinfo=None)
    assert {each.date_time[0] for each in ZipFile(BytesIO(content)).infolist()} == {1980}


def test_json_has_both_hashes_and_the_time_of_the_newest_event(house: OpenHouse) -> None:
    told = json.loads(file_of(house, "json"))
    record = made_from_day(house.casino_id, house.day)
    assert told["hash"] == hash_of_csv(house, "json")
    assert told["record"]["hash"] == record.hash
    assert datetime.fromisoformat(told["record"]["at"]) == record.at


def test_a_pdf_is_dated_by_the_newest_event(house: OpenHouse) -> None:
    metadata = PdfReader(BytesIO(file_of(house, "pdf"))).metadata
    record = made_from_day(house.casino_id, house.day)
    assert metadata is not None and record.at is not None
    assert metadata.creation_date == record.at.replace(microsecond=0)


def test_the_hash_of_the_record_is_computed_by_its_rule(house: OpenHouse) -> None:
    names = [f"table/T1/{house.day}"]
    names += [f"violation/T1/{house.day}/{each}" for each in violations_of(house)]
    heads = heads_of_streams(house.casino_id, names)
    lines = "".join(f"{name} {heads[name].version} {heads[name].hash.hex()}\n" for name in sorted(heads))
    assert sha256(lines.encode()).hexdigest() == report_hash(house.casino_id, house.day)


def violations_of(house: OpenHouse) -> list[str]:
    rows = COMPLIANCE.rows(house.casino_id, house.day, None, "json", {"type": "violation_raised"})
    place = [column.key for column in COMPLIANCE.columns].index("violation")
    return [str(row[place]) for row in rows]


def test_a_step_of_a_slip_makes_another_hash(house: OpenHouse) -> None:
    ask = slips.RequestSlip(kind="fill", table="T1", pieces={500: 20}, signatures=(PIT,))
    number = handle(NextSlipAggregate(house.casino_id), ask, by=BOSS, now=house.now).state.number
    before = report_hash(house.casino_id, house.day)
    issue = slips.IssueSlip(pieces={500: 20}, carrier="Carrier", signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), issue, by=BOSS, now=house.now)
    assert report_hash(house.casino_id, house.day) != before


def test_of_several_days_the_hash_is_over_those_of_each() -> None:
    at = datetime.fromisoformat("2026-11-20T21:00:00+00:00")
    one, other = MadeFrom("aa", at), MadeFrom("bb", None)
    assert made_from_days({"2026-11-20": one}) == one
    both = made_from_days({"2026-11-21": other, "2026-11-20": one})
    assert both == MadeFrom(sha256(b"2026-11-20 aa\n2026-11-21 bb\n").hexdigest(), at)


def test_a_day_on_which_nothing_was_recorded_is_dated_by_itself(house: OpenHouse) -> None:
    empty = made_of_day(house.casino_id, PERMANENCE, "2020-01-01", None, form="pdf")
    (words,) = words_of(rendered(empty, FORMS["pdf"]))
    assert "Made from a record without events" in words


def test_papers_of_the_cash_desk_are_the_same_to_the_byte_and_bear_the_hash_of_the_record(
    house: OpenHouse, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = slips.RequestSlip(kind="fill", table="T1", pieces={500: 20}, signatures=(PIT,))
    number = handle(NextSlipAggregate(house.casino_id), ask, by=BOSS, now=house.now).state.number
    issue = slips.IssueSlip(pieces={500: 20}, carrier="Carrier", signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), issue, by=BOSS, now=house.now)
    desk: Client = as_role(Role.CASH_DESK)
    papers = (f"/cash/slips/{number}/paper.pdf", f"/cash/closing/T1.pdf?day={house.day}")
    first = [desk.get(path).content for path in papers]
    with another_hour(monkeypatch):
        assert [as_role(Role.CASH_DESK).get(path).content for path in papers] == first
    (head,) = heads_of_streams(house.casino_id, [f"slip/{number}"]).values()
    of_slip = sha256(f"slip/{number} {head.version} {head.hash.hex()}\n".encode()).hexdigest()
    assert of_slip in words_of(first[0])[0]
    assert all(report_hash(house.casino_id, house.day) in words for words in words_of(first[1]))
    house.do(c.ChangeBall(ball="A", announced=True))
    assert desk.get(papers[0]).content == first[0]
    assert desk.get(papers[1]).content != first[1]


def test_codes_stand_in_words_on_paper_and_in_a_workbook_and_as_they_are_for_programs(
    house: OpenHouse,
) -> None:
    (row,) = load_workbook(BytesIO(file_of(house, "xlsx", "ledger"))).worksheets[0].iter_rows(min_row=2)
    assert house.rulebook.title in [cell.value for cell in row]
    assert house.rulebook.title in words_of(file_of(house, "pdf", "ledger"))[0]
    (told,) = json.loads(file_of(house, "json", "ledger"))["rows"]
    assert told["rulebook"] == house.rulebook.id
