"""The list of staff as a file: downloaded as CSV, and loaded from one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.kit.forms.validation import checked
from casino.kit.sentences import sentence_of
from casino.kit.signing import signatures
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.people.reauthentication import act_required
from casino.people.register.staff_csv import (
    LARGEST_FILE,
    StaffMistake,
    StaffRefused,
    load_staff,
    read_staff,
    write_staff,
)
from casino.people.register.views.people import keep_links, people_page
from tables.play.events import Signature
from tables.roulette.refusal import Refused


@require_GET
@never_cache
@permission_required("people.see")
def download(request: HttpRequest) -> HttpResponse:
    """/people/staff.csv: everybody who has not left."""
    response = HttpResponse(
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": 'attachment; filename="staff.csv"'},
    )
    write_staff(person_of(request).casino_id, response)  # type: ignore[arg-type]  # it is written to as a file is
    return response


@require_POST
@act_required("people.load-staff")
def upload(request: HttpRequest) -> HttpResponse:
    """/people/load-staff: the list brought in step with a file, or every mistake with its line (422)."""
    own = person_of(request)
    try:
        file = request.FILES.get("file")
        if file is None:
            raise StaffRefused([_mistake(Refused("staff-file-missing"))])
        if (file.size or 0) > LARGEST_FILE:
            raise StaffRefused([_mistake(Refused("staff-not-csv"))])
        lines = read_staff(file.read())
        loaded = load_staff(
            own.casino_id,
            lines,
            by=acting(own, "people"),
            now=timezone.now(),
            signatures=_signatures(request),
        )
    except StaffRefused as refused:
        mistakes = [
            {"line": each.line, "words": capfirst(sentence_of(each.refusal))} for each in refused.mistakes
        ]
        return people_page(request, mistakes=mistakes)
    keep_links(request, list(loaded.engaged))
    return redirect("people")


def _signatures(request: HttpRequest) -> tuple[Signature, ...]:
    """Return the signatures of the person who acts and of the second officer. Raises StaffRefused for a wrong PIN."""
    try:
        return signatures(checked(request.POST.dict()), person_of(request), timezone.now())
    except Refused as refused:
        raise StaffRefused([_mistake(refused)]) from None


def _mistake(refused: Refused) -> StaffMistake:
    return StaffMistake(line=0, refusal=refused.refusal)
