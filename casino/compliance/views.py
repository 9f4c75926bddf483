"""The violations and the answers to them; and, for roles with compliance, the first page of a day or of several,
with findings and signatures.
"""

from datetime import date
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.compliance.first_page import first_page, record_check
from casino.compliance.first_page_document import FirstPageParts, first_page_document
from casino.compliance.forms import (
    ANSWER_FORMS,
    PeriodFilter,
    ViolationFilter,
    with_today,
)
from casino.compliance.made_from import made_from_period
from casino.compliance.period_presenter import shown_period
from casino.compliance.presenters import RejectedAnswer, anchor, listed_violations, open_excuses
from casino.compliance.published_draws import published_draw
from casino.compliance.review import ReviewAggregate, shown_review, signed_days
from casino.compliance.review_forms import REVIEW_FORMS, side_of
from casino.kit.documents.made_from import MadeFrom, made_from_streams, read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.forms.command_form import command_of
from casino.people.acting import acting, person_of
from casino.people.casino_clock import zone_of_casino
from casino.people.gate import permission_required
from casino.people.permissions import rule_of
from casino.people.signing import own_signature
from tables.compliance.review.state import review_stream
from tables.handling import handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable

LISTED_AT_MOST = 200


class RejectedReview(NamedTuple):
    """Rejected command about a day's report, for its place on the page, with the entered words."""

    command: str
    finding: str
    detail: str
    words: str


@require_GET
@never_cache
@permission_required("violation.read")
def violations(request: HttpRequest) -> HttpResponse:
    """/compliance/: the violations that are chosen, the open ones at first, the newest first; above them who stays at
    a ball for longer."""
    return _list(request, request.GET.urlencode())


