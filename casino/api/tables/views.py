"""/api/v1/tables: a casino's tables now, at an earlier time, and day by day with their events."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import TABLES_READ, TABLES_WRITE, scopes_by_method, sight_of_client
from casino.api.feed.cloud_events import CloudEvent, cloud_events
from casino.api.http.preconditions import read_response, tag_of
from casino.api.http.query import day_named, moment, once, whole_number
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.api.tables.registering import request_table
from casino.api.waiting.asking import ActRequested
from casino.kit.register_changes import DECLARE
from casino.kit.structs import response_of
from casino.web.problem_response import NotThere
from tables.handling.models import Board, GamingTable
from tables.handling.projections.table_snapshots import day_state, newest_state, state_at
from tables.handling.registered_limits import registered_limits
from tables.handling.registration import TableRegistration
from tables.handling.streams import table_stream
from tables.play.events import Ball, Person, ReaderRole, Source
from tables.play.limits.questions import under_minimum
from tables.play.reader.state import NumberReport, Reader
from tables.play.state import OpenViolation, PendingChoice, Phase, State
from tables.refusal import Refusal
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Limits
from tables.roulette.stake import Stake
from tables.roulette.wheel import WrittenPocket, as_data
from tables.stream import read_stream

MOST = 1000
"""Tables, or events, in a page."""
DAYS_BEGUN_LATER = 4
"""Number of gaming days around a date in the search for the one that had begun."""


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a line of the list; `day` and `version` are of its newest gaming day, null and 0 before its first.

    `limits` are the minimum and the maximums of that day, in minor units of `currency`, or those of the register
    (it-live/minimum).
    """

    code: str
    name: str
    rulebook: str
    double: bool
    pit: str
    phase: Phase
    day: str | None
    version: int
    currency: str
    limits: Limits


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """Tables by code. `next` is the code after which to read on; null if there are no more."""

    tables: tuple[TableSummary, ...]
    next: str | None


class NumberGiven(msgspec.Struct, frozen=True, kw_only=True):
    """A number that one source gave for a coup: staff, or the reader with this code (null in older records)."""

    number: WrittenPocket
    source: Source
    reader: str | None
    at: datetime


class DisputedNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """Sources gave different numbers for one coup; its payment waits for the chief. `others` are those that were
    reported beside the recorded one, in their order. `reports` has each source with its number."""

    coup: int
    recorded: WrittenPocket
    others: tuple[WrittenPocket, ...]
    reports: tuple[NumberGiven, ...]


class ReaderOfTable(msgspec.Struct, frozen=True, kw_only=True):
    """A wheel reader as its table knows it. Numbers of the `primary` reader settle, those of a `witness` are compared.
    `void` is why it holds the running launch for void; `place_bets`: its wheel turns for the next coup."""

    name: str | None
    role: ReaderRole
    state: Literal["none", "live", "silent", "fault"]
    since: datetime | None
    detail: str
    warnings: tuple[str, ...]
    void: tuple[str, ...]
    place_bets: bool


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day, now or at a time. Money in minor units of `currency`; times in UTC.

    `phase`: closed; idle, between coups; betting, faites vos jeux; launched, the ball is in the track and bets still
    come; bets_closed, rien ne va plus; paying, the number has fallen. `coup` is the last that began, `number` the last
    that fell and `numbers` the newest twenty, each a whole number, or the text "00" on a wheel that has it.
    `payments_open` are coups whose prizes are not all paid. `choices` are the stakes of the last zero whose owners may
    choose, each with its choice, empty while nothing is chosen. `under_minimum` are the sums on the cloth under the
    minimum: staff ask before the launch to have them raised or taken back.
    """

    code: str
    day: str | None
    version: int
    phase: Phase
    phase_since: str | None
    opened_at: str | None
    rulebook: str
    rulebook_version: int
    wheel: str
    double: bool
    currency: str
    limits: Limits | None
    ball: str
    ball_since: str | None
    balls: tuple[Ball, ...]
    staff: Annotated[dict[str, Person], msgspec.Meta(description="Who holds which position")]
    spinner: Person | None
    spinner_since: str | None
    coup: int
    number: WrittenPocket | None
    numbers: tuple[WrittenPocket, ...]
    announcement: str
    bets: tuple[Stake, ...]
    choices: tuple[PendingChoice, ...]
    under_minimum: tuple[Refusal, ...]
    payments_open: tuple[int, ...]
    discrepancies: tuple[DisputedNumbers, ...]
    violations: tuple[OpenViolation, ...]
    reader: Annotated[
        ReaderOfTable, msgspec.Meta(description="The primary reader; `none` before it was heard")
    ]
    readers: Annotated[
        tuple[ReaderOfTable, ...], msgspec.Meta(description="All readers that were heard, by code")
    ]


class EventsOfDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day in the record. `next` is the version after which to read on, `version` the newest of the
    day."""

    table: str
    day: str
    version: int
    next: int
    events: tuple[CloudEvent, ...]


