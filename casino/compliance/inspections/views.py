"""The inspection sheets of a day: listed, printed empty, keyed in, held against the record, and corrected."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.commands.submitting import entered as without_secrets
from casino.compliance.forms import InspectionFilter
from casino.compliance.inspections.aggregate import SheetAggregate, chip_values, currency_of
from casino.compliance.inspections.comparison import Comparison, compare
from casino.compliance.inspections.entered import entered_of
from casino.compliance.inspections.forms import FIELD_OF_PIECES, SEEN, SHEET_FORMS
from casino.compliance.inspections.paper import Paper, paper_document, papers
from casino.compliance.inspections.presenters import (
    CONTENT_OF,
    Correction,
    against_what,
    corrections_of,
    lines_of,
    listed_sheet,
    result_of,
    status_of,
    title_of,
)
from casino.compliance.inspections.record_of_day import RecordOfDay
from casino.compliance.inspections.sheet_document import sheet_document, sheet_made_from
from casino.compliance.made_from import made_from_day
from casino.compliance.models import InspectionSheet
from casino.kit.documents.document import casino_name
from casino.kit.documents.made_from import read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.forms.command_form import command_of
from casino.kit.money import plain
from casino.kit.sentences.words import word
from casino.people.acting import acting, identity, keys_of, person_of
from casino.people.gate import permission_required
from casino.people.models import Person
from casino.people.permissions import contents_for, rule_of, sight_by
from tables.compliance.inspections.figures import KINDS, Kind
from tables.compliance.inspections.state import sheet_stream
from tables.handling import handle
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.play.events import Person as Named
from tables.stream import read_stream


class Place(NamedTuple):
    """A kind of sheet, of a gaming day (ISO date) and a table, as an address names it."""

    kind: Kind
    day: str
    table: str


@require_GET
@never_cache
@permission_required("compliance.read")
def inspections(request: HttpRequest) -> HttpResponse:
    """/compliance/inspections/?day=2026-11-20&table=RF1: the sheets of a gaming day, today's if none is named."""
    casino_id, sees = person_of(request).casino_id, contents_for(request.user)
    chosen: Any = request.GET.copy()
    today = gaming_day(casino_id, timezone.now()).isoformat()
    chosen.setdefault("day", today)
    form = InspectionFilter(casino_id, chosen)
    if not form.is_valid():
        return render(request, "compliance/inspections/list.html", {"form": form, "day": ""}, status=422)
    day = form.cleaned_data["day"].isoformat()
    rows = InspectionSheet.objects.filter(casino_id=casino_id, day=day)
    if form.cleaned_data["table"]:
        rows = rows.filter(table=form.cleaned_data["table"])
    found = [row for row in rows if _is_seen(row.kind, sees)]
    record = RecordOfDay(casino_id, day, {row.table for row in found}, sight_by(sees))
    order = list(KINDS)
    context = {
        "form": form,
        "day": day,
        "sheets": [
            listed_sheet(row, compare(row.kind, row.table, row.read(), record))
            for row in sorted(found, key=lambda row: (row.table, order.index(row.kind), row.number))
        ],
        "tables": [form.cleaned_data["table"]] if form.cleaned_data["table"] else _tables(casino_id),
        "kinds": _kinds(sees),
        "has_begun": day <= today,
        "shows_videos": _is_seen("video", sees),
    }
    return render(request, "compliance/inspections/list.html", context)


