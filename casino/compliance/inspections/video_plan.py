"""Views of the month's plan of recordings to watch: drawn once, with the sheets keyed in since."""

import re
from typing import NamedTuple
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.compliance.inspections.aggregate import VideoPlanAggregate
from casino.compliance.inspections.forms import SHARES, VideoPlanForm
from casino.compliance.inspections.video_document import plan_document, plan_made_from
from casino.compliance.inspections.videos_to_see import to_see
from casino.kit.dates import month_and_year
from casino.kit.documents.document import casino_name
from casino.kit.documents.made_from import read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.forms.command_form import command_of
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.permissions import contents_for
from tables.compliance.inspections.drawing import month_before
from tables.compliance.inspections.state import VideoPlan
from tables.handling import handle
from tables.handling.gaming_day import gaming_day

MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


class Months(NamedTuple):
    """Month of a page, and the months for which a draw is possible."""

    shown: str
    drawable: tuple[str, str]


@require_GET
@never_cache
@permission_required("compliance.read")
def video_plan(request: HttpRequest) -> HttpResponse:
    """/compliance/inspections/video/?month=2026-11: the recordings to watch in a month, this one if none is named."""
    return _page(request, _months(request, request.GET.get("month", "")))


@require_GET
@never_cache
@permission_required("compliance.read")
def video_plan_pdf(request: HttpRequest) -> HttpResponse:
    """/compliance/inspections/video.pdf?month=2026-11: the same as a PDF, of a month that was drawn."""
    casino_id, sees = person_of(request).casino_id, contents_for(request.user)
    month = _months(request, request.GET.get("month", "")).shown
    plan = VideoPlanAggregate(casino_id, month).as_stands()
    if not plan.version:
        raise Http404(f"{month} was not drawn")
    today, until = _told_until(request)
    shown, record = read_with_record(
        lambda: plan_made_from(casino_id, month, plan),
        lambda: list(to_see(casino_id, plan, sees, today=today, until=until)),
    )
    document = plan_document(casino_id, month, plan, shown, kept_back=_keeps_back(plan, until), record=record)
    return pdf_response(document, f"drop-on-video-{month}")


@require_POST
@sensitive_post_parameters("pin")
@permission_required("finding.raise")
def draw_videos(request: HttpRequest) -> HttpResponse:
    """/compliance/inspections/video/draw: draws the days and tables of a month. A refusal is shown above the form
    (422).
    """
    entered, person = request.POST.dict(), person_of(request)
    months, key = _months(request, entered.get("month", "")), entered.get("key", "")[:100]
    done = attempted(
        lambda: handle(
            VideoPlanAggregate(person.casino_id, months.shown),
            command_of(VideoPlanForm, entered, person, months.shown),
            by=acting(person, "compliance"),
            now=timezone.now(),
            idempotency_key=f"video-plan/{person.pk}/{months.shown}/{key}" if key.isalnum() else None,
        ),
        key_reused=gettext("this was sent before with other words: send it again"),
    )
    if isinstance(done, Rejection):
        return _page(request, months, done)
    return redirect(f"{reverse('compliance:video_plan')}?month={months.shown}")


def _months(request: HttpRequest, named: str) -> Months:
    """Raise Http404 for a malformed month."""
    this = gaming_day(person_of(request).casino_id, timezone.now()).isoformat()[:7]
    month = named or this
    if not MONTH.fullmatch(month) or month.startswith("0000"):
        raise Http404("a month reads 2026-11")
    return Months(month, (this, month_before(this)))


def _page(request: HttpRequest, months: Months, rejected: Rejection | None = None) -> HttpResponse:
    casino_id, sees = person_of(request).casino_id, contents_for(request.user)
    plan = VideoPlanAggregate(casino_id, months.shown).as_stands()
    today, until = _told_until(request)
    context = {
        "month": months.shown,
        "title": month_and_year(months.shown),
        "drawable": [(each, month_and_year(each)) for each in months.drawable],
        "may_be_drawn": months.shown in months.drawable and not plan.version,
        "plan": plan if plan.version else None,
        "to_see": list(to_see(casino_id, plan, sees, today=today, until=until)),
        "kept_back": _keeps_back(plan, until),
        "shares": SHARES,
        "share": request.POST.get("share", "20"),
        "house": casino_name(casino_id),
        "rejected": rejected,
        "key": uuid4().hex,
    }
    return render(request, "compliance/inspections/video.html", context, status=422 if rejected else 200)


def _told_until(request: HttpRequest) -> tuple[str, str]:
    """Return today, and the day before which drawn days are shown to this person; empty for a person who may see
    all.
    """
    today = gaming_day(person_of(request).casino_id, timezone.now()).isoformat()
    # The staff under watch must not learn the days beforehand.
    return today, "" if request.user.has_perm("finding.raise") else today


def _keeps_back(plan: VideoPlan, until: str) -> bool:
    return bool(until) and any(day >= until for day in plan.chosen)