@require_POST
@permission_required("violation.read")
def answer(request: HttpRequest, table: str, day: str, name: str, command: str) -> HttpResponse:
    """/compliance/RF1/2026-11-20/ball-change-12/explain: an answer to a violation.

    A refusal is shown at the violation (422). The field `back` has the filter of the list, as a query.
    """
    form = ANSWER_FORMS.get(command)
    if form is None or not f"{table}{day}{name}".isprintable():
        raise Http404(f"no answer to a violation is called {command}")
    person, entered = person_of(request), request.POST.dict()
    if not person.has_perm(form.permission):
        raise PermissionDenied(rule_of(form.permission))
    key, query = entered.get("key", "")[:100], QueryDict(entered.get("back", "")).urlencode()
    seen = entered.get("seen", "")
    done = attempted(
        lambda: handle(
            ViolationAggregate(person.casino_id, table, day, name),
            command_of(form, entered, own_signature(person)),
            by=acting(person, "compliance"),
            now=timezone.now(),
            seen=int(seen) if seen.isdecimal() and len(seen) < 10 else None,
            idempotency_key=f"compliance/{person.pk}/{table}/{day}/{name}/{command}/{key}"
            if key.isalnum()
            else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        if done.kind == "unknown":
            raise Http404(done.detail)
        rejected = RejectedAnswer(
            anchor=anchor(table, day, name),
            detail=done.detail,
            clause=done.clause,
            words=" ".join(entered.get("words", "").split()),
        )
        return _list(request, query, rejected)
    return redirect(f"{reverse('compliance:violations')}?{query}" if query else "compliance:violations")


def _list(request: HttpRequest, query: str, rejected: RejectedAnswer | None = None) -> HttpResponse:
    casino_id = person_of(request).casino_id
    form = ViolationFilter(casino_id, QueryDict(query))
    rows = list(form.violations()[:LISTED_AT_MOST]) if form.is_valid() else []
    listed = listed_violations(rows, casino_id, zone_of_casino(casino_id))
    context = {
        "form": form,
        "violations": listed,
        "excuses": open_excuses(casino_id),
        "at_most": LISTED_AT_MOST if len(listed) == LISTED_AT_MOST else None,
        "answers": [each for each in ANSWER_FORMS.values() if request.user.has_perm(each.permission)],
        "rejected": rejected,
        "out_of_sight": rejected is not None and all(each.anchor != rejected.anchor for each in listed),
        "query": query,
        "key": uuid4().hex,
        "report_day": gaming_day(casino_id, timezone.now()).isoformat(),
    }
    status = 422 if rejected or not form.is_valid() else 200
    return render(request, "compliance/violations.html", context, status=status)


@require_GET
@never_cache
@permission_required("compliance.read")
def the_day(request: HttpRequest) -> HttpResponse:
    """/compliance/day/?day=2026-11-20: the first page of the day's report, of all tables; today's if none is named.
    `until=` makes it one of several days, `shift=` of that shift alone."""
    form = _period_filter(request)
    if not form.is_valid():
        return render(request, "compliance/day.html", {"form": form}, status=422)
    return _first_page(request, form)


@require_GET
@never_cache
@permission_required("compliance.read")
def the_day_pdf(request: HttpRequest) -> HttpResponse:
    """/compliance/day.pdf?day=2026-11-20: the same as a PDF."""
    form = _period_filter(request)
    if not form.is_valid():
        raise Http404("a gaming day reads 2026-11-20")
    casino_id, period = person_of(request).casino_id, form.period

    def parts() -> FirstPageParts | None:
        made = first_page(casino_id, period, _tables_of(casino_id))
        if made is None:
            return None
        if period.is_day:
            return FirstPageParts(made, shown_review(casino_id, period.days[0]), ())
        return FirstPageParts(made, None, signed_days(casino_id, period.days))

    def records() -> tuple[MadeFrom, MadeFrom]:
        reviewed = made_from_streams(casino_id, map(review_stream, period.days))
        return made_from_period(casino_id, period), reviewed

    found, (record, review_record) = read_with_record(records, parts)
    if found is None:
        raise Http404("no table was opened in this time")
    shown = shown_period(casino_id, period)
    document = first_page_document(casino_id, shown, found, record=record, review_record=review_record)
    of = "-".join(dict.fromkeys((period.days[0], period.days[-1])))
    return pdf_response(document, f"first-page-{of}")


def _first_page(
    request: HttpRequest, form: PeriodFilter, rejected: RejectedReview | None = None
) -> HttpResponse:
    casino_id, period = person_of(request).casino_id, form.period
    context = {
        "form": form,
        "shown": shown_period(casino_id, period),
        "made": first_page(casino_id, period, _tables_of(casino_id)),
        "record": made_from_period(casino_id, period),
        "made_at": timezone.now(),
    }
    if period.is_day:
        context |= _review_of(request, period.days[0], rejected)
    else:
        context["signed_days"] = signed_days(casino_id, period.days)
    return render(request, "compliance/day.html", context, status=422 if rejected else 200)


def _review_of(request: HttpRequest, day: str, rejected: RejectedReview | None) -> dict[str, Any]:
    """Return the findings of both sides about the report of a whole day, and the forms to sign it."""
    reviewed = shown_review(person_of(request).casino_id, day)
    sides = (("casino", gettext("For the casino")), ("control", gettext("For control")))
    return {
        "day": day,
        "to_inspect": published_draw(person_of(request).casino_id, date.fromisoformat(day), beforehand=False),
        "review": reviewed,
        "sides": [
            {"code": side, "label": label, "signature": reviewed.signatures.get(side)}
            for side, label in sides
        ],
        "side": side_of(person_of(request)),
        "about": {"table": request.GET.get("table", ""), "event": request.GET.get("event", "")},
        "rejected": rejected,
        "key": uuid4().hex,
    }


@require_POST
@sensitive_post_parameters("pin")
@permission_required("compliance.read")
def review(request: HttpRequest, day: str, command: str) -> HttpResponse:
    """/compliance/day/2026-11-20/raise: a finding, an answer, its close or a signature of the day's report.

    A refusal is shown on the day's page (422), with the entered values.
    """
    person, entered = person_of(request), request.POST.dict()
    made, chosen = REVIEW_FORMS.get(command), PeriodFilter(person.casino_id, {"day": day})
    if made is None or not chosen.is_valid():
        raise Http404(f"nothing of a day's report is called {command}")
    if not person.has_perm(made.permission):
        raise PermissionDenied(rule_of(made.permission))
    key = entered.get("key", "")[:100]
    done = attempted(
        lambda: handle(
            ReviewAggregate(person.casino_id, day),
            command_of(made, entered, person, day),
            by=acting(person, "compliance"),
            now=timezone.now(),
            idempotency_key=f"review/{person.pk}/{day}/{command}/{key}" if key.isalnum() else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        words, finding = " ".join(entered.get("words", "").split()), entered.get("finding", "")
        return _first_page(request, chosen, RejectedReview(command, finding, done.sentence, words))
    return redirect(
        f"{reverse('compliance:day')}?day={day}#{'signatures' if command == 'sign' else 'findings'}"
    )


@require_GET
@never_cache
@permission_required("compliance.read")
def day_record_check(request: HttpRequest) -> HttpResponse:
    """/compliance/day/record?day=: the part of the first page with the check of its days' record. It reads every
    event of them, and so comes after the page.
    """
    form = _period_filter(request)
    if not form.is_valid():
        raise Http404("a gaming day reads 2026-11-20")
    casino_id = person_of(request).casino_id
    check = record_check(casino_id, form.period.days, _tables_of(casino_id))
    return render(request, "compliance/_record_check.html", {"check": check})


def _period_filter(request: HttpRequest) -> PeriodFilter:
    casino_id = person_of(request).casino_id
    return PeriodFilter(casino_id, with_today(request))


def _tables_of(casino_id: int) -> list[str]:
    """Return the codes of all tables that the casino ever had."""
    return list(GamingTable.ever.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True))
