"""Every link of a fresh demonstration house, in every role, on its first and on its second day.

The house is made once and looked at by everybody. Nothing of it is committed: the demonstration has a fixed casino,
whose record must not outlive these tests.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.compliance.draws import DrawAggregate, commit_draws
from casino.compliance.inspections.aggregate import SheetAggregate
from casino.embedded.demonstration_house import CASINO_ID, PEOPLE
from casino.embedded.open_house import open_house
from casino.kit.page_lines import ALIKE, PAGE_LINES
from casino.people.acting import acting
from casino.people.models import Person
from casino.people.permissions import CONTENTS, contents_for
from casino.people.signing import own_signature
from casino.reports.days.permanence import PERMANENCE
from casino.reports.jobs import ask_for_job
from casino.reports.rendering import FORMS
from casino.reports.working import work_on
from casino.seat.screens import make_screen
from casino.tests.crawler import Crawl, crawl, pattern_of
from tables.compliance.draws.commands import AskForTable, CommitDraw
from tables.compliance.inspections.commands import EnterSheet
from tables.compliance.inspections.figures import Content, SignFigures
from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.alerts.watch import look_at_casino
from tables.handling.deadlines.sweep import sweep_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.table_snapshots import newest_state
from tables.play import commands as c
from tables.play.colours.boxes import chips_in_boxes
from tables.play.events import Person as Named
from tables.roulette.loader import get_rulebook
from testkit.people import browser_of

pytestmark = pytest.mark.django_db
DAYS = ("first", "second")
NOTHING: Mapping[int, int] = MappingProxyType({})
NOBODY, TERMINAL = "nobody", "terminal"
SEAT = "/live/LV1/seat/1/"
CHIPS_FOR_CASH = {10_000: 13, 2_500: 1, 500: 2}
DROP = sum(value * pieces for value, pieces in CHIPS_FOR_CASH.items())
"""Minor units of cash that one table takes, as nothing else in the house amounts to: 1,335.00 for a person to read."""
EVERYBODY = (*(person.sign_in for person in PEOPLE), NOBODY, TERMINAL)
BY_ROLE_AND_DAY = pytest.mark.parametrize(("who", "day"), [(who, day) for day in DAYS for who in EVERYBODY])
BOSS = Actor(id="boss", name="Pit boss (demo)", terminal="pit-1")
NO_LINK_LEADS_THERE = {
    "healthz",
    "readyz",
    # A paper whose link stands on the page once a coup or a day was chosen in its form.
    "compliance/what-if.pdf",
    # What these days do not come to: something held with its receipt, a slip on its way, a series that has ended.
    "cash/held/<path:receipt>/",
    "cash/held/<path:receipt>.pdf",
    # A paper whose link stands on the page of one wheel, and the list of wheels has the same address.
    "numbers/wheels.pdf",
    # The draw of a month, which no inspector of the demonstration makes.
    "compliance/inspections/video.pdf",
    "floor/<str:code>/slips/<str:number>/<slug:step>",
    "house/series/exchange-chips",
    # The link in the terminal of a house without a casino, and an API client's new secret: the demonstration has none.
    "set-up/<str:token>/",
    "set-up/<str:token>/<slug:name>/",
    "registers/do/issue-secret/<slug:kind>/<str:entry>",
    # Where somebody is led who signed in a while ago.
    "registers/edit/<slug:kind>/<str:entry>/",
    # Where somebody is led who has a second factor, whose session is locked, or who signed in a while ago; and what a
    # script asks.
    "sign-in/second-step/",
    "sign-in/second-step/options/",
    "sign-in/passkey/options/",
    "sign-in/again/",
    "sign-in/again/options/",
    "your-sign-in/passkey/options/",
    "your-sign-in/recovery-codes/",
    "your-sign-in/remove/",
    "locked/",
    "still-here/",
    # A one-time link is shown to whoever engages somebody.
    "welcome/<int:number>/<str:token>/",
    # What a registered sign shows, at the address of a token that is shown once.
    "signs/<str:token>/",
    "signs/<str:token>/live",
    # The proof of an event, once a signed checkpoint covers it; nobody signs during these days.
    "floor/<str:code>/moment/proof",
    # The newest version of a rulebook, for whoever writes the address; links name the version in force.
    "rules/<str:id_>/",
}
Crawls = dict[tuple[str, str], Crawl]


@pytest.fixture(scope="module")
def crawls(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Crawls]:
    """What each person of the demonstration sees on each day, by sign-in and day."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as clock:
        now = timezone.now()
        list(open_house(now, wheel_port=4100))
        play_a_little(now)
        found = {(who, "first"): crawled for who, crawled in everybodys()}
        night(now + timedelta(hours=1))
        real = timezone.now
        clock.setattr(timezone, "now", lambda: real() + timedelta(days=1))
        list(open_house(timezone.now(), wheel_port=4100))
        sweep_casino(CASINO_ID, timezone.now())
        close("RA1", timezone.now())
        close("CA1", timezone.now())
        found |= {(who, "second"): crawled for who, crawled in everybodys()}
        transaction.set_rollback(True)
    yield found


