"""The floor, a table, and what is asked of a table. One address, one view, one template.

There is one render path: an answer to a command and a live update are the same page made again; the browser takes
its part out of it and morphs what it shows.
"""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from msgspec.structs import replace

from casino.floor.asking import COMMANDS, answer_to, command_from, lies_over_the_maximum
from casino.floor.day_strip import day_strip
from casino.floor.direction import DIRECTION
from casino.floor.limits_form import change_limits as changed_limits
from casino.floor.next_step import meant_for
from casino.floor.opening_form import choices_from
from casino.floor.paid_otherwise import line_paid_otherwise, lines_paid
from casino.floor.table_answered import table_answered
from casino.floor.tile import tile
from casino.floor.watching import unwatched_since
from casino.health.alarms import disk_alarm, spool_alarms
from casino.kit.forms.fields import Form, Unclear, count, text, ticked
from casino.kit.sentences import sentence_of
from casino.kit.submitting import by_htmx, submit
from casino.kit.table_snapshot import board_shown, opened_board, rulebook_of
from casino.kit.withheld_drop import withheld_days
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.house_staff import of_the_house
from casino.people.permissions import contents_for
from settlement.box_aggregate import check_box_is_empty
from tables.handling.aggregates.table import TableAggregate
from tables.handling.deadlines.listing import deadlines_of_tables
from tables.handling.gaming_day import gaming_day
from tables.handling.next_day import opening_of
from tables.handling.projections.casino_days import day_to_explain
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshots
from tables.play.commands import CloseTable, Command, OpenTable
from tables.play.state import State


@require_GET
@never_cache
@allowed("floor.see")
def floor(request: HttpRequest) -> HttpResponse:
    """/floor/: the open deadlines, the next first, and all tables of the casino."""
    now = timezone.now()
    shown = table_snapshots(person_of(request).casino_id)
    return render(
        request,
        "floor/floor.html",
        {
            "tiles": [tile(view.table, view.state, rulebook_of(view), now) for view in shown],
            "deadlines": deadlines_of_tables((view.state for view in shown if view.state), now),
            "unwatched": unwatched_since(person_of(request).casino_id, shown, now),
            "disk_alarm": disk_alarm(),
            "spool_alarms": spool_alarms(),
            "house_to_explain": day_to_explain(person_of(request).casino_id),
            "day": max((view.state.day for view in shown if view.state), default=""),
        },
    )


