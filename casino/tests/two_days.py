"""Two days of a fresh demonstration house, and a walk of everybody over its pages on each.

The house is made once and looked at by everybody. Nothing of it is committed: the demonstration has a fixed casino,
whose record must not outlive these tests. Its English stands in brackets, so that a text of no catalogue stands out.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from casino.api.access.clients import create_client
from casino.api.access.scopes import ADMINISTRATION, PEOPLE_WRITE
from casino.compliance.draws import DrawAggregate, commit_draws
from casino.compliance.inspections.aggregate import SheetAggregate
from casino.one_machine.open_house import open_house
from casino.people.acting import acting
from casino.people.demonstration_house import CASINO_ID, PEOPLE
from casino.people.models import Person
from casino.people.signing import own_signature
from casino.registers.readers.connecting.forms import way_value
from casino.reports.days.permanence import PERMANENCE
from casino.reports.jobs import ask_for_job
from casino.reports.rendering import FORMS
from casino.reports.working import work_on
from casino.seats.screens import make_screen
from casino.tests.crawler import Crawl, crawl
from casino.tests.words_of_the_house import data_words, english_of_rulebooks
from settlement.bank.commands import SellChips
from settlement.bank.pieces import NO_SERIES
from settlement.bank_aggregate import BankAggregate, bank_state
from settlement.desk_claim_aggregate import DeskClaimAggregate
from settlement.desk_claims.commands import ClaimAtDesk
from settlement.desk_claims.state import receipt_of
from settlement.models import BankEntry
from tables.compliance.draws.commands import AskForTable, CommitDraw
from tables.compliance.inspections.commands import EnterSheet
from tables.compliance.inspections.figures import Content, SignFigures
from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.alerts.watch import look_at_casino
from tables.handling.deadlines.sweep import sweep_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.handling.projections.table_snapshots import newest_state
from tables.play import commands as c
from tables.play.colours.boxes import chips_in_boxes
from tables.play.events import Person as Named
from tables.refusal import Refused
from tables.registers.entries.reader_presets import reader_presets
from tables.roulette.loader import get_rulebook
from tables.wheels.models import (
    ReaderDeadLetter,
    ReaderProbe,
    ReaderRecording,
    ReaderStatus,
    ReaderWatch,
)
from tables.wheels.reader_recordings import ask_recording
from testkit.api import Caller
from testkit.officers import requested
from testkit.people import browser_of
from testkit.pseudo_language import english_in_brackets

DAYS = ("first", "second")
NOTHING: Mapping[int, int] = MappingProxyType({})
NOBODY, TERMINAL = "nobody", "terminal"
SEAT = "/live/LV1/seat/1/"
CHIPS_FOR_CASH = {10_000: 13, 2_500: 1, 500: 2}
DROP = sum(value * pieces for value, pieces in CHIPS_FOR_CASH.items())
"""Minor units of cash that one table takes, as nothing else in the house amounts to: 1,335.00 for a person to read."""
EVERYBODY = (*(person.sign_in for person in PEOPLE), NOBODY, TERMINAL)
BOSS = Actor(id="boss", name="Pit boss (demo)", terminal="pit-1")


class TwoDays(msgspec.Struct, frozen=True):
    """What each person of the demonstration sees on each day, by sign-in and day; the words of the house that are
    nobody's sentence, and those of the rulebooks in English."""

    crawls: Mapping[tuple[str, str], Crawl]
    data: set[str]
    rulebooks: set[str]


def walked_over(folder: Path) -> TwoDays:
    """Makes the house, lives its two days and walks over it; `folder` is for the catalogue in brackets."""
    with (
        transaction.atomic(),
        pytest.MonkeyPatch.context() as clock,
        english_in_brackets(folder),
        override("en"),
    ):
        cache.clear()
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
        days = TwoDays(found, data_words(), english_of_rulebooks())
        transaction.set_rollback(True)
    cache.clear()
    return days


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
    sell_at_the_desk(now)
    do("LV1", c.BuyIn(seat="P1", amount=5_000), now=now)
    draw_tables(now)
    do("LV1", c.AnnounceBetsOpen(), now=now)
    do("LV1", c.PlaceBet(player="P1", bet="plein:17", amount=200), now=now)
    for number, unheard in ((17, True), (9, False)):
        waits = c.DeclareNumber(number=number, source="reader", game=f"1/{number}", recovered=unheard)
        do("LV1", waits, now=now)
    inspect(now)
    trouble_of_a_reader(now)
    request_a_suspension()


