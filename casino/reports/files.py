"""Files of the reports, made in the background: asked for here, followed while they are made, fetched and thrown away.

A person sees their own files. Everybody who reads compliance may count a drop box, so a file is blind: for a box that
is to be counted it leaves the recorded amount out.
"""

from datetime import date, datetime

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.compliance.forms import with_today
from casino.compliance.period import Period
from casino.compliance.period_presenter import days_words, shown_period
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from casino.reports.days import REPORTS
from casino.reports.file_forms import USUAL, USUAL_FORM, ReportFileForm, chosen_words
from casino.reports.jobs import UNFINISHED, ask_for_job, file_name_of, find_job, result_of, throw_away
from casino.reports.models import ReportJob
from casino.reports.rendering import FORMS_FOR_PEOPLE, format_words

SHOWN = 30
"""Jobs of a person that the page lists, the newest first."""


class ShownJob(msgspec.Struct, frozen=True, kw_only=True):
    """A file that a person asked for: its report, its progress, and once it is done its hashes."""

    id: str
    title: str
    of: str
    chosen: str
    form: str
    status: str
    done: int
    total: int
    rows: int
    error: str
    asked_at: datetime
    kept_until: datetime | None
    hash: str
    record_hash: str


@require_GET
@never_cache
@permission_required("compliance.read")
def files(request: HttpRequest) -> HttpResponse:
    """/compliance/files/: the form, and the files that this person asked for; `?report=`, `day=`, `until=`, `table=`
    and what lines are chosen by fill the form in."""
    casino_id = person_of(request).casino_id
    chosen = with_today(request)
    chosen.setdefault("report", USUAL)
    chosen.setdefault("format", USUAL_FORM)
    return _page(request, ReportFileForm(casino_id, chosen))


@require_POST
@permission_required("compliance.read")
def ask_for_file(request: HttpRequest) -> HttpResponse:
    """/compliance/files/ask: have a file made. A running one is not started twice; a refusal is shown on the page
    (422).
    """
    person = person_of(request)
    form = ReportFileForm(person.casino_id, request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    (since, until), wanted = form.days, form.wanted_form
    table = form.cleaned_data["table"] or None
    same = ReportJob.objects.filter(
        casino_id=person.casino_id,
        person=person.pk,
        status__in=UNFINISHED,
        report=form.wanted.name,
        since=since,
        until=until,
        table=table,
        form=wanted.name,
        chosen=dict(form.chosen),
    )
    if same.exists():
        return redirect("reports:files")
    job = attempted(
        lambda: ask_for_job(
            person.casino_id,
            form.wanted,
            since=since,
            until=until,
            table=table,
            form=wanted,
            asked_by=person.display_name,
            person=person.pk,
            chosen=form.chosen,
            sight=sight_of(person),
            now=timezone.now(),
        )
    )
    if isinstance(job, Rejection):
        return _page(request, form, status=422, refused=job.sentence)
    return redirect("reports:files")


@require_GET
@never_cache
@permission_required("compliance.read")
def file(request: HttpRequest, job: str) -> HttpResponse:
    """/compliance/files/{job}: the file, once it is made; 404 before."""
    found = _job(request, job)
    if found.status != ReportJob.Status.DONE:
        raise Http404("the file is not made")
    form = FORMS_FOR_PEOPLE[found.form]
    response = HttpResponse(result_of(found), content_type=form.media_type)
    name = f"{file_name_of(found)}.{form.file_ending}"
    response["Content-Disposition"] = content_disposition_header(True, name) or ""
    return response


@require_POST
@permission_required("compliance.read")
def throw_file_away(request: HttpRequest, job: str) -> HttpResponse:
    """/compliance/files/{job}/throw-away: the job with its file, made or not. One that is gone already is
    gone."""
    if find_job(person_of(request).casino_id, job) is not None:
        throw_away(_job(request, job))
    return redirect("reports:files")


def _job(request: HttpRequest, job: str) -> ReportJob:
    """The job of that name, if this person asked for it. Raises Http404."""
    person = person_of(request)
    found = find_job(person.casino_id, job)
    hidden = found is not None and not (found.blind or sight_of(person).uncounted_drop)
    if found is None or hidden or found.person != person.pk:
        raise Http404("you asked for no such file")
    return found


def _page(
    request: HttpRequest, form: ReportFileForm, *, status: int = 200, refused: str = ""
) -> HttpResponse:
    person = person_of(request)
    of_person = ReportJob.objects.filter(casino_id=person.casino_id, person=person.pk)
    jobs = [_shown(job) for job in of_person.order_by("-asked_at")[:SHOWN]]
    if form.is_valid():
        since = form.cleaned_data["day"]
        period = Period(since=since, until=form.cleaned_data["until"] or since)
        shown, chosen = shown_period(person.casino_id, period), chosen_words(form.chosen)
    else:
        shown, chosen = None, ""
    context = {
        "form": form,
        "jobs": jobs,
        "is_being_made": any(job.status in UNFINISHED for job in jobs),
        "shown": shown,
        "chosen": chosen,
        "refused": refused,
    }
    return render(request, "reports/files.html", context, status=status)


def _shown(job: ReportJob) -> ShownJob:
    period = Period(since=date.fromisoformat(job.since), until=date.fromisoformat(job.until))
    return ShownJob(
        id=str(job.id),
        title=gettext(REPORTS[job.report].title),
        of=gettext("{days}, {tables}").format(
            days=days_words(period.since, period.until),
            tables=gettext("table {table}").format(table=job.table) if job.table else gettext("all tables"),
        ),
        chosen=chosen_words(job.chosen),
        form=format_words(job.form),
        status=job.status,
        done=job.done,
        total=job.total,
        rows=job.rows,
        error=job.error,
        asked_at=job.asked_at,
        kept_until=job.kept_until,
        hash=job.hash,
        record_hash=job.record_hash,
    )
