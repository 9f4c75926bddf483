"""The permanence of a table's day, as a page and as files; the statistics of the wheels; and the alerts."""

from datetime import date
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.kit.documents.made_from import read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.wheel_spins import imported_wheel, known_wheels, watched_wheel, wheel_statistics
from casino.numbers.choosing import AlertFilter, PermanenceFilter, WheelFilter, wheel_name
from casino.numbers.presenters.alerts import LISTED_AT_MOST, listed_alerts
from casino.numbers.presenters.permanence import shown_permanence
from casino.numbers.presenters.wheel import name_of, shown_statistics, shown_watch
from casino.numbers.presenters.wheel_document import wheel_document, wheel_made_from
from casino.numbers.presenters.wheel_drawing import wheel_drawing
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.signing import own_signature
from casino.reports.columns import made_of_day
from casino.reports.days.permanence_printed import PERMANENCE_FOR_CUSTOMERS, PERMANENCE_PRINTED
from casino.reports.rendering import FORMS_FOR_PEOPLE, TooLong, format_words, rendered
from tables.compliance.alerts.commands import AcknowledgeAlert
from tables.handling import handle
from tables.handling.aggregates.imported_spins import imported_spins
from tables.handling.alerts.aggregate import AlertsAggregate
from tables.handling.gaming_day import gaming_day

OF_PERMANENCE = {report.name: report for report in (PERMANENCE_PRINTED, PERMANENCE_FOR_CUSTOMERS)}


@require_GET
@never_cache
@permission_required("permanence.see")
def permanence(request: HttpRequest) -> HttpResponse:
    """/numbers/?day=2026-11-20&table=RF1: the numbers of a table's day in columns; today's of the first table, if none
    is named. `for=customers` leaves out all names, to be printed for them."""
    casino_id, form = person_of(request).casino_id, _permanence_filter(request)
    valid = form.is_valid()
    day = form.cleaned_data["day"].isoformat() if valid else ""
    table = form.cleaned_data["table"] if valid else ""
    context = {
        "form": form,
        "day": day,
        "table": table,
        "shown": shown_permanence(casino_id, day, table) if valid and table else None,
        "for_customers": request.GET.get("for") == "customers",
        "inside": PERMANENCE_PRINTED.name,
        "customers": PERMANENCE_FOR_CUSTOMERS.name,
        "forms": [(name, format_words(name)) for name in FORMS_FOR_PEOPLE],
    }
    return render(request, "numbers/permanence.html", context, status=200 if valid else 422)


@require_GET
@never_cache
@permission_required("permanence.see")
def permanence_file(request: HttpRequest, report: str, form: str) -> HttpResponse:
    """/numbers/permanence-customers.pdf?day=&table=: the permanence as a file in one of the reports' forms."""
    if report not in OF_PERMANENCE or form not in FORMS_FOR_PEOPLE:
        raise Http404(f"there is no {report}.{form}")
    chosen = _permanence_filter(request)
    if not chosen.is_valid():
        words = " ".join(str(error) for errors in chosen.errors.values() for error in errors)
        return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")
    made = made_of_day(
        person_of(request).casino_id,
        OF_PERMANENCE[report],
        chosen.cleaned_data["day"].isoformat(),
        chosen.cleaned_data["table"] or None,
        form=form,
    )
    try:
        content = rendered(made, FORMS_FOR_PEOPLE[form])
    except TooLong as too_long:
        return HttpResponse(str(too_long), status=422, content_type="text/plain; charset=utf-8")
    response = HttpResponse(content, content_type=FORMS_FOR_PEOPLE[form].media_type)
    response["Content-Disposition"] = (
        content_disposition_header(True, f"{made.file_name}.{FORMS_FOR_PEOPLE[form].file_ending}") or ""
    )
    return response


def _permanence_filter(request: HttpRequest) -> PermanenceFilter:
    casino_id = person_of(request).casino_id
    return PermanenceFilter(casino_id, request.GET, gaming_day(casino_id, timezone.now()))


