"""Views of slips at the cash desk: waiting ones, those on their way, done ones; one slip, and its paper."""

from functools import partial
from secrets import token_hex

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.forms.steps import SLIP, step_form
from casino.cash.presenters.slip_document import slip_document
from casino.cash.presenters.slips import present_slip
from casino.commands.slip_presenter import shown_slip
from casino.commands.submitting import RejectedForm, rejected_form, submit
from casino.kit.documents.made_from import made_from_streams
from casino.kit.documents.pdf_response import pdf_response
from casino.kit.forms.chip_counts import readable_pieces
from casino.kit.forms.command_form import command_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from settlement.models import Slip
from settlement.slip_aggregate import SlipAggregate
from settlement.slips.state import ENDED, slip_stream

DONE_SHOWN = 30
FOR_THE_DESK = ("requested", "handed_over")
"""Steps of a slip that waits for the cash desk."""


@require_GET
@never_cache
@permission_required("slip.see")
def slips(request: HttpRequest) -> HttpResponse:
    """/cash/slips/: the slips that wait for the cash desk, the longest first; those on their way; those done last."""
    of_casino = Slip.objects.filter(casino_id=person_of(request).casino_id)
    there = [shown_slip(row) for row in of_casino.exclude(status__in=ENDED).order_by("requested_at")]
    done = of_casino.filter(status__in=ENDED).order_by("-moved_at")[:DONE_SHOWN]
    context = {
        "waiting": [each for each in there if each.status in FOR_THE_DESK],
        "on_the_way": [each for each in there if each.status not in FOR_THE_DESK],
        "done": [shown_slip(row) for row in done],
    }
    return render(request, "cash/slips/slips.html", context)


@require_GET
@never_cache
@permission_required("slip.see")
def slip(request: HttpRequest, number: str) -> HttpResponse:
    """/cash/slips/F-000123/: one slip with its steps, and the possible acts of the cash desk."""
    return _page(request, _row(request, number))


@require_GET
@never_cache
@permission_required("slip.see")
def paper(request: HttpRequest, number: str) -> HttpResponse:
    """/cash/slips/F-000123/paper/: the slip for paper; one that is printed after its issue bears REPRINT."""
    return render(request, "cash/slips/slip_to_print.html", {"page": present_slip(_printed(request, number))})


@require_GET
@never_cache
@permission_required("slip.see")
def paper_pdf(request: HttpRequest, number: str) -> HttpResponse:
    """/cash/slips/F-000123/paper.pdf: the same paper as a PDF."""
    casino_id, slip = person_of(request).casino_id, present_slip(_printed(request, number))
    record = made_from_streams(casino_id, (slip_stream(number),))
    return pdf_response(slip_document(slip, record), f"slip-{number}")


@require_POST
@permission_required("slip.see")
def do_slip(request: HttpRequest, number: str, step: str) -> HttpResponse:
    """/cash/slips/F-000123/issue: one step; the slip's page with the refusal where it is refused (422)."""
    form = step_form(request, SLIP, step)
    row = _row(request, number)
    rejection = submit(
        request,
        SlipAggregate(person_of(request).casino_id, number),
        partial(command_of, form, currency=row.currency),
        now=timezone.now(),
        terminal="cash",
        keys_of="cash",
        version_of="slip",
    )
    if rejection:
        return _page(request, row, rejected_form(step, rejection, request.POST.dict()))
    to_paper = step in ("issue", "reprint")
    return redirect("cash:paper" if to_paper else "cash:slip", number)


def _page(request: HttpRequest, row: Slip, rejected: RejectedForm | None = None) -> HttpResponse:
    if rejected:
        row.refresh_from_db()
    page = present_slip(row, readable_pieces(rejected.entered, "pieces", row.currency) if rejected else None)
    context = {
        "page": page,
        "may": {each for each in page.may if request.user.has_perm(SLIP[each].permission)},
        "rejected": rejected,
        "step": rejected.command if rejected and rejected.command in page.may else "",
        "key": token_hex(8),
    }
    return render(request, "cash/slips/slip.html", context, status=422 if rejected else 200)


def _printed(request: HttpRequest, number: str) -> Slip:
    row = _row(request, number)
    if row.status == "requested":
        raise Http404(f"{number} is printed once it is issued")
    return row


def _row(request: HttpRequest, number: str) -> Slip:
    row = Slip.objects.filter(casino_id=person_of(request).casino_id, number=number).first()
    if row is None:
        raise Http404(f"there is no slip {number}")
    return row
