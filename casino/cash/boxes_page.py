"""Drop boxes at the cash desk: which wait for their count, what was found in them, and what keeps a day open."""

from contextlib import suppress
from datetime import date
from secrets import token_hex

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.box_form import PERMISSIONS, STEPS
from casino.cash.box_shown import box_page, shown_boxes
from casino.cash.steps import check_step
from casino.kit.forms.chip_counts import pieces
from casino.kit.submitting import submit
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.signing import colleagues_who_sign
from settlement.box_aggregate import BoxAggregate
from settlement.box_rows import row_of
from settlement.boxes.state import BoxName
from settlement.models import Box
from tables.play.events import Pieces
from tables.roulette.refusal import Refused

DONE_SHOWN = 30


@require_GET
@never_cache
@allowed("box.see")
def boxes(request: HttpRequest) -> HttpResponse:
    """/cash/boxes/: what waits for its count, the longest first; what is to be accepted, at a table, and done."""
    of_casino = Box.objects.filter(casino_id=person_of(request).casino_id)
    context = {
        "waiting": shown_boxes(of_casino.filter(status="waiting").order_by("removed_at"), person_of(request)),
        "counted": shown_boxes(of_casino.filter(status="counted").order_by("counted_at"), person_of(request)),
        "in_place": shown_boxes(
            of_casino.filter(status="in_place").order_by("table", "placed_at"), person_of(request)
        ),
        "done": shown_boxes(
            of_casino.filter(status="accepted").order_by("-counted_at")[:DONE_SHOWN], person_of(request)
        ),
    }
    return render(request, "cash/boxes.html", context)


@require_GET
@never_cache
@allowed("box.see")
def box(request: HttpRequest, table: str, day: str, serial: str, use: int) -> HttpResponse:
    """/cash/boxes/RF1/2026-11-20/RF1-A/1/: one box with what was recorded, what was found, and who signed for it."""
    return _page(request, _row(request, BoxName(table, day, serial, use)))


@require_POST
@allowed("box.see")
def do_box(request: HttpRequest, *, table: str, day: str, serial: str, use: int, step: str) -> HttpResponse:
    """/cash/boxes/RF1/2026-11-20/RF1-A/1/count: one step, carried out, or said on the page why not (422)."""
    check_step(request, step, PERMISSIONS, "with a box")
    name = BoxName(table, day, serial, use)
    row = _row(request, name)
    rejection = submit(
        request,
        BoxAggregate(person_of(request).casino_id, name),
        STEPS[step],
        now=timezone.now(),
        terminal="cash",
        keys_of="cash",
        version_of="box",
    )
    return _page(request, row, step, rejection.sentence) if rejection else redirect("cash:box", *name)


def _page(request: HttpRequest, row: Box, step: str = "", refused: str = "") -> HttpResponse:
    if refused:
        row.refresh_from_db()
    page = box_page(row, _entered(request) if refused else {}, person_of(request))
    context = {
        "page": page,
        "may": {each for each in page.may if request.user.has_perm(PERMISSIONS[each])},
        "signers": colleagues_who_sign(person_of(request)),
        "step": step if step in page.may else "",
        "refused": refused,
        "asked": request.POST,
        "key": token_hex(8),
    }
    return render(request, "cash/box.html", context, status=422 if refused else 200)


def _entered(request: HttpRequest) -> Pieces:
    """What was counted in the form; nothing where it cannot be read."""
    with suppress(Refused):
        return pieces(request.POST.dict(), "notes")
    return {}


def _row(request: HttpRequest, name: BoxName) -> Box:
    """The box. Raises Http404 for one that no table has had."""
    told = "\0" not in f"{name.table}{name.serial}" and name.use < 1_000_000
    with suppress(ValueError):
        if told and date.fromisoformat(name.day):
            row = Box.objects.filter(**row_of(person_of(request).casino_id, name)).first()
            if row is not None:
                return row
    raise Http404(f"no box {name.serial} was at {name.table} on {name.day}")
