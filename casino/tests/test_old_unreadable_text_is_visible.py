"""Texts that were recorded before the check, with control characters and overrides, are shown with placeholders."""

import csv
import io
import re
from html import unescape

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.html import format_html

from casino.kit.csv import write_csv
from casino.kit.documents.fonts import in_fonts
from casino.people.models import Person, Role
from casino.tests.crawler import Crawl, crawl, pattern_of
from tables.handling.aggregates.table import TableAggregate
from tables.handling.handler import record
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import PendingEvent
from testkit.house import OpenHouse
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db

MARK = "Zoltan"
"""Long enough to be in no token by chance."""
OLD = e.Person(id="old-name", name=f"{MARK}\u202erb\nof\x07old")
SHOWN = f"{MARK}[U+202E]rb␊of␇old"
ROLES = (Role.PIT_BOSS, Role.GAMES_INSPECTOR, Role.ADMINISTRATOR)


@pytest.fixture
def crawls(casino_id: int) -> list[Crawl]:
    """The pages of a table at which somebody of an old name sits, spins and suspends play, as two roles see them."""
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now(), day=None)
    aggregate, at = TableAggregate(casino_id, "T1"), house.now
    state = aggregate.load(c.AnnounceBetsOpen(), at)
    before = state.spinner
    position = next(place for place, person in state.staff.items() if person == before)
    old = [
        e.StaffChanged(position=position, person=OLD, previous=before),
        e.SpinnerChanged(person=OLD, previous=before, notice=OLD.name),
        e.TableSuspended(reason="", detail=OLD.name, bets="kept"),
    ]
    by = {"by": {"id": OLD.id, "name": OLD.name, "terminal": OLD.name}}
    record(aggregate, state, [(PendingEvent(event, at), by) for event in old], at)
    GamingTable.objects.filter(casino_id=casino_id).update(name=OLD.name, pit=OLD.name)
    Person.objects.filter(pk=engage(Role.CHEF_DE_TABLE, casino_id=casino_id).pk).update(display_name=OLD.name)
    people = [engage(role, casino_id=casino_id) for role in ROLES]
    return [crawl(browser_of(person), person) for person in people]


def test_old_text_has_placeholders_on_every_page_and_in_every_csv_file(
    crawls: list[Crawl], casino_id: int
) -> None:
    pages = {address: page for each in crawls for address, page in each.pages.items()}
    raw = {address for address, page in pages.items() if "\u202e" in page or "\x07" in page}
    assert raw == set()
    tell = {pattern_of(address).partition("?")[0] for address, page in pages.items() if MARK in page}
    hidden = {address for address, page in pages.items() if MARK in page and SHOWN not in page}
    assert hidden == set()
    assert len(tell) >= 11, tell

    inspector = browser_of(engage(Role.GAMES_INSPECTOR, casino_id=casino_id))
    files = {address for each in crawls for address in _csv_addresses(each)}
    answers = [inspector.get(address).getvalue().decode() for address in sorted(files)]
    rows = [row for answer in answers for row in csv.reader(io.StringIO(answer))]
    cells = [cell for row in rows for cell in row if MARK in cell]
    assert cells and all(SHOWN in cell and cell.isprintable() for cell in cells), cells


def _csv_addresses(crawled: Crawl) -> set[str]:
    links = (
        found for page in crawled.pages.values() for found in re.findall(r'href="(/[^"]*\.csv[^"]*)"', page)
    )
    return set(map(unescape, links))


def test_template_escapes_with_placeholders_and_leaves_markup() -> None:
    page = Template('<p title="{{ name }}">{{ name }}</p>\n{{ markup }}')
    context = Context({"name": OLD.name, "markup": format_html("<b>\n{}</b>", "a\u202eb<")})
    assert page.render(context) == f'<p title="{SHOWN}">{SHOWN}</p>\n<b>\na[U+202E]b&lt;</b>'


def test_cells_of_files_have_placeholders() -> None:
    out = io.StringIO(newline="")
    write_csv(out, ["a", "b", "c"], [["a\nb", 1, None]])
    assert out.getvalue() == "a,b,c\r\na␊b,1,\r\n"
    assert in_fonts("a\u202eb") == "a[U+202E]b"