_KEPT = tuple(name for name in TableState.__struct_fields__ if name not in ("code", "day", "under_minimum"))

AFTER_CODE = query("after", "A code: the tables after it")
AFTER_VERSION = query("after", "A version: the events after it; 0 at first", OpenApiTypes.INT)
LIMIT = query("limit", f"At most so many, up to {MOST}, which is usual", OpenApiTypes.INT)
AT = query("at", "As it stood: a time by RFC 3339, or a version of the day, such as 41")
DAY = query("day", "Of that gaming day; without it the newest", OpenApiTypes.DATE)


class TablesView(APIView):
    required_scopes = scopes_by_method(read=TABLES_READ, write=TABLES_WRITE, act=DECLARE)

    @operation("list_tables", "tables", Tables, parameters=[AFTER_CODE, LIMIT])
    def get(self, request: Request) -> Tables:
        """Return every table of the casino, by code, as it is now."""
        limit = whole_number(request, "limit", MOST, least=1, most=MOST)
        casino_id = client_of(request).casino_id
        registered = GamingTable.objects.filter(casino_id=casino_id, code__gt=once(request, "after") or "")
        tables = list(registered.order_by("code")[: limit + 1])
        newest = (
            Board.objects.filter(casino_id=casino_id, table__in=[table.code for table in tables])
            .order_by("table", "-day")
            .distinct("table")
        )
        shown = newest.values_list("table", "day", "version", "state__phase", "state__limits")
        stands = {row[0]: row[1:] for row in shown}
        page = tuple(_summary(table, stands.get(table.code)) for table in tables[:limit])
        return Tables(tables=page, next=page[-1].code if len(tables) > limit else None)

    @operation("register_table", "tables", ActRequested, body=TableRegistration, status=202)
    def post(self, request: Request) -> HttpResponse:
        """Request that a new table of the casino is registered. An officer confirms it on a screen; the result is a
        TableRegistered. Its first gaming day is begun by the command `open-table`.
        """
        return request_table(request)


class TableView(APIView):
    required_scopes = [TABLES_READ]

    @operation("read_table", "tables", TableState, parameters=[AT, DAY])
    def get(self, request: Request, code: str) -> HttpResponse:
        """Return a table now, or at a time or a version.

        The ETag names day and version: sent back as `If-None-Match` it spares the answer, as `If-Match` it names the
        version that a command is meant for.
        """
        casino_id = client_of(request).casino_id
        at, day = once(request, "at"), once(request, "day")
        if at is not None:
            state = _as_it_stood(request, code, at, day)
        else:
            state = _as_it_stands(casino_id, code, day_named(day, "day") if day else None)
        return read_response(request, _published(code, state), tag=tag_of(state.day, state.version))


class DayEventsView(APIView):
    required_scopes = [TABLES_READ]

    @operation("read_day_events", "tables", EventsOfDay, parameters=[AFTER_VERSION, LIMIT])
    def get(self, request: Request, code: str, date: str) -> EventsOfDay:
        """Return the events of a table on a gaming day, by version."""
        casino_id, day = client_of(request).casino_id, day_named(date, "date")
        after = whole_number(request, "after", 0, least=0)
        limit = whole_number(request, "limit", MOST, least=1, most=MOST)
        version = _day_of(casino_id, code, day)
        events = read_stream(
            casino_id,
            table_stream(code, day),
            after_version=min(after, version),
            to_version=min(after + limit, version),
        )
        return EventsOfDay(
            table=code,
            day=day,
            version=version,
            next=events[-1].version if events else min(after, version),
            events=tuple(cloud_events(casino_id, sight_of_client(client_of(request)), events)),
        )


