"""/api/v1/inspections: the inspection sheets of a casino, each beside the record."""

from datetime import datetime
from typing import Annotated, TypeVar

import msgspec
from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ, sight_of_client
from casino.api.http.query import day_named, filtered, following, once, one_of, page_of, whole_number
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.compliance.inspections.comparison import Comparison, Name, compare
from casino.compliance.inspections.record_of_day import RecordOfDay
from casino.compliance.models import InspectionSheet
from casino.kit.structs import Money, response_of
from casino.web.problem_response import NotThere
from tables.compliance.inspections.events import SHEET_EVENTS, InspectionSheetCorrected
from tables.compliance.inspections.figures import KINDS, Content, Figures, Kind
from tables.compliance.inspections.state import sheet_stream
from tables.handling.outcome import acted_by
from tables.stream import read_stream

S = TypeVar("S", bound="SheetState")
MOST = 500
"""Sheets in a page."""
USUAL = 100
ORDER = ("keyed_at", "kind", "day", "table", "number")


class SheetState(msgspec.Struct, frozen=True, kw_only=True):
    """An inspection sheet. Its `id` is kind, gaming day, table and number.

    `figures` are its content, by `of`: a `float` counted by chip value, a `sign` that was seen, an `audit`, a
    `video`; amounts in minor units of `currency`. `differs` is true if the record has other figures, null if the
    record has none to compare; `difference` is its sum if it has one.
    """

    id: Annotated[str, msgspec.Meta(examples=["opening/2031-05-17/RF1/1"])]
    kind: Kind
    day: str
    table: str
    number: int
    currency: str
    counted_by: str
    done_at: datetime
    figures: Figures
    remark: str
    keyed_by: str
    keyed_at: datetime
    corrections: int
    corrected_by: str | None
    corrected_at: datetime | None
    differs: bool | None
    difference: Money | None


class SheetsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Sheets in the order in which they were keyed in. `next` is the id after which to read on; null if there are no
    more."""

    inspections: tuple[SheetState, ...]
    next: str | None


class ComparedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of a sheet with that of the record: `pieces` of a chip `value`, all else in minor units.
    `unexplained` is the difference of the balance without its adjustment. A figure missing from the record is null.
    """

    name: Name
    value: int | None
    on_sheet: int | None
    by_record: int | None
    difference: int | None


class SheetCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """Content of a sheet before and after a correction; with its author, time and reason."""

    before: Content
    after: Content
    reason: str
    by: str
    at: datetime


class SheetDetail(SheetState, frozen=True, kw_only=True):
    """A sheet with each of its figures beside the record, and its corrections, the first first."""

    compared: tuple[ComparedFigure, ...]
    history: tuple[SheetCorrection, ...]


_FILTERS = [
    query("day", "Only of this gaming day", OpenApiTypes.DATE),
    query("from", "Only of this gaming day and later ones", OpenApiTypes.DATE),
    query("to", "Only of this gaming day and earlier ones", OpenApiTypes.DATE),
    query("table", "Only of this table"),
    query("kind", "Only sheets of this kind", enum=list(KINDS)),
    query("after", "A sheet's id: those keyed in after it"),
    query("limit", f"At most so many, up to {MOST}; {USUAL} if not said", OpenApiTypes.INT),
]


class InspectionsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("list_inspections", "reports", SheetsPage, parameters=_FILTERS)
    def get(self, request: Request) -> SheetsPage:
        """Inspection sheets, in the order in which they were keyed in."""
        limit = whole_number(request, "limit", USUAL, least=1, most=MOST)
        rows, last = page_of(_chosen(request), limit, lambda row: row)
        tables: dict[str, set[str]] = {}
        for row in rows:
            tables.setdefault(row.day, set()).add(row.table)
        casino_id, sight = client_of(request).casino_id, sight_of_client(client_of(request))
        records = {day: RecordOfDay(casino_id, day, of, sight) for day, of in tables.items()}
        sheets = tuple(_sheet(SheetState, row, _compared(row, records[row.day])) for row in rows)
        return SheetsPage(inspections=sheets, next=_id(last) if last else None)


class InspectionView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("read_inspection", "reports", SheetDetail)
    def get(self, request: Request, kind: str, date: str, table: str, number: int) -> SheetDetail:
        """Return an inspection sheet, figure by figure beside the record, with its corrections."""
        casino_id, day = client_of(request).casino_id, day_named(date, "date")
        sight = sight_of_client(client_of(request))
        row = _row(casino_id, kind, day, table, number)
        if row is None:
            raise NotThere("inspection-unknown", table=table, number=number, day=day)
        comparison = _compared(row, RecordOfDay(casino_id, day, (table,), sight))
        return _sheet(
            SheetDetail,
            row,
            comparison,
            compared=tuple(response_of(ComparedFigure, each) for each in comparison.rows),
            history=_history(row),
        )


def _row(casino_id: int, kind: str, day: str, table: str, number: int) -> InspectionSheet | None:
    rows = InspectionSheet.objects.filter(casino_id=casino_id, kind=kind, day=day, table=table)
    return rows.filter(number=number).first() if number < 2**31 else None


def _chosen(request: Request) -> QuerySet[InspectionSheet]:
    casino_id = client_of(request).casino_id
    one_of(request, "kind", KINDS)
    rows = filtered(request, InspectionSheet.objects.filter(casino_id=casino_id), ("day", "table", "kind"))
    for name, field in (("from", "day__gte"), ("to", "day__lte")):
        if (value := once(request, name)) is not None:
            rows = rows.filter(**{field: day_named(value, name)})
    if (after := once(request, "after")) is not None:
        kind, day, table, number = (*after.split("/", 3), "", "", "", "")[:4]
        last = _row(casino_id, kind, day, table, int(number)) if number.isdecimal() else None
        if last is None:
            raise NotThere("inspection-to-read-on-unknown", inspection=after)
        rows = following(rows, last, ORDER)
    return rows.order_by(*ORDER)


def _compared(row: InspectionSheet, record: RecordOfDay) -> Comparison:
    return compare(row.kind, row.table, row.read(), record)


def _id(row: InspectionSheet) -> str:
    return f"{row.kind}/{row.day}/{row.table}/{row.number}"


def _sheet(struct: type[S], row: InspectionSheet, comparison: Comparison, **more: object) -> S:
    content, difference = row.read(), comparison.difference
    return response_of(
        struct,
        row,
        id=_id(row),
        counted_by=content.counted_by.name,
        done_at=content.done_at,
        figures=content.figures,
        remark=content.remark,
        corrected_by=row.corrected_by or None,
        differs=comparison.differs,
        difference=None if difference is None else Money(amount=difference, currency=row.currency),
        **more,
    )


def _history(row: InspectionSheet) -> tuple[SheetCorrection, ...]:
    records = read_stream(row.casino_id, sheet_stream(row.name))
    events = ((record, SHEET_EVENTS.read(record)) for record in records)
    return tuple(
        SheetCorrection(
            before=event.before,
            after=event.after,
            reason=event.reason,
            by=acted_by(record),
            at=record.occurred_at,
        )
        for record, event in events
        if isinstance(event, InspectionSheetCorrected)
    )