@require_GET
@never_cache
@permission_required("wheel_statistics.see")
def wheels(request: HttpRequest) -> HttpResponse:
    """/numbers/wheels/: every wheel with its watch; `?wheel=W-1041`, or `?table=RF1` of one without a serial, is one of
    them, of the last thirty days or `since` to `until`, of one `direction`, `ball` or `spinner`."""
    casino_id, name = person_of(request).casino_id, wheel_name(request.GET)
    known = known_wheels(casino_id)
    if name is None:
        listed = [
            {
                "wheel": wheel,
                "name": name_of(wheel),
                "since": date.fromisoformat(wheel.first_day),
                "until": date.fromisoformat(wheel.last_day),
                "watch": shown_watch(watched_wheel(casino_id, wheel)),
            }
            for wheel in known
        ]
        return render(request, "numbers/wheels.html", {"wheels": listed})
    wheel = next((each for each in known if each.name == name), None) or imported_wheel(casino_id, name.wheel)
    if wheel is None:
        raise Http404("no such wheel has brought a number")
    form = WheelFilter(wheel, request.GET)
    context = {"wheel": wheel, "name": name_of(wheel), "form": form}
    if not form.is_valid():
        return render(request, "numbers/wheel.html", context, status=422)
    statistics = wheel_statistics(casino_id, wheel, form.chosen)
    form.offer_found(statistics.balls, statistics.spinners)
    context |= {
        "shown": shown_statistics(wheel, statistics),
        "drawing": wheel_drawing(wheel, statistics.figures),
        "imports": imported_spins(casino_id, wheel.name.wheel).imports if wheel.name.wheel else (),
        "may_import": request.user.has_perm("equipment.keep"),
    }
    return render(request, "numbers/wheel.html", context)


@require_GET
@never_cache
@permission_required("wheel_statistics.see")
def wheel_pdf(request: HttpRequest) -> HttpResponse:
    """/numbers/wheels.pdf?wheel=W-1041: the statistics of one wheel as a PDF; a wrong choice is explained (422)."""
    casino_id, name = person_of(request).casino_id, wheel_name(request.GET)
    known = next((each for each in known_wheels(casino_id) if each.name == name), None)
    wheel = known or (imported_wheel(casino_id, name.wheel) if name else None)
    if wheel is None:
        raise Http404("no such wheel has brought a number")
    form = WheelFilter(wheel, request.GET)
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")
    statistics, record = read_with_record(
        lambda: wheel_made_from(casino_id, wheel),
        lambda: wheel_statistics(casino_id, wheel, form.chosen),
    )
    shown = shown_statistics(wheel, statistics)
    document = wheel_document(casino_id, wheel, form.chosen, shown, record=record)
    return pdf_response(document, f"wheel-{name_of(wheel)}")


@require_GET
@never_cache
@permission_required("alert.see")
def alerts(request: HttpRequest) -> HttpResponse:
    """/numbers/alerts/: the open alerts, the newest first; of a `table`, of a `kind`, or `which=all` with their
    acknowledgements and ends.
    """
    return _alerts(request, request.GET)


@require_POST
@permission_required("alert.acknowledge")
def acknowledge_alert(request: HttpRequest, table: str, day: str, name: str) -> HttpResponse:
    """/numbers/alerts/RF1/2026-11-20/alert-pace-1: acknowledge an alert; `back` has the list's query.

    If somebody was faster, the list has their name.
    """
    if not f"{table}{day}{name}".isprintable():
        raise Http404("no alert has such a name")
    person, key = person_of(request), request.POST.get("key", "")[:100]
    done = attempted(
        lambda: handle(
            AlertsAggregate(person.casino_id, table, day),
            AcknowledgeAlert(alert=name, signatures=(own_signature(person),)),
            by=acting(person, "alerts"),
            now=timezone.now(),
            idempotency_key=f"alerts/{person.pk}/{table}/{day}/{name}/{key}" if key.isalnum() else None,
        )
    )
    back = QueryDict(request.POST.get("back", ""))
    if isinstance(done, Rejection):
        if done.kind == "unknown":
            raise Http404(done.detail)
        return _alerts(request, back, done)
    return redirect(f"{reverse('numbers:alerts')}?{back.urlencode()}" if back else "numbers:alerts")


def _alerts(request: HttpRequest, chosen: QueryDict, rejection: Rejection | None = None) -> HttpResponse:
    casino_id = person_of(request).casino_id
    form = AlertFilter(casino_id, chosen)
    valid = form.is_valid()
    listed = (
        listed_alerts(
            casino_id,
            table=form.cleaned_data["table"],
            kind=form.cleaned_data["kind"],
            standing=form.cleaned_data["which"] != "all",
        )
        if valid
        else []
    )
    context = {
        "form": form,
        "alerts": listed,
        "at_most": LISTED_AT_MOST if len(listed) == LISTED_AT_MOST else None,
        "narrowed": bool(chosen),
        "query": chosen.urlencode(),
        "rejection": rejection,
        "key": uuid4().hex,
    }
    return render(request, "numbers/alerts.html", context, status=422 if rejection or not valid else 200)