def play_a_little(now: datetime) -> None:
    """Bets lie, a coup waits for its payment, another is over, a seat has money; a silent reader is an alert."""
    do("VE1", c.ChangeReader(reader="W-VE1", state="silent"), now=now)
    look_at_casino(CASINO_ID, now + timedelta(minutes=10))
    have_a_file_made(now)
    for table in ("RF1", "VE1"):
        bet = c.PlaceBet(player="P1", bet="rouge", amount=5_000)
        for command in (c.AnnounceBetsOpen(), bet, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1)):
            do(table, command, now=now)
    do("VE1", c.ConfirmPayments(), now=now)
    do("VE1", c.AnnounceBetsOpen(), now=now)
    do("CA1", c.TakeCash(total=DROP), now=now)
    changed = c.AskForChange(player="P1", given={10_000: 1}, wanted={500: 20})
    for step in (changed, c.ServeChange(), c.FinishChange(paid_out={500: 20})):
        do("CA1", step, now=now)
    do("LV1", c.BuyIn(seat="P1", amount=5_000), now=now)
    draw_tables(now)
    do("LV1", c.AnnounceBetsOpen(), now=now)
    do("LV1", c.PlaceBet(player="P1", bet="plein:17", amount=200), now=now)
    inspect(now)


def inspect(now: datetime) -> None:
    """The inspector keys in what a colleague saw at a table."""
    inspector = own_signature(Person.objects.get(username="inspector", casino_id=CASINO_ID))
    seen = SignFigures(seen="open", minimum=500)
    content = Content(counted_by=Named(id="", name="A colleague"), done_at=now, figures=seen)
    sheet = SheetAggregate(CASINO_ID, "minimums", gaming_day(CASINO_ID, now).isoformat(), "RF1")
    handle(sheet, EnterSheet(content=content, signatures=(inspector,)), by=BOSS, now=now)


def draw_tables(now: datetime) -> None:
    """The tables to inspect of two days: today's wait to be revealed, and one was asked for."""
    inspector = Person.objects.get(username="inspector")
    by, signed = acting(inspector, "compliance"), (own_signature(inspector),)
    today = gaming_day(CASINO_ID, now)
    days = (today.isoformat(), (today + timedelta(days=1)).isoformat())
    command = CommitDraw(days=days, tables=2, signatures=signed)
    commit_draws(CASINO_ID, command, by=by, now=now, idempotency_key=None)
    asked = AskForTable(table="RF1", reason="a complaint", signatures=signed)
    handle(DrawAggregate(CASINO_ID, today), asked, by=by, now=now)


def night(now: datetime) -> None:
    """One table is closed as it should be, the others are left open, as the demonstration leaves them."""
    close("CA1", now, gone=CHIPS_FOR_CASH)


def have_a_file_made(now: datetime) -> None:
    """For the inspector, and another that is still to be made."""
    inspector = Person.objects.get(username="inspector", casino_id=CASINO_ID)
    day = gaming_day(CASINO_ID, now).isoformat()
    for form in ("csv", "pdf"):
        job = ask_for_job(
            CASINO_ID,
            PERMANENCE,
            since=day,
            until=day,
            table="RF1",
            form=FORMS[form],
            asked_by=inspector.display_name,
            person=inspector.pk,
            now=now,
        )
        if form == "csv":
            work_on(CASINO_ID, str(job.id), job.turn)


def close(table: str, now: datetime, gone: Mapping[int, int] = NOTHING) -> None:
    """The box is taken away and the float counted without the pieces that are `gone`, by two; then the table closes."""
    state = newest_state(CASINO_ID, table)
    assert state is not None
    two = Person.objects.filter(username__in=[person.sign_in for person in PEOPLE[:2]]).order_by("pk")
    signatures = tuple(own_signature(person) for person in two)
    if (box := state.cash.box) is not None:
        away = c.RemoveBox(serial=box.serial, reason="closing", signatures=signatures)
        do(table, away, now=now)
    found = state.direction.pieces_at_opening
    pieces = {value: count - gone.get(value, 0) for value, count in found.items()}
    boxes = chips_in_boxes(state, get_rulebook(state.rulebook, state.rulebook_version))
    counted = c.CountFloat(moment="closing", pieces=pieces, colours=boxes, signatures=signatures)
    do(table, counted, now=now)
    do(table, c.CloseTable(), now=now)


def do(table: str, command: c.Command, *, now: datetime) -> None:
    handle(TableAggregate(CASINO_ID, table), command, by=BOSS, now=now)


