"""Commands of the table to fills and credits, answered with the table's page."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from casino.commands.slip_presenter import NEXT_AT_THE_TABLE
from casino.commands.submitting import by_htmx, submit
from casino.commands.table_snapshot import board_shown, opened_board, rulebook_of
from casino.floor.forms.slips import ON_A_SLIP, RequestSlipForm, croupier_signature
from casino.floor.presenters.answer import answer_to
from casino.floor.views.table import table_response
from casino.kit.forms.command_form import command_of
from casino.kit.forms.fields import Form
from casino.people.acting import person_of
from casino.people.gate import permission_required
from settlement.models import Slip
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips.commands import AnyOnSlip, RequestSlip
from settlement.slips.state import ENDED
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@require_POST
@permission_required("slip.ask")
def request_slip(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/slips/request: the table requests a fill, or that a credit is taken."""

    def command(form: Form, state: State, rulebook: Rulebook) -> RequestSlip:
        command: RequestSlip = command_of(RequestSlipForm, form, state, rulebook)
        return command

    return _handled(request, code, "request-slip", NextSlipAggregate(person_of(request).casino_id), command)


@require_POST
@permission_required("slip.ask")
def on_slip(request: HttpRequest, code: str, number: str, step: str) -> HttpResponse:
    """/floor/RF1/slips/F-000123/receive: a command of the table to a slip of its own."""
    if step not in ON_A_SLIP:
        raise Http404(f"a table has no form to {step} a slip")
    person = person_of(request)
    if not Slip.objects.filter(casino_id=person.casino_id, table=code, number=number).exists():
        raise Http404(f"{code} has no slip {number}")

    def command(form: Form, state: State, rulebook: Rulebook) -> AnyOnSlip:
        command: AnyOnSlip = command_of(ON_A_SLIP[step], form)
        return replace(command, signatures=croupier_signature(form, person, timezone.now()))

    slip = SlipAggregate(person.casino_id, number)
    return _handled(request, code, f"{step}-slip", slip, command, number=number)


def _handled(
    request: HttpRequest,
    code: str,
    place: str,
    slip: SlipAggregate | NextSlipAggregate,
    command: Callable[[Form, State, Rulebook], AnyOnSlip | RequestSlip],
    *,
    number: str = "",
) -> HttpResponse:
    """The table's page after the command, with the refusal at its place if there is one."""
    view, state = opened_board(request, code)
    now, rulebook = timezone.now(), rulebook_of(view)
    rejection = submit(
        request,
        slip,
        lambda form: command(form, state, rulebook),
        now=now,
        terminal="floor",
        keys_of="floor",
        version_of="slip" if number else "",
    )
    answer = answer_to(place, rejection, request.POST.dict(), view, now)
    if not by_htmx(request) and not answer.refused:
        return redirect("floor:table", code)
    if number and answer.refused:
        answer = replace(answer, at=_panel(person_of(request).casino_id, number, place.removesuffix("-slip")))
    return table_response(request, board_shown(request, code), now, answer)


def _panel(casino_id: int, number: str, step: str) -> str:
    """Return the place of the answer: the panel of the slip's form, or the card if that panel has gone."""
    row = Slip.objects.get(casino_id=casino_id, number=number)
    if step == "void" and row.status not in ENDED:
        return f"void-{number}"
    return f"slip-{number}" if NEXT_AT_THE_TABLE.get((row.kind, row.status)) == step else "slips"