@require_GET
@never_cache
@allowed("floor.see")
def table(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/: one table with its cloth, its next step and its payout sheet."""
    return table_answered(request, board_shown(request, code), timezone.now())


@require_POST
@allowed("table.run")
def do(request: HttpRequest, code: str, command: str) -> HttpResponse:
    """/floor/RF1/do/launch: one command, answered with the page as it then stands; a refusal is said on it (422)."""
    if command not in COMMANDS:
        raise Http404(f"nothing called {command} can be asked of a table")
    view, state = opened_board(request, code)
    form, rulebook = request.POST.dict(), rulebook_of(view)
    return _asked(request, view, command, lambda now: command_from(command, form, state, rulebook))


@require_POST
@allowed("table.run")
def pay_lines(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/paid: prizes of a payout sheet are paid, line by line."""
    view, state = opened_board(request, code)
    form = request.POST.dict()
    return _asked(
        request, view, "pay-lines", lambda now: lines_paid(person_of(request).casino_id, form, state)
    )


@require_POST
@allowed("table.run")
def pay_otherwise(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/paid-otherwise: for a line of a payout sheet something else was paid than was worked out."""
    view, state = opened_board(request, code)
    form = request.POST.dict()
    return _asked(
        request,
        view,
        "pay-otherwise",
        lambda now: line_paid_otherwise(person_of(request).casino_id, form, state),
    )


@require_POST
@allowed("table.open_and_close")
def change_limits(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/limits: other limits are in force from now on, or what the rulebook says against them."""
    view, _ = opened_board(request, code)
    form, rulebook = request.POST.dict(), rulebook_of(view)
    return _asked(request, view, "change-limits", lambda now: changed_limits(form, rulebook))


@require_POST
@allowed("table.open_and_close")
def direct(request: HttpRequest, code: str, command: str) -> HttpResponse:
    """/floor/RF1/direct/suspend-table: what only the direction asks of a table."""
    if command not in DIRECTION:
        raise Http404(f"nothing called {command} is asked by the direction")
    view, state = opened_board(request, code)
    form = request.POST.dict()
    return _asked(request, view, command, lambda now: DIRECTION[command](form, state))


@require_POST
@allowed("table.open_and_close")
def close_day(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/close: the gaming day ends, or what stands in the way is said where it was asked."""
    carried = ticked(request.POST.dict(), "carry_late_chips")
    view = board_shown(request, code)
    return _asked(request, view, "close-table", lambda now: CloseTable(carry_late_chips=carried))


@require_POST
@allowed("table.force_close")
def close_under_pressure(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/force-close: the gaming day ends with what waits for people left open, signed by two."""
    form = request.POST.dict()
    view = board_shown(request, code)
    forced = CloseTable(forced=True, reason=text(form, "reason"))
    return _asked(request, view, "force-close", lambda now: forced)


@require_POST
@allowed("table.open_and_close")
def open_day(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/open: the next gaming day begins with what the form says."""
    view = board_shown(request, code)

    def opening(now: datetime) -> OpenTable:
        day = gaming_day(person_of(request).casino_id, now)
        return opening_of(view.table, day, choices_from(request.POST.dict(), view.table, view.state, day))

    return _asked(request, view, "open-table", opening)


@require_GET
@never_cache
@allowed("record.read")
def day_record(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/record/: what happened at the table today, drawn by time and listed, the newest first.

    With `?coup=12` one coup as it went.
    """
    _, state = opened_board(request, code)
    try:
        coup = count(request.GET.dict(), "coup", "coup") if "coup" in request.GET else None
    except Unclear as unclear:
        raise Http404(sentence_of(unclear.refusal)) from None
    on = date.fromisoformat(state.day)
    withheld = withheld_days(person_of(request).casino_id, contents_for(person_of(request)), on, on)
    blind = (code, state.day) in withheld
    strip = day_strip(person_of(request).casino_id, state, timezone.now(), withheld=blind, coup=coup)
    return render(request, "floor/record.html", {"code": code, "strip": strip, "day": state.day})


def _asked(
    request: HttpRequest, view: TableSnapshot, place: str, command: Callable[[datetime], Command]
) -> HttpResponse:
    """What comes of a command: the table's page made again, on it the refusal at its place if there is one."""
    now, form, person, code = timezone.now(), request.POST.dict(), person_of(request), view.table.code

    rejection = submit(
        request,
        TableAggregate(person.casino_id, code),
        lambda form: of_the_house(command(now), person.casino_id, view.state),
        now=now,
        terminal=f"{code}/{person.role.replace('_', '-')}",
        keys_of="floor",
        conflict="The table moved on while this was sent: look, and send it again.",
        check=partial(_may_meet, form, person.casino_id),
    )
    rulebook = rulebook_of(view)
    answer = answer_to(place, rejection, form, view.state, rulebook)
    if (
        rejection
        and view.state
        and place == "place-bet"
        and lies_over_the_maximum(rejection, form, view.state, rulebook, now)
    ):
        answer = replace(answer, lies_there=True)
    if not by_htmx(request) and not answer.refused:
        return redirect("floor:table", view.table.code)
    return table_answered(request, board_shown(request, view.table.code), now, answer)


def _may_meet(form: Form, casino_id: int, command: Command, state: State) -> None:
    """Raises Refused for a command that was meant for another standing of the table, or a box that is not empty."""
    meant_for(form, state)
    check_box_is_empty(casino_id, command)
