"""The list of staff as a file: downloaded as CSV in two forms, and loaded from one after a preview."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.accounts.people.people import countersigning, keep_links
from casino.commands.reauthentication import act_required
from casino.commands.signing import PINS, SIGNERS, signatures
from casino.kit.csv_form import form_asked
from casino.kit.forms.validation import checked
from casino.kit.sheet_preview import SheetPreview, content_of, preview_of, refused_preview
from casino.kit.sheets import mistake
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.models import Person, Role
from casino.people.register.staff_csv import (
    WRITTEN,
    StaffLine,
    StaffRefused,
    load_staff,
    plan_staff,
    staff_csv,
    staff_lines,
    staff_list,
)
from casino.people.signing import own_signature
from tables.handling import Actor
from tables.play.events import Person as Named
from tables.play.events import Signature
from tables.refusal import Refused

PURPOSE = "staff"
MEANINGS = {column.key: column.heading for column in WRITTEN}


@require_GET
@never_cache
@permission_required("people.see")
def download(request: HttpRequest) -> HttpResponse:
    """/people/staff.csv: everybody who has not left; for spreadsheet programs with `form=spreadsheet`."""
    return HttpResponse(
        staff_csv(person_of(request).casino_id, form_asked(request)),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": 'attachment; filename="staff.csv"'},
    )


@require_POST
@act_required("people.load-staff")
def upload(request: HttpRequest) -> HttpResponse:
    """/people/load-staff: a preview of the list in the file; then the casino's people in step with it, or every mistake
    with its line (422)."""
    own = person_of(request)
    by = acting(own, "people")
    try:
        content, is_previewed = content_of(request, PURPOSE)
        found = staff_list(content)
        lines = staff_lines(found)
        if not is_previewed:
            says = _changes(own, lines, by)
            return _page(request, preview_of(request, PURPOSE, content, found, meanings=MEANINGS, says=says))
    except StaffRefused as refused:
        return _page(request, refused_preview(refused))
    try:
        signed = _signatures(request)
        loaded = load_staff(own.casino_id, lines, by=by, now=timezone.now(), signatures=signed)
    except StaffRefused as refused:
        return _page(request, refused_preview(StaffRefused(refused.mistakes, found.sheet)))
    keep_links(request, list(loaded.engaged))
    return redirect("people")


def _changes(own: Person, lines: tuple[StaffLine, ...], by: Actor) -> tuple[str, ...]:
    """Return the changes by the list, in sentences. Raises StaffRefused.

    The list is planned as if a second officer had signed: the officer signs on the next page.
    """
    known = set(Person.objects.filter(casino_id=own.casino_id).values_list("username", flat=True))
    new = sum(line.sign_in not in known for line in lines)
    same = len(lines) - new
    signed = (own_signature(own), SIGNS_NEXT)
    changed = plan_staff(own.casino_id, lines, by=by, now=timezone.now(), signatures=signed)
    return (
        ngettext("{count} person is engaged.", "{count} people are engaged.", new).format(count=new),
        ngettext(
            "{count} known person is in the list.", "{count} known people are in the list.", same
        ).format(count=same),
        gettext("People who are not in the list stay as they are.")
        if changed
        else gettext("Nothing changes."),
    )


SIGNS_NEXT = Signature(person=Named(id="person/0", name=""), role=Role.DIRECTION)
"""Signature of the second officer in a plan, before the officer signs. Nobody has this number."""


def _page(request: HttpRequest, preview: SheetPreview) -> HttpResponse:
    context = {"preview": preview, **countersigning(request)}
    return render(
        request, "accounts/register/staff_preview.html", context, status=422 if preview.mistakes else 200
    )


def _signatures(request: HttpRequest) -> tuple[Signature, ...]:
    """Return the signatures of the person who acts and of the second officer. Raises StaffRefused for a wrong PIN."""
    entered = {name: value for name, value in request.POST.items() if name in (*SIGNERS, *PINS)}
    try:
        return signatures(checked(entered), person_of(request), timezone.now())  # type: ignore[arg-type]  # texts
    except Refused as refused:
        raise StaffRefused([mistake(refused)]) from None
