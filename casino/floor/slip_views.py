"""What the table asks about fills and credits: it comes through the slip's door, answered with its page."""

from collections.abc import Callable
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from casino.floor.asking import Answer, refused
from casino.floor.board_shown import board_shown, opened_board, rulebook_of
from casino.floor.form_check import checked
from casino.floor.form_fields import Form, count
from casino.floor.signatures import signed
from casino.floor.slip_shown import NEXT_AT_THE_TABLE
from casino.floor.slips import ON_A_SLIP, croupier_signature, slip_requested
from casino.floor.table_answered import table_answered
from casino.people.acting import SENT_BEFORE, acting
from casino.people.gate import allowed
from settlement.models import Slip
from settlement.slip_door import request_slip, say_to_slip
from settlement.slips.commands import AnyOnSlip, RequestSlip
from settlement.slips.life import ENDED
from tables.house.door import Actor
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.stream import ConcurrencyError, IdempotencyConflict

REQUEST = "request-slip"


@require_POST
@allowed("slip.ask")
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/slips/request: the table asks for a fill, or for a credit to be taken."""
    person = request.user

    def said(form: Form, state: State, now: datetime, by: Actor, key: str | None) -> None:
        command = signed(slip_requested(form, state), form, person, now)
        assert isinstance(command, RequestSlip)
        request_slip(person.casino_id, command, by=by, now=now, idempotency_key=key)

    return _answered(request, code, REQUEST, said)


@require_POST
@allowed("slip.ask")
def on_slip(request: HttpRequest, code: str, number: str, step: str) -> HttpResponse:
    """/floor/RF1/slips/F-000123/receive: what the table does with a slip of its own."""
    if step not in ON_A_SLIP:
        raise Http404(f"nothing called {step} is done with a slip at a table")
    person = request.user
    if not Slip.objects.filter(casino_id=person.casino_id, table=code, number=number).exists():
        raise Http404(f"{code} has no slip {number}")

    def said(form: Form, state: State, now: datetime, by: Actor, key: str | None) -> None:
        command: AnyOnSlip = ON_A_SLIP[step](form)
        beside = signed(command, form, person, now)
        assert isinstance(beside, type(command))
        say_to_slip(
            person.casino_id,
            number,
            replace(beside, signatures=(*beside.signatures, *croupier_signature(form, person, now))),
            by=by,
            now=now,
            seen=count(form, "seen", "version of a slip") if form.get("seen") else None,
            idempotency_key=key,
        )

    return _answered(request, code, f"{step}-slip", said, number)


Said = Callable[[Form, State, datetime, Actor, str | None], None]


def _answered(request: HttpRequest, code: str, place: str, said: Said, number: str = "") -> HttpResponse:
    """What comes of it: the table's page made again, on it the refusal at its place if there is one."""
    view, state = opened_board(request, code)
    now, form, person = timezone.now(), request.POST.dict(), request.user
    try:
        key = checked(form).get("key")
        by = acting(person, "floor")
        said(form, state, now, by, f"floor/{person.pk}/{key}" if key else None)
        answer = Answer(place=place)
    except IdempotencyConflict:
        answer = Answer(place=place, detail=SENT_BEFORE)
    except ConcurrencyError:
        answer = Answer(place=place, detail="Somebody else was faster: look, and send it again.")
    except Refused as refusal:
        answer = refused(place, refusal, form, state, rulebook_of(view))
    if not request.htmx and not answer.refused:
        return redirect("floor:table", code)
    if number and answer.refused:
        answer = replace(answer, at=_panel(person.casino_id, number, place.removesuffix("-slip")))
    return table_answered(request, board_shown(request, code), now, answer)


def _panel(casino_id: int, number: str, step: str) -> str:
    """Where the answer has its place: the panel of the slip that asked, or the card where that has gone."""
    row = Slip.objects.get(casino_id=casino_id, number=number)
    if step == "void" and row.status not in ENDED:
        return f"void-{number}"
    return f"slip-{number}" if NEXT_AT_THE_TABLE.get((row.kind, row.status)) == step else "slips"
