"""A seat of a live table: its screen, its stream, and its commands. Every answer is the screen made again."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted, usual_sentence
from casino.commands.submitting import by_htmx
from casino.kit.cloth.oval import oval_svg
from casino.kit.cloth.svg import cloth_svg
from casino.kit.forms.command_form import command_of
from casino.kit.forms.fields import Form
from casino.kit.forms.validation import checked
from casino.kit.sentences import TableNames, sentence_of
from casino.people.acting import person_of
from casino.seats.access import for_the_screen, may_preview, screen_of_request, turned_away
from casino.seats.forms import TouchForm
from casino.seats.models import SeatScreen
from casino.seats.presenters import SeatRefusal, present_seat, preview_of
from casino.seats.screens import actor_of, still_open
from casino.web.background import in_thread
from casino.web.capacity import live_pages
from casino.web.revocation import subjects
from casino.web.revocation.permits import Terms
from casino.web.streams.event_stream import event_stream
from casino.web.streams.live_messages import heard_until, live_messages
from tables.handling import Actor, live_seats
from tables.handling.live_seats import SeatView

GATHER_S = 0.05
"""Time that a confirmation waits for others before they are taken together; its time was stamped before."""

Act = Callable[[SeatView, Form, Actor, datetime], object]


def _place(view: SeatView) -> tuple[int, str, str]:
    return view.casino_id, view.table, view.seat


COMMANDS: dict[str, Act] = {
    "add": lambda view, form, by, now: live_seats.place_chip(
        *_place(view), command_of(TouchForm, form, view), now
    ),
    "remove": lambda view, form, by, now: live_seats.take_chip(
        *_place(view), command_of(TouchForm, form, view), now
    ),
    "clear": lambda view, form, by, now: live_seats.clear_draft(*_place(view), now),
    "repeat": lambda view, form, by, now: live_seats.repeat_last(*_place(view), now),
    "leave": lambda view, form, by, now: live_seats.leave(*_place(view), by=by, now=now),
}


@require_GET
@never_cache
def seat(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/live/LV1/seat/3/: the screen of one seat, on the terminal that has it; staff look at it and touch nothing."""
    now = timezone.now()
    screen = screen_of_request(request, code, number)
    if screen is not None:
        return _page(request, _view(screen.casino_id, code, number), number, now)
    if not may_preview(request):
        return turned_away(request)
    return _page(request, _view(person_of(request).casino_id, code, number), number, now, preview=True)


@require_POST
@for_the_screen
def do(request: HttpRequest, screen: SeatScreen, command: str) -> HttpResponse:
    """/live/LV1/seat/3/do/add: a chip, or another command of the seat; a refusal is shown on the screen (422)."""
    if command not in COMMANDS:
        raise Http404(f"a seat has no command {command}")
    now, form = timezone.now(), request.POST.dict()
    view = _view_of(screen)
    with override(view.rulebook.language):
        # The amount of a chip comes as the screen writes it.
        done = attempted(lambda: COMMANDS[command](view, checked(form), actor_of(screen), now))
    if isinstance(done, Rejection):
        return _page(request, view, screen.number, now, refusal=_in_words(done, view))
    return _done(request, screen, now)


@require_GET
@for_the_screen
async def live(request: HttpRequest, screen: SeatScreen) -> HttpResponseBase:
    """/live/LV1/seat/3/live: the stream of the screen as long as its token is valid.

    casino/web/streams/live_messages.py makes its messages. Answers 503 if the process is full.
    """
    messages = live_messages(
        screen.casino_id,
        tables=frozenset({screen.table}),
        heard_until=heard_until(request),
        terms=Terms(still_open, screen.pk, frozenset({subjects.seat_screen(screen.pk)})),
    )
    return event_stream(request, messages, live_pages)


@require_POST
@for_the_screen
async def confirm(request: HttpRequest, screen: SeatScreen) -> HttpResponse:
    """/live/LV1/seat/3/confirm: the draft counts. Its time is that of its arrival here."""
    now = timezone.now()
    done: object = await in_thread(attempted, partial(_put_in, screen, now))
    if isinstance(done, live_seats.Ticket):
        await asyncio.sleep(GATHER_S)
        done = await in_thread(attempted, partial(live_seats.answer, done, now))
    if isinstance(done, Rejection):
        return await in_thread(_rejected, request, screen, now, done)
    return await in_thread(_done, request, screen, now)


def _put_in(screen: SeatScreen, now: datetime) -> live_seats.Ticket | None:
    view = live_seats.seat_view(screen.casino_id, screen.table, _player(screen.number))
    return live_seats.ask_to_confirm(*_place(view), by=actor_of(screen), now=now)


def _rejected(request: HttpRequest, screen: SeatScreen, now: datetime, rejection: Rejection) -> HttpResponse:
    view = _view_of(screen)
    return _page(request, view, screen.number, now, refusal=_in_words(rejection, view))


def _done(request: HttpRequest, screen: SeatScreen, now: datetime) -> HttpResponse:
    if not by_htmx(request):
        return redirect("seat:seat", screen.table, screen.number)
    return _page(request, _view_of(screen), screen.number, now)


def _view_of(screen: SeatScreen) -> SeatView:
    return _view(screen.casino_id, screen.table, screen.number)


def _view(casino_id: int, code: str, number: int) -> SeatView:
    """The table for that seat. Raises Http404 where it is not open, or has no seats."""
    view = attempted(lambda: live_seats.seat_view(casino_id, code, _player(number)))
    if isinstance(view, Rejection):
        raise Http404(view.detail)
    if view.rulebook.seats is None or view.state.phase == "closed":
        raise Http404(f"{code} has no seats to play from now")
    return view


def _player(number: int) -> str:
    """The seat's name in the record: as the floor calls its players."""
    return f"P{number}"


def _in_words(rejection: Rejection, view: SeatView) -> SeatRefusal:
    with override(view.rulebook.language):
        if rejection.refusal is not None:
            detail = sentence_of(rejection.refusal.refusal, TableNames(view.rulebook, view.state))
        else:
            detail = usual_sentence(rejection.kind)
    clause = view.rulebook.clauses.get(rejection.clause or "", "")
    return SeatRefusal(detail=capfirst(detail), clause=clause)


def _page(
    request: HttpRequest,
    view: SeatView,
    number: int,
    now: datetime,
    *,
    refusal: SeatRefusal | None = None,
    preview: bool = False,
) -> HttpResponse:
    """Render the seat's screen in the language of the rulebook; around a preview the staff read their own."""
    language = view.rulebook.language
    with override(language):
        shown = present_seat(view, number, live_seats.draft_of(view, now), now, refusal)
    context = {
        "page": preview_of(shown) if preview else shown,
        "preview": preview,
        "cloth": cloth_svg(view.rulebook, None),
        "track": oval_svg(view.rulebook, view.state.wheel),
    }
    with override(get_language() if preview else language):
        return render(request, "seats/seat.html", context, status=422 if refusal else 200)
