"""The screens of a live table's seats as staff have them: which there are, a code for a new one, an end to each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.commands.table_snapshot import board_shown, rulebook_of
from casino.kit.forms.command_form import command_of
from casino.kit.forms.validation import checked
from casino.kit.seats import SEATS, seat_of
from casino.people.acting import acting, person_of
from casino.people.gate import permission_required
from casino.seats.access import STAFF
from casino.seats.forms import MakeScreenForm
from casino.seats.screens import CODE_LASTS, make_screen, revoke_screen, screens_of
from tables.handling.projections.table_snapshots import TableSnapshot


@require_GET
@never_cache
@permission_required(STAFF)
def screens(request: HttpRequest, code: str) -> HttpResponse:
    """/live/LV1/screens/: the screens of the table's seats."""
    return _page(request, _table(request, code))


@require_POST
@never_cache
@permission_required(STAFF)
def make(request: HttpRequest, code: str) -> HttpResponse:
    """/live/LV1/screens/make: a code for a seat's screen, shown once; the seat's code before it is void."""
    view, now = _table(request, code), timezone.now()

    def work() -> tuple[int, str]:
        number = command_of(MakeScreenForm, checked(request.POST.dict()))
        actor = acting(person_of(request), f"{code}/seats")
        return number, make_screen(
            person_of(request).casino_id, code, number, by=person_of(request), actor=actor, now=now
        )

    done = attempted(work)
    if isinstance(done, Rejection):
        return _page(request, view, refused=done.sentence)
    number, made = done
    link = request.build_absolute_uri(f"{reverse('seat_terminal')}?code={made}")
    return _page(request, view, new={"number": number, "code": made, "link": link})


@require_POST
@permission_required(STAFF)
def revoke(request: HttpRequest, code: str, screen: int) -> HttpResponse:
    """/live/LV1/screens/7/revoke: the screen ends, opened or not."""
    _table(request, code)
    actor = acting(person_of(request), f"{code}/seats")
    rejection = attempted(
        lambda: revoke_screen(
            person_of(request).casino_id, code, screen, by=person_of(request), actor=actor, now=timezone.now()
        )
    )
    if isinstance(rejection, Rejection):
        raise Http404(rejection.detail)
    return redirect("seat:screens", code)


def _table(request: HttpRequest, code: str) -> TableSnapshot:
    """The table. Raises Http404 for one that is not open or has no seats."""
    view = board_shown(request, code)
    if view.state is None or view.state.phase == "closed" or rulebook_of(view).seats is None:
        raise Http404(f"{code} has no seats to play from now")
    return view


def _page(
    request: HttpRequest, view: TableSnapshot, *, new: dict[str, object] | None = None, refused: str = ""
) -> HttpResponse:
    assert view.state is not None
    there = screens_of(person_of(request).casino_id, view.table.code, view.state.day, timezone.now())
    context = {
        "table": view.table,
        "day": view.state.day,
        "screens": [(each, seat_of(f"P{each.number}")) for each in there],
        "seats": [(number, seat.label) for number, seat in enumerate(SEATS, start=1)],
        "terminal": request.build_absolute_uri(reverse("seat_terminal")),
        "minutes": int(CODE_LASTS.total_seconds() // 60),
        "new": new,
        "refused": refused,
    }
    return render(request, "seats/screens.html", context, status=422 if refused else 200)
