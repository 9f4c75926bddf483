"""The floor, a table, and what is asked of a table. One address, one view, one template.

There is one render path: an answer to a command and a live update are the same page made again; the browser takes
its part out of it and morphs what it shows.
"""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.floor.asking import COMMANDS, Answer, command_from, refused
from casino.floor.cloth_svg import cloth_svg
from casino.floor.day_strip import day_strip
from casino.floor.payments import shown_sheet
from casino.floor.table_page import table_page
from casino.floor.tile import tile
from casino.people.gate import allowed
from tables.house.boards import BoardView, board, boards
from tables.house.door import Actor, carry_out
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.shift.deadlines import open_deadlines
from tables.stream import IdempotencyConflict


@require_GET
@never_cache
@allowed("floor.see")
def floor(request: HttpRequest) -> HttpResponse:
    """/floor/: the open deadlines, the next first, and all tables of the casino."""
    now = timezone.now()
    shown = boards(request.user.casino_id)
    return render(
        request,
        "floor/floor.html",
        {
            "tiles": [tile(view.table, view.state, _rulebook(view), now) for view in shown],
            "deadlines": open_deadlines(request.user.casino_id, now),
            "day": max((view.state.day for view in shown if view.state), default=""),
        },
    )


@require_GET
@never_cache
@allowed("floor.see")
def table(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/: one table with its cloth, its next step and its payout sheet."""
    return _table(request, _board(request, code), timezone.now())


@require_POST
@allowed("table.run")
def do(request: HttpRequest, code: str, command: str) -> HttpResponse:
    """/floor/RF1/do/launch: one command, answered with the page as it then stands; a refusal is said on it (422)."""
    if command not in COMMANDS:
        raise Http404(f"nothing called {command} can be asked of a table")
    view = _board(request, code)
    if view.state is None:
        raise Http404(f"{code} was never opened")
    now = timezone.now()
    form = request.POST.dict()
    person = request.user
    try:
        carry_out(
            person.casino_id,
            code,
            command_from(command, form, view.state, _rulebook(view)),
            by=Actor(id=f"person/{person.pk}", name=person.display_name, terminal="floor"),
            now=now,
            idempotency_key=form.get("key") or None,
        )
        answer = Answer(place=command)
    except IdempotencyConflict:
        answer = Answer(
            place=command, detail="This was sent before with something else in it: send it again."
        )
    except Refused as refusal:
        answer = refused(command, refusal, form, _rulebook(view))
    if not request.htmx and not answer.refused:
        return redirect("floor:table", code)
    return _table(request, _board(request, code), now, answer)


@require_GET
@never_cache
@allowed("floor.see")
def day_record(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/record/: what happened at the table today, drawn by time and listed, the newest first."""
    view = _board(request, code)
    if view.state is None:
        raise Http404(f"{code} was never opened")
    strip = day_strip(request.user.casino_id, view.state, timezone.now())
    return render(request, "floor/record.html", {"code": code, "strip": strip, "day": view.state.day})


def _table(
    request: HttpRequest, view: BoardView, now: datetime, answer: Answer | None = None
) -> HttpResponse:
    rulebook = _rulebook(view)
    if view.state is None or view.state.phase == "closed":
        context = {"tile": tile(view.table, view.state, rulebook, now), "state": view.state}
        return render(request, "floor/closed_table.html", context)
    settled = shown_sheet(request.user.casino_id, view.state)
    context = {
        "page": table_page(view.table, view.state, rulebook, now, sheet=settled, answer=answer),
        "cloth": cloth_svg(rulebook, view.state.wheel),
        "may_act": request.user.has_perm("table.run"),
    }
    return render(request, "floor/table.html", context, status=422 if answer and answer.refused else 200)


def _board(request: HttpRequest, code: str) -> BoardView:
    view = board(request.user.casino_id, code)
    if view is None:
        raise Http404(f"no table is called {code}")
    return view


def _rulebook(view: BoardView) -> Rulebook:
    """The rulebook that the day was opened under; before a first day the newest of the table's own."""
    if view.state is None:
        return get_rulebook(view.table.rulebook)
    return get_rulebook(view.state.rulebook, view.state.rulebook_version)
