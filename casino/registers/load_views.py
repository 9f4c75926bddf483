"""Entries of the registers, wheels and balls loaded from a spreadsheet after a preview, and written for one."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.casino_file.loading import HouseRefused, load_house
from casino.commands.reauthentication import act_required
from casino.commands.signing import PINS, SIGNERS, signatures
from casino.kit.csv_form import form_asked
from casino.kit.forms.validation import checked
from casino.kit.sheet_preview import SheetPreview, content_of, preview_of, refused_preview
from casino.kit.sheets import SheetRefused, mistake
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.permissions import rule_of
from casino.people.signing import colleagues_who_sign
from casino.registers.entries_list import (
    EQUIPMENT,
    KINDS,
    EntriesList,
    columns_of,
    entries_as_csv,
    heading_of,
    kinds_in_words,
    read_entries,
    refused_lines,
)
from tables.handling.set_up import is_being_set_up
from tables.play.events import Signature
from tables.refusal import Refused
from tables.registers.entries.two_officers import MANAGEMENT, SECOND_OFFICERS

NEEDS_ANOTHER = frozenset({"entry-signed-by-one", "entry-unsigned"})
KEEPS_EQUIPMENT = "equipment.keep"


@require_GET
@never_cache
@permission_required("registers.see")
def entries_csv(request: HttpRequest) -> HttpResponse:
    """/registers/load.csv?kind=pit: the entries of a kind; for spreadsheet programs with `form=spreadsheet`."""
    kind = _kind(request, request.GET.get("kind", ""))
    return HttpResponse(
        entries_as_csv(person_of(request).casino_id, kind, form_asked(request)),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": content_disposition_header(True, f"{kind}.csv") or ""},
    )


@method_decorator(never_cache, name="dispatch")
@method_decorator(act_required("registers.declare"), name="dispatch")
class LoadEntries(View):
    """/registers/load?kind=pit: a POST shows a preview, or every bad line (422), and the second one loads the list."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, request.GET.get("kind", ""), SheetPreview())

    def post(self, request: HttpRequest) -> HttpResponse:
        kind = _kind(request, request.POST.get("kind", ""))
        if kind in EQUIPMENT and not request.user.has_perm(KEEPS_EQUIPMENT):
            raise PermissionDenied(rule_of(KEEPS_EQUIPMENT))
        own, purpose = person_of(request), f"registers/{kind}"
        try:
            content, is_previewed = content_of(request, purpose)
            entries = read_entries(own.casino_id, kind, content)
            signed = _signatures(request) if is_previewed else ()
            changed = _load(request, entries, signed, only_check=not is_previewed)
            if not is_previewed:
                meanings = {column.key: heading_of(kind, column.key) for column in columns_of(kind)}
                shown = preview_of(
                    request, purpose, content, entries.found, meanings=meanings, says=_says(changed)
                )
                return self._page(request, kind, shown)
        except SheetRefused as refused:
            return self._page(request, kind, refused_preview(refused))
        return redirect(
            "house:equipment" if kind in EQUIPMENT else "registers:kind",
            *(() if kind in EQUIPMENT else (kind,)),
        )

    def _page(self, request: HttpRequest, kind: str, preview: SheetPreview) -> HttpResponse:
        own = person_of(request)
        offered = [each for each in KINDS if each not in EQUIPMENT or request.user.has_perm(KEEPS_EQUIPMENT)]
        by_two = kind == "table" and not is_being_set_up(own.casino_id)
        context = {
            "kinds": kinds_in_words(offered),
            "kind": kind,
            "preview": preview,
            "signers": colleagues_who_sign(own) if by_two else (),
            "second_officers": " ".join(dict.fromkeys((*MANAGEMENT, *SECOND_OFFICERS))),
            "countersigned": gettext("The second officer countersigns") if by_two else "",
        }
        return render(request, "registers/load.html", context, status=422 if preview.mistakes else 200)


def _kind(request: HttpRequest, kind: str) -> str:
    if kind not in KINDS:
        raise Http404(f"no list of {kind} is loaded")
    return kind


def _load(
    request: HttpRequest, entries: EntriesList, signed: tuple[Signature, ...], *, only_check: bool
) -> int:
    """Load the list, or check it alone; the number of entries that change. Raises SheetRefused.

    A check leaves the second officer out, who signs with the confirmation.
    """
    own = person_of(request)
    try:
        done = load_house(
            entries.document,
            casino_id=own.casino_id,
            by=acting(own, "registers"),
            now=timezone.now(),
            only_check=only_check,
            signatures=signed,
        )
    except HouseRefused as refused:
        kept = [each for each in refused.faults if not (only_check and each.refusal.code in NEEDS_ANOTHER)]
        if kept:
            raise refused_lines(entries, HouseRefused(kept)) from None
        return len(refused.faults)
    return len(done.changed)


def _says(changed: int) -> tuple[str, ...]:
    words = ngettext("{count} entry changes.", "{count} entries change.", changed).format(count=changed)
    return (words, gettext("Entries that are not in the list stay as they are."))


def _signatures(request: HttpRequest) -> tuple[Signature, ...]:
    """Return the signatures of the person who acts and of the second officer. Raises SheetRefused for a wrong PIN."""
    entered = {name: value for name, value in request.POST.items() if name in (*SIGNERS, *PINS)}
    try:
        return signatures(checked(entered), person_of(request), timezone.now())  # type: ignore[arg-type]  # texts
    except Refused as refused:
        raise SheetRefused([mistake(refused)]) from None