def _summary(table: GamingTable, stands: tuple[str, int, Phase, Any] | None) -> TableSummary:
    day, version, phase, limits = stands or (None, 0, "closed", None)
    rulebook = get_rulebook(table.rulebook)
    posted = msgspec.convert(limits, Limits) if limits else registered_limits(table, rulebook)
    currency = rulebook.currency
    return response_of(
        TableSummary, table, phase=phase, day=day, version=version, currency=currency, limits=posted
    )


def _as_it_stands(casino_id: int, code: str, day: str | None) -> State:
    """Return the state as the board has it; of a table that was never opened as it is registered."""
    state = newest_state(casino_id, code) if day is None else day_state(casino_id, code, day)
    if state is not None and state.version:
        return state
    check_registered(casino_id, code)
    if day is not None:
        raise NotThere("table-not-opened-that-day", table=code, day=day)
    return _unopened(GamingTable.ever.get(casino_id=casino_id, code=code))


def _unopened(table: GamingTable) -> State:
    rulebook = get_rulebook(table.rulebook)
    return State(
        rulebook=rulebook.id,
        rulebook_version=rulebook.version,
        wheel=table.wheel,
        double=table.double,
        currency=rulebook.currency,
        limits=registered_limits(table, rulebook),
    )


def _as_it_stood(request: Request, code: str, at: str, day: str | None) -> State:
    casino_id = client_of(request).casino_id
    days = Board.objects.filter(casino_id=casino_id, table=code).order_by("-day")
    if day is not None:
        days = days.filter(day=day_named(day, "day"))
    if at.isascii() and at.isdecimal():
        version = whole_number(request, "at", 0, least=1)
        newest = days.first()
        if newest is None or version > newest.version:
            check_registered(casino_id, code)
            if newest is None:
                raise NotThere("table-without-versions", table=code, version=version)
            raise NotThere(
                "table-version-unknown", table=code, version=version, newest=newest.version, day=newest.day
            )
        return state_at(casino_id, code, newest.day, version=version)
    then = moment(at, "at")
    # A day begins on its own date by the casino's clock, which is less than a day from UTC.
    of_then = days.filter(day__lte=(then.astimezone(UTC).date() + timedelta(days=1)).isoformat())
    for begun in of_then.values_list("day", flat=True)[:DAYS_BEGUN_LATER]:
        state = state_at(casino_id, code, begun, at=then)
        if state.version:
            return state
    check_registered(casino_id, code)
    raise NotThere("no-gaming-day-by-then", table=code, at=at)


def check_registered(casino_id: int, code: str) -> None:
    """Raise NotThere, with the known tables, for a table that the casino does not have."""
    if not GamingTable.ever.filter(casino_id=casino_id, code=code).exists():
        raise unregistered(casino_id, code)


def unregistered(casino_id: int, code: str) -> NotThere:
    """Return the refusal of an unknown table, with the known ones."""
    known = GamingTable.objects.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True)
    return NotThere("table-unknown", table=code, tables=tuple(known[:50]))


def _day_of(casino_id: int, code: str, day: str) -> int:
    """Return the newest version of a table's gaming day. Raises NotThere."""
    version = (
        Board.objects.filter(casino_id=casino_id, table=code, day=day)
        .values_list("version", flat=True)
        .first()
    )
    if version is None:
        check_registered(casino_id, code)
        raise NotThere("table-not-opened-that-day", table=code, day=day)
    return int(version)


def _published(code: str, state: State) -> dict[str, Any]:
    disputed = tuple(
        DisputedNumbers(
            coup=each.coup,
            recorded=as_data(each.recorded),
            others=tuple(map(as_data, each.others)),
            reports=tuple(map(_given, each.reports)),
        )
        for each in state.discrepancies
    )
    as_written = {
        "number": None if state.number is None else as_data(state.number),
        "numbers": tuple(map(as_data, state.numbers)),
        "discrepancies": disputed,
        "under_minimum": under_minimum(state, get_rulebook(state.rulebook, state.rulebook_version)),
        "reader": _reader(state.reader),
        "readers": tuple(_reader(each) for _, each in sorted(state.readers.items())),
    }
    kept = {name: getattr(state, name) for name in _KEPT}
    return {"code": code, "day": state.day or None} | kept | as_written


def _given(report: NumberReport) -> NumberGiven:
    return NumberGiven(
        number=as_data(report.number), source=report.source, reader=report.reader, at=report.at
    )


def _reader(reader: Reader) -> ReaderOfTable:
    return ReaderOfTable(**{name: getattr(reader, name) for name in ReaderOfTable.__struct_fields__})
