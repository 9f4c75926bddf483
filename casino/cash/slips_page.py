"""The slips at the cash desk: what waits there, what is on its way, what was done; one slip, and its paper."""

from contextlib import suppress
from secrets import token_hex

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.slip_form import PERMISSIONS, STEPS
from casino.cash.slip_page import slip_page
from casino.cash.slip_paper import slip_paper
from casino.cash.steps import check_step
from casino.kit.forms.chip_counts import pieces
from casino.kit.slip_presenter import shown_slip
from casino.kit.submitting import submit
from casino.paper.answer import pdf_response
from casino.people.acting import person_of
from casino.people.gate import allowed
from settlement.models import Slip
from settlement.slip_aggregate import SlipAggregate
from settlement.slips.state import ENDED
from tables.play.events import Pieces
from tables.roulette.refusal import Refused

DONE_SHOWN = 30
FOR_THE_DESK = ("requested", "handed_over")
"""A slip that stands so waits for the cash desk."""


@require_GET
@never_cache
@allowed("slip.see")
def slips(request: HttpRequest) -> HttpResponse:
    """/cash/slips/: what waits for the cash desk, the longest first; what is on its way; what was done last."""
    of_casino = Slip.objects.filter(casino_id=person_of(request).casino_id)
    there = [shown_slip(row) for row in of_casino.exclude(status__in=ENDED).order_by("requested_at")]
    done = of_casino.filter(status__in=ENDED).order_by("-moved_at")[:DONE_SHOWN]
    context = {
        "waiting": [each for each in there if each.status in FOR_THE_DESK],
        "on_the_way": [each for each in there if each.status not in FOR_THE_DESK],
        "done": [shown_slip(row) for row in done],
    }
    return render(request, "cash/slips.html", context)


@require_GET
@never_cache
@allowed("slip.see")
def slip(request: HttpRequest, number: str) -> HttpResponse:
    """/cash/slips/F-000123/: one slip with its steps, and what the cash desk can do with it."""
    return _page(request, _row(request, number))


@require_GET
@never_cache
@allowed("slip.see")
def paper(request: HttpRequest, number: str) -> HttpResponse:
    """/cash/slips/F-000123/paper/: the slip for paper; what is printed after its issue says that it is a reprint."""
    return render(request, "cash/slip_to_print.html", {"page": slip_page(_printed(request, number))})


@require_GET
@never_cache
@allowed("slip.see")
def paper_pdf(request: HttpRequest, number: str) -> HttpResponse:
    """/cash/slips/F-000123/paper.pdf: the same paper as a PDF."""
    page = slip_page(_printed(request, number))
    return pdf_response(slip_paper(page, timezone.now()), f"slip-{number}")


@require_POST
@allowed("slip.see")
def do(request: HttpRequest, number: str, step: str) -> HttpResponse:
    """/cash/slips/F-000123/issue: one step, carried out, or said on the slip's page why not (422)."""
    check_step(request, step, PERMISSIONS, "with a slip at the cash desk")
    row = _row(request, number)
    rejection = submit(
        request,
        SlipAggregate(person_of(request).casino_id, number),
        STEPS[step],
        now=timezone.now(),
        terminal="cash",
        keys_of="cash",
        version_of="slip",
    )
    if rejection:
        return _page(request, row, step, rejection.sentence)
    to_paper = step in ("issue", "reprint")
    return redirect("cash:paper" if to_paper else "cash:slip", number)


def _page(request: HttpRequest, row: Slip, step: str = "", refused: str = "") -> HttpResponse:
    if refused:
        row.refresh_from_db()
    page = slip_page(row, _entered(request) if refused else None)
    context = {
        "page": page,
        "may": {each for each in page.may if request.user.has_perm(PERMISSIONS[each])},
        "step": step if step in page.may else "",
        "refused": refused,
        "asked": request.POST,
        "key": token_hex(8),
    }
    return render(request, "cash/slip.html", context, status=422 if refused else 200)


def _entered(request: HttpRequest) -> Pieces:
    """What was counted in the form; nothing where it cannot be read."""
    with suppress(Refused):
        return pieces(request.POST.dict(), "pieces")
    return {}


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