def request_a_suspension() -> None:
    """A client of the API requests that a person is suspended; the request waits for an officer."""
    casino = Casino.objects.get(pk=CASINO_ID)
    system = Caller(create_client(name=BOSS.name, casino=casino, scopes=(PEOPLE_WRITE, ADMINISTRATION)))
    chef = Person.objects.get(username=PEOPLE[0].sign_in, casino_id=CASINO_ID)
    requested(system.post("people/suspend-person", {"person": chef.pk, "reason": BOSS.name}))


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


def sell_at_the_desk(now: datetime) -> None:
    """Three chips of 100 CHF are sold at the cash desk, and their buyer claims that one was missing."""
    desk = Person.objects.get(casino_id=CASINO_ID, username="cashdesk")
    series = bank_state(CASINO_ID, "CHF", now).in_play
    signed = (own_signature(desk),)
    chips = {series[0] if series else NO_SERIES: {10_000: 3}}
    sale = SellChips(currency="CHF", by_series=chips, signatures=signed)
    by = acting(desk, "cash")
    handle(BankAggregate(CASINO_ID), sale, by=by, now=now)
    sold = BankEntry.objects.filter(casino_id=CASINO_ID, what="chips_sold").latest("version")
    claim = ClaimAtDesk(receipt=receipt_of(sold.day, sold.version), what="one was missing", signatures=signed)
    handle(DeskClaimAggregate(CASINO_ID), claim, by=by, now=now)


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
        browser = browser_of(person)
        if person.has_perm("registers.change"):
            connect_a_reader(browser)
        yield person.username, crawl(browser, person, together=together)


def connect_a_reader(browser: Client) -> None:
    """A reader is being connected: all steps but the last are done."""
    began = browser.post("/connect-reader/begin", {"url": "socket://10.0.0.9:4001"})
    steps = began["Location"].removesuffix("bytes/")
    probes = ReaderProbe.objects.filter(casino_id=CASINO_ID)
    probes.update(state="connected", peer="10.0.0.9:4001", bytes_read=10, lines=raw_lines_of_a_display())
    way = way_value("plain_result", dict(reader_presets()["plain-padded"].options))
    browser.post(f"{steps}protocol", {"way": way})
    browser.post(f"{steps}number", {"seen": "17", "wheel": "17"})


def raw_lines_of_a_display() -> list[dict[str, object]]:
    """Two numbers as they come over a line; the first line of a connection is not read."""
    at = timezone.now().isoformat()
    told = {" 4\\r\\n": [], "17\\r\\n": ["result 17"]}
    return [{"at": at, "raw": raw, "read_as": "number", "told": list(of)} for raw, of in told.items()]


def trouble_of_a_reader(now: datetime) -> None:
    """A gateway reports a reader that somebody looks at; it has dead letters, and a recording of it runs."""
    reader = {"casino_id": CASINO_ID, "reader": "wheel-RF1"}
    ReaderStatus.objects.create(
        **reader,
        gateway=BOSS.name,
        connection="connected",
        connection_since=now,
        peer="127.0.0.1:4100",
        hearing="live",
        last_valid_at=now,
        per_minute=120,
        messages=240,
        bytes_read=5_000,
        errors={"not_understood": 2, "line_lost": 1},
        since=now,
        updated_at=now + timedelta(days=2),
    )
    ReaderWatch.objects.create(**reader, watched_until=now, lines=raw_lines_of_a_display(), written_at=now)
    for row, request in enumerate(("", "discard")):
        ReaderDeadLetter.objects.create(
            **reader,
            gateway=BOSS.name,
            spool=UUID(int=0),
            row=row,
            kind="result",
            number=17,
            observation={"raw": "17"},
            reason="",
            refusal=msgspec.to_builtins(Refused("no-number-waits", coup=1).refusal),
            set_aside_at=now,
            request=request,
            requested_by=BOSS.name if request else "",
            requested_at=now if request else None,
            request_reason=BOSS.name if request else "",
        )
    recording = ask_recording(CASINO_ID, "wheel-RF1", by=BOSS.name)
    ReaderRecording.objects.filter(pk=recording.pk).update(state="ended", ended_by="stopped", size=2_000)
    ask_recording(CASINO_ID, "wheel-RF1", by=BOSS.name)


def a_terminal() -> Client:
    """A browser in which nobody is signed in, with the screen of a seat."""
    boss = Person.objects.get(username=PEOPLE[0].sign_in)
    code = make_screen(CASINO_ID, "LV1", 1, by=boss, actor=BOSS, now=timezone.now())
    terminal = Client()
    terminal.post("/seat/", {"opening_code": code})
    return terminal