@require_GET
@never_cache
@permission_required("compliance.read")
def inspection_paper(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/paper?table=RF1: the empty sheet to print; of all tables if none is
    named."""
    place, made = _papers(request, kind, day)
    context = {
        "title": title_of(place.kind),
        "kind": place.kind,
        "table": place.table,
        "content": CONTENT_OF.get(place.kind, ""),
        "day": place.day,
        "house": casino_name(person_of(request).casino_id),
        "papers": made,
    }
    return render(request, "compliance/inspections/paper.html", context)


@require_GET
@never_cache
@permission_required("compliance.read")
def inspection_paper_pdf(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/paper.pdf?table=RF1: the same as a PDF, a page for each."""
    casino_id = person_of(request).casino_id
    (place, made), record = read_with_record(
        lambda: made_from_day(casino_id, _place_of_day(request, kind, day).day),
        lambda: _papers(request, kind, day),
    )
    if not made:
        raise Http404("the casino has no table")
    house = casino_name(casino_id)
    documents = [paper_document(each, day=place.day, house=house, record=record) for each in made]
    of = "-".join(filter(None, (place.kind, place.day, place.table)))
    return pdf_response(documents[0], f"empty-sheet-{of}", *documents[1:])


def _papers(request: HttpRequest, kind: str, day: str) -> tuple[Place, list[Paper]]:
    """Return the empty sheets of `?table=`, or of all tables if none is named."""
    casino_id, sees = person_of(request).casino_id, contents_for(request.user)
    table = request.GET.get("table", "")
    place = _place(request, kind, day, table) if table else _place_of_day(request, kind, day)
    tables = [table] if table else _tables(casino_id)
    record = RecordOfDay(casino_id, place.day, tables, sight_by(sees))
    return place, list(papers(casino_id, place.kind, tables, record))


@require_GET
@never_cache
@permission_required("finding.raise")
def inspection_form(request: HttpRequest, kind: str, day: str, table: str) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/RF1/: the form in which a sheet is keyed in."""
    return _form_page(request, _place(request, kind, day, table))


@require_POST
@sensitive_post_parameters("pin")
@permission_required("finding.raise")
def enter_inspection(request: HttpRequest, kind: str, day: str, table: str) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/RF1/enter: keys a sheet in. A refusal is shown above the form (422),
    with all fields except the PIN.
    """
    place = _place(request, kind, day, table)
    number, rejected = _handled(request, place, None)
    if rejected is not None:
        return _form_page(request, place, rejected)
    return redirect("compliance:inspection", *place, number)


@require_GET
@never_cache
@permission_required("compliance.read")
def inspection(request: HttpRequest, kind: str, day: str, table: str, number: int) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/RF1/1/: a sheet beside the record, with its corrections."""
    return _sheet_page(request, _place(request, kind, day, table), number)


@require_GET
@never_cache
@permission_required("compliance.read")
def inspection_pdf(request: HttpRequest, kind: str, day: str, table: str, number: int) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/RF1/1.pdf: the same as a PDF."""
    place, sees = _place(request, kind, day, table), contents_for(request.user)
    row = _row(request, place, number)

    def read() -> tuple[InspectionSheet, Comparison, list[Correction]]:
        now = _row(request, place, number)
        of_day = RecordOfDay(row.casino_id, *_of(place), sight_by(sees))
        records = read_stream(row.casino_id, sheet_stream(row.name))
        compared = compare(place.kind, place.table, now.read(), of_day)
        return now, compared, list(corrections_of(records, now.currency))

    (now, comparison, corrections), record = read_with_record(lambda: sheet_made_from(row), read)
    currency = currency_of(row.casino_id, place.table)
    made = sheet_document(now, comparison, corrections, currency=currency, record=record)
    return pdf_response(made, f"sheet-{place.kind}-{place.day}-{place.table}-{number}")


@require_POST
@sensitive_post_parameters("pin")
@permission_required("finding.raise")
def correct_inspection(request: HttpRequest, kind: str, day: str, table: str, number: int) -> HttpResponse:
    """/compliance/inspections/opening/2026-11-20/RF1/1/correct: a correction, with the old and the new content."""
    place = _place(request, kind, day, table)
    _row(request, place, number)
    _, rejected = _handled(request, place, number)
    if rejected is not None:
        return _sheet_page(request, place, number, rejected)
    return redirect("compliance:inspection", *place, number)


def _handled(request: HttpRequest, place: Place, number: int | None) -> tuple[int | None, Rejection | None]:
    """Key a sheet in, or correct the sheet of this number; return its number or the refusal."""
    person, entered = person_of(request), request.POST.dict()
    key, seen = entered.get("key", "")[:100], entered.get("seen_version", "")
    aggregate = SheetAggregate(person.casino_id, place.kind, place.day, place.table, number)
    what = "enter" if number is None else f"correct/{number}"
    done = attempted(
        lambda: handle(
            aggregate,
            command_of(
                SHEET_FORMS[place.kind],
                entered,
                person,
                number is not None,
                currency=currency_of(person.casino_id, place.table),
            ),
            by=acting(person, "compliance"),
            now=timezone.now(),
            seen=int(seen) if number is not None and seen.isdecimal() and len(seen) < 10 else None,
            idempotency_key=f"inspection/{person.pk}/{'/'.join(place)}/{what}/{key}"
            if key.isalnum()
            else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    return aggregate.number, done if isinstance(done, Rejection) else None


def _form_page(request: HttpRequest, place: Place, rejected: Rejection | None = None) -> HttpResponse:
    context = {
        **_about(request, place),
        **_fields(request, place, without_secrets(request.POST.dict()) if rejected else {}),
        "rejected": rejected,
    }
    return render(request, "compliance/inspections/form.html", context, status=422 if rejected else 200)


def _sheet_page(
    request: HttpRequest, place: Place, number: int, rejected: Rejection | None = None
) -> HttpResponse:
    casino_id, sees = person_of(request).casino_id, contents_for(request.user)
    row = _row(request, place, number)
    content = row.read()
    comparison = compare(
        place.kind, place.table, content, RecordOfDay(casino_id, *_of(place), sight_by(sees))
    )
    records = read_stream(casino_id, sheet_stream(row.name))
    context = {
        **_about(request, place),
        **_fields(
            request,
            place,
            without_secrets(request.POST.dict()) if rejected else entered_of(content, row.currency),
        ),
        "last": records[-1],
        "row": row,
        "sheet": content,
        "lines": lines_of(content, comparison, row.currency),
        "result": result_of(place.kind, comparison, row.currency),
        "status": status_of(row),
        "against": against_what(place.kind, comparison, row.currency),
        "corrections": list(corrections_of(records, row.currency)),
        "rejected": rejected,
    }
    return render(request, "compliance/inspections/sheet.html", context, status=422 if rejected else 200)


def _of(place: Place) -> tuple[str, tuple[str]]:
    return place.day, (place.table,)


def _about(request: HttpRequest, place: Place) -> dict[str, Any]:
    """Return the context that all pages of a sheet share."""
    casino_id = person_of(request).casino_id
    return {
        "place": place,
        "title": title_of(place.kind),
        "content": CONTENT_OF.get(place.kind, ""),
        "currency": currency_of(casino_id, place.table),
        "house": casino_name(casino_id),
        "has_begun": place.day <= gaming_day(casino_id, timezone.now()).isoformat(),
        "key": uuid4().hex,
    }


def _fields(request: HttpRequest, place: Place, entered: Mapping[str, str]) -> dict[str, Any]:
    """Return the choices of the form with the entered values: rows for chip values, and permitted counters."""
    person = person_of(request)
    currency = currency_of(person.casino_id, place.table)
    of_float = place.kind in ("opening", "closing")
    filled = {int(name[1]) for each in entered if (name := FIELD_OF_PIECES.fullmatch(each))}
    values = sorted(chip_values(person.casino_id, place.table) | filled, reverse=True) if of_float else ()
    counter = keys_of((Named(id=entered.get("counted_by", ""), name=""),))
    people = Person.objects.filter(Q(is_active=True) | Q(pk__in=counter), casino_id=person.casino_id)
    people = people.exclude(pk=person.pk)
    return {
        "entered": entered,
        "pieces": [
            (f"pieces-{each}", plain(each, currency), entered.get(f"pieces-{each}", "")) for each in values
        ],
        "seen": [(each, word("found_table", each)) for each in SEEN],
        "people": [(identity(each), str(each)) for each in people.order_by("display_name")],
    }


def _place(request: HttpRequest, kind: str, day: str, table: str) -> Place:
    """Return the place that the address names.

    Raises Http404 for an unknown kind, day or table, and PermissionDenied for a kind of sheet whose content the
    person may not see.
    """
    place = _place_of_day(request, kind, day)
    tables = GamingTable.ever.filter(casino_id=person_of(request).casino_id, code=table)
    if not table.isprintable() or not tables.exists():
        raise Http404(f"the casino has no table {table!r}")
    return Place(place.kind, place.day, table)


def _place_of_day(request: HttpRequest, kind: str, day: str) -> Place:
    found: Kind | None = next((each for each in KINDS if each == kind), None)
    try:
        on = date.fromisoformat(day).isoformat()
    except ValueError:
        on = ""
    if found is None or on != day:
        raise Http404(f"no inspection sheet is called {kind} of {day}")
    if not _is_seen(found, contents_for(request.user)):
        raise PermissionDenied(rule_of("compliance.read"))
    return Place(found, on, "")


def _row(request: HttpRequest, place: Place, number: int) -> InspectionSheet:
    rows = InspectionSheet.objects.filter(casino_id=person_of(request).casino_id, **place._asdict())
    row = rows.filter(number=number).first() if number < 2**31 else None
    if row is None:
        raise Http404(f"{place.table} has no such sheet {number} of {place.day}")
    return row


def _is_seen(kind: Kind, sees: frozenset[str]) -> bool:
    return CONTENT_OF.get(kind, "") in {"", *sees}


def _kinds(sees: frozenset[str]) -> list[tuple[Kind, str]]:
    return [(kind, title_of(kind)) for kind in KINDS if _is_seen(kind, sees)]


def _tables(casino_id: int) -> list[str]:
    """Return the tables that the casino has now, by code."""
    tables = GamingTable.objects.filter(casino_id=casino_id).order_by("code")
    return list(tables.values_list("code", flat=True))
