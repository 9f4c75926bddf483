"""Views of drop boxes at the cash desk: boxes that wait for a count, their contents, and the blockers of a day."""

from contextlib import suppress
from datetime import date
from functools import partial
from secrets import token_hex

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.forms.steps import BOX, step_form
from casino.cash.presenters.boxes import present_box, shown_boxes
from casino.commands.submitting import RejectedForm, rejected_form, submit
from casino.kit.forms.chip_counts import readable_pieces
from casino.kit.forms.command_form import command_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.signing import colleagues_who_sign
from settlement.box_aggregate import BoxAggregate
from settlement.box_rows import currency_of, row_of
from settlement.boxes.state import BoxName
from settlement.models import Box

LISTS = {
    "waiting": ("removed_at",),
    "counted": ("counted_at",),
    "in_place": ("table", "placed_at"),
    "accepted": ("-counted_at",),
}
"""The lists of boxes by status, with the order of each."""
ACCEPTED_SHOWN = 30


@require_GET
@never_cache
@permission_required("box.see")
def boxes(request: HttpRequest) -> HttpResponse:
    """/cash/boxes/: boxes that wait for their count, the longest first; counted ones, those at tables, accepted."""
    of_casino = Box.objects.filter(casino_id=person_of(request).casino_id)
    lists = {status: of_casino.filter(status=status).order_by(*order) for status, order in LISTS.items()}
    lists["accepted"] = lists["accepted"][:ACCEPTED_SHOWN]
    context = {status: shown_boxes(rows, person_of(request)) for status, rows in lists.items()}
    return render(request, "cash/boxes/boxes.html", context)


@require_GET
@never_cache
@permission_required("box.see")
def box(request: HttpRequest, table: str, day: str, serial: str, use: int) -> HttpResponse:
    """/cash/boxes/RF1/2026-11-20/RF1-A/1/: one box with its record, its count, and the signatures."""
    return _page(request, _row(request, BoxName(table, day, serial, use)))


@require_POST
@permission_required("box.see")
def do_box(request: HttpRequest, *, table: str, day: str, serial: str, use: int, step: str) -> HttpResponse:
    """/cash/boxes/RF1/2026-11-20/RF1-A/1/count: one step; its page with the refusal where it is refused (422)."""
    form = step_form(request, BOX, step)
    name = BoxName(table, day, serial, use)
    row = _row(request, name)
    rejection = submit(
        request,
        BoxAggregate(person_of(request).casino_id, name),
        partial(command_of, form, currency=currency_of(row)),
        now=timezone.now(),
        terminal="cash",
        keys_of="cash",
        version_of="box",
    )
    if rejection:
        return _page(request, row, rejected_form(step, rejection, request.POST.dict()))
    return redirect("cash:box", *name)


def _page(request: HttpRequest, row: Box, rejected: RejectedForm | None = None) -> HttpResponse:
    if rejected:
        row.refresh_from_db()
    entered = readable_pieces(rejected.entered, "notes", currency_of(row)) if rejected else {}
    page = present_box(row, entered, person_of(request))
    context = {
        "page": page,
        "may": {each for each in page.may if request.user.has_perm(BOX[each].permission)},
        "signers": colleagues_who_sign(person_of(request)),
        "rejected": rejected,
        "step": rejected.command if rejected and rejected.command in page.may else "",
        "key": token_hex(8),
    }
    return render(request, "cash/boxes/box.html", context, status=422 if rejected else 200)


def _row(request: HttpRequest, name: BoxName) -> Box:
    """Return the box. Raises Http404 for one that no table has had."""
    readable = "\0" not in f"{name.table}{name.serial}" and name.use < 1_000_000
    with suppress(ValueError):
        if readable and date.fromisoformat(name.day):
            row = Box.objects.filter(**row_of(person_of(request).casino_id, name)).first()
            if row is not None:
                return row
    raise Http404(f"no box {name.serial} was at {name.table} on {name.day}")