def everybodys() -> Iterator[tuple[str, Crawl]]:
    """Of all people; the long report is chosen by the inspector in every way, and by the others as it comes."""
    together: set[str] = set()
    yield NOBODY, crawl(Client(), AnonymousUser())
    yield TERMINAL, crawl(a_terminal(), AnonymousUser(), SEAT)
    people = Person.objects.filter(username__in=[each.sign_in for each in PEOPLE])
    for person in sorted(people, key=lambda each: each.username != "inspector"):
        yield person.username, crawl(browser_of(person), person, together=together)


def a_terminal() -> Client:
    """A browser in which nobody is signed in, with the screen of a seat."""
    boss = Person.objects.get(username=PEOPLE[0].sign_in)
    code = make_screen(CASINO_ID, "LV1", 1, by=boss, actor=BOSS, now=timezone.now())
    terminal = Client()
    terminal.post("/seat/", {"code": code})
    return terminal


@BY_ROLE_AND_DAY
def test_every_link_leads_to_a_page_that_the_role_may_open(crawls: Crawls, who: str, day: str) -> None:
    assert [str(fault) for fault in sorted(crawls[who, day].faults)] == []


def test_every_page_of_the_house_is_reached_by_somebody(crawls: Crawls) -> None:
    met = {pattern.partition("?")[0] for each in crawls.values() for pattern in each.patterns}
    sent_to = {pattern for each in crawls.values() for pattern in each.forms}
    missed = set(patterns_of(get_resolver())) - met - sent_to - NO_LINK_LEADS_THERE
    assert not missed, sorted(missed)


@pytest.mark.parametrize("day", DAYS)
def test_who_is_not_signed_in_is_sent_to_sign_in_from_every_page(
    crawls: Crawls, day: str, client: Client
) -> None:
    persons = [crawls[person.sign_in, day] for person in PEOPLE]
    one_of_each = {pattern_of(address): address for each in persons for address in sorted(each.pages)}
    answers = {pattern: client.get(address) for pattern, address in one_of_each.items()}
    let_in = {
        pattern
        for pattern, answer in answers.items()
        if not (answer.status_code == 302 and answer["Location"].startswith("/sign-in/"))
        and not (answer.status_code == 403 and b"Open a seat" in answer.content)
    }
    for_guests = "public/<int:casino_id>/sign/<str:code>/"
    assert let_in == {"seat/", for_guests}, "a terminal asks for its screen there, guests read the sign"


@pytest.mark.parametrize("day", DAYS)
def test_a_seats_terminal_is_led_to_no_other_page(crawls: Crawls, day: str) -> None:
    assert set(crawls[TERMINAL, day].pages) == {SEAT}


@BY_ROLE_AND_DAY
def test_nothing_is_drawn_without_its_place_and_its_size(crawls: Crawls, who: str, day: str) -> None:
    """As where a template asks a chip for a measure that it does not have."""
    faulty = {
        address: found
        for address, page in crawls[who, day].pages.items()
        if (
            found := set(
                re.findall(r'<[^>]* (?:r|[xy][12]?|c[xy]|width|height|d|points|viewBox)=""[^>]*>', page)
            )
        )
    }
    assert faulty == {}


def kinds_on(page: str) -> set[str]:
    """The kinds of content that a page marks in its markup."""
    return set(re.findall(r'data-content="([^"]*)"', page))


@BY_ROLE_AND_DAY
def test_each_kind_of_content_is_shown_to_those_who_may_see_it_and_to_nobody_else(
    crawls: Crawls, who: str, day: str
) -> None:
    role = next((person.role for person in PEOPLE if person.sign_in == who), None)
    may_see = contents_for(Person(role=role) if role else AnonymousUser())
    beyond = {
        address: found
        for address, page in crawls[who, day].pages.items()
        if (found := kinds_on(page) - may_see)
    }
    assert beyond == {}


@pytest.mark.parametrize("kind", CONTENTS)
def test_each_kind_of_content_is_shown_to_somebody(crawls: Crawls, kind: str) -> None:
    assert any(kind in kinds_on(page) for each in crawls.values() for page in each.pages.values())


@BY_ROLE_AND_DAY
def test_what_is_in_a_box_is_told_to_nobody_who_may_count_it(crawls: Crawls, who: str, day: str) -> None:
    tell = [address for address, page in crawls[who, day].pages.items() if "1,335.00" in page]
    if who == "chef" and day == "first":
        assert tell == ["/floor/CA1/"]
    else:
        assert tell == []


def patterns_of(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The pattern of every address of the screens; the API has its own tests."""
    for each in resolver.url_patterns:
        pattern = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns_of(each, pattern)
        elif not pattern.startswith(("api/", "oauth/")):
            yield pattern


def test_each_page_says_in_a_line_what_it_is_for(crawls: Crawls) -> None:
    seen, silent = set(), set()
    for crawled in crawls.values():
        for address, page in crawled.pages.items():
            view = resolve(urlsplit(address).path).view_name
            if (of := ALIKE.get(view, view)) in PAGE_LINES and "<html" in page:
                seen.add(of)
                if 'class="page-line' not in page:
                    silent.add(address)
    assert silent == set()
    assert set(PAGE_LINES) == seen
