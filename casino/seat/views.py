"""A seat of a live table: its screen, and what is asked from it. Every answer is the screen made again."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.kit.cloth.svg import cloth_svg
from casino.kit.forms.fields import Form, Unclear, amount, required
from casino.kit.forms.validation import checked
from casino.kit.htmx import by_htmx
from casino.kit.rejections import Rejection, attempted
from casino.kit.sentences import TableNames, sentence_of
from casino.people.acting import person_of
from casino.seat.models import SeatScreen
from casino.seat.screen_gate import for_the_screen, may_preview, screen_asking, turned_away
from casino.seat.screens import actor_of
from casino.seat.seat_page import Refusal, only_shown, seat_page
from casino.web.background import in_thread
from tables.handling import Actor, live_seats
from tables.handling.live_seats import SeatView
from tables.play.events import SeatBet
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet

GATHER_S = 0.05
"""How long a confirmation waits for others before they are taken together; its time was stamped before."""

Asked = Callable[[SeatView, Form, Actor, datetime], object]


def _chip(view: SeatView, form: Form) -> SeatBet:
    """One chip of the chosen value where it was touched; of an announced bet one on each of its places."""
    bet = required(form, "bet", Unclear("bet-not-touched"))
    value = amount(form, "other" if form.get("other", "").strip() else "chip")
    parsed = parse_bet(bet, view.rulebook, wheel=view.state.wheel)
    pieces = parsed.pieces if isinstance(parsed, AnnouncedBet) else 1
    return SeatBet(bet=parsed.code, amount=value * pieces)


def _place(view: SeatView) -> tuple[int, str, str]:
    return view.casino_id, view.table, view.seat


COMMANDS: dict[str, Asked] = {
    "add": lambda view, form, by, now: live_seats.place_chip(*_place(view), _chip(view, form), now),
    "remove": lambda view, form, by, now: live_seats.take_chip(*_place(view), _chip(view, form), now),
    "clear": lambda view, form, by, now: live_seats.clear_draft(*_place(view), now),
    "repeat": lambda view, form, by, now: live_seats.repeat_last(*_place(view), now),
    "leave": lambda view, form, by, now: live_seats.leave(*_place(view), by=by, now=now),
}


@require_GET
@never_cache
def seat(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """/live/LV1/seat/3/: the screen of one seat, on the terminal that has it; staff look at it and touch nothing."""
    now = timezone.now()
    screen = screen_asking(request, code, number)
    if screen is not None:
        return _page(request, _view(screen.casino_id, code, number), number, now)
    if not may_preview(request):
        return turned_away(request)
    return _page(request, _view(person_of(request).casino_id, code, number), number, now, preview=True)


@require_POST
@for_the_screen
def do(request: HttpRequest, screen: SeatScreen, command: str) -> HttpResponse:
    """/live/LV1/seat/3/do/add: a chip, or what else the seat asks; a refusal is said on the screen (422)."""
    if command not in COMMANDS:
        raise Http404(f"nothing called {command} can be asked from a seat")
    now, form = timezone.now(), request.POST.dict()
    view = _view_of(screen)
    done = attempted(lambda: COMMANDS[command](view, checked(form), actor_of(screen), now))
    if isinstance(done, Rejection):
        return _page(request, view, screen.number, now, refusal=_in_words(done, view))
    return _done(request, screen, now)


@require_POST
@for_the_screen
async def confirm(request: HttpRequest, screen: SeatScreen) -> HttpResponse:
    """/live/LV1/seat/3/confirm: the draft counts. Its time is that of its arrival here, whoever is before it."""
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


def _in_words(rejection: Rejection, view: SeatView) -> Refusal:
    detail = rejection.detail
    if rejection.refusal is not None:
        detail = sentence_of(rejection.refusal.refusal, TableNames(view.rulebook, view.state))
    clause = view.rulebook.clauses.get(rejection.clause or "", "")
    return Refusal(detail=capfirst(detail), clause=clause)


def _page(
    request: HttpRequest,
    view: SeatView,
    number: int,
    now: datetime,
    *,
    refusal: Refusal | None = None,
    preview: bool = False,
) -> HttpResponse:
    shown = seat_page(view, number, live_seats.draft_of(view, now), now, refusal)
    context = {
        "page": only_shown(shown) if preview else shown,
        "preview": preview,
        "cloth": cloth_svg(view.rulebook, view.state.wheel),
    }
    return render(request, "seat/seat.html", context, status=422 if refusal else 200)
