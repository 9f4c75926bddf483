"""What the table asks about fills and credits: it comes through the slip's door, answered with its page."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from casino.floor.asking import answer_to
from casino.floor.slips import ON_A_SLIP, croupier_signature, slip_requested
from casino.floor.table_answered import table_answered
from casino.kit.forms.fields import Form
from casino.kit.slip_presenter import NEXT_AT_THE_TABLE
from casino.kit.submitting import by_htmx, submit
from casino.kit.table_snapshot import board_shown, opened_board, rulebook_of
from casino.people.acting import person_of
from casino.people.gate import allowed
from settlement.models import Slip
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips.commands import AnyOnSlip, RequestSlip
from settlement.slips.state import ENDED
from tables.play.state import State

REQUEST = "request-slip"


@require_POST
@allowed("slip.ask")
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/slips/request: the table asks for a fill, or for a credit to be taken."""
    return _answered(request, code, REQUEST, NextSlipAggregate(person_of(request).casino_id), slip_requested)


@require_POST
@allowed("slip.ask")
def on_slip(request: HttpRequest, code: str, number: str, step: str) -> HttpResponse:
    """/floor/RF1/slips/F-000123/receive: what the table does with a slip of its own."""
    if step not in ON_A_SLIP:
        raise Http404(f"nothing called {step} is done with a slip at a table")
    person = person_of(request)
    if not Slip.objects.filter(casino_id=person.casino_id, table=code, number=number).exists():
        raise Http404(f"{code} has no slip {number}")

    def command(form: Form, state: State) -> AnyOnSlip:
        return replace(ON_A_SLIP[step](form), signatures=croupier_signature(form, person, timezone.now()))

    slip = SlipAggregate(person.casino_id, number)
    return _answered(request, code, f"{step}-slip", slip, command, number=number)


def _answered(
    request: HttpRequest,
    code: str,
    place: str,
    slip: SlipAggregate | NextSlipAggregate,
    command: Callable[[Form, State], AnyOnSlip | RequestSlip],
    *,
    number: str = "",
) -> HttpResponse:
    """What comes of it: the table's page made again, on it the refusal at its place if there is one."""
    view, state = opened_board(request, code)
    now = timezone.now()
    rejection = submit(
        request,
        slip,
        lambda form: command(form, state),
        now=now,
        terminal="floor",
        keys_of="floor",
        version_of="slip" if number else "",
    )
    answer = answer_to(place, rejection, request.POST.dict(), state, rulebook_of(view))
    if not by_htmx(request) and not answer.refused:
        return redirect("floor:table", code)
    if number and answer.refused:
        answer = replace(answer, at=_panel(person_of(request).casino_id, number, place.removesuffix("-slip")))
    return table_answered(request, board_shown(request, code), now, answer)


def _panel(casino_id: int, number: str, step: str) -> str:
    """Where the answer has its place: the panel of the slip that asked, or the card where that has gone."""
    row = Slip.objects.get(casino_id=casino_id, number=number)
    if step == "void" and row.status not in ENDED:
        return f"void-{number}"
    return f"slip-{number}" if NEXT_AT_THE_TABLE.get((row.kind, row.status)) == step else "slips"
