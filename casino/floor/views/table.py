"""A table and the forms of its page.

There is one render path: the page after a command and a live update are the same page made again; the browser takes
its part out of it and morphs what it shows.
"""

from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.commands.reauthentication import act_required
from casino.commands.submitting import by_htmx, submit
from casino.commands.table_snapshot import board_shown, opened_board, rulebook_of
from casino.floor.forms import OF_THE_DIRECTION, OF_THE_TABLE
from casino.floor.forms.coup import DismissWaitingForm
from casino.floor.forms.day import CloseTableForm, ForceCloseForm, OpenTableForm, ReopenTableForm
from casino.floor.forms.limits import ChangeLimitsForm
from casino.floor.forms.payments import PayLinesForm, PaymentDiscrepancyForm
from casino.floor.presenters.answer import Answer, answer_to
from casino.floor.presenters.balls import ball_replacement
from casino.floor.presenters.cash import house_boxes
from casino.floor.presenters.corrections import corrections_presenter
from casino.floor.presenters.held import held_presenter
from casino.floor.presenters.next_step import meant_for
from casino.floor.presenters.notices import shown_alerts, standing_alerts
from casino.floor.presenters.opening import opening_presenter
from casino.floor.presenters.payments import payment_discrepancies, sheet_presenter
from casino.floor.presenters.slips import slips_presenter
from casino.floor.presenters.staff import ball_due, dealers
from casino.floor.presenters.table import table_context
from casino.floor.presenters.tile import tile
from casino.kit.chips_owned import ChipsOwned, chips_owned
from casino.kit.cloth.svg import cloth_svg
from casino.kit.forms.command_form import CommandForm, command_of
from casino.kit.forms.fields import Form
from casino.people.acting import person_of
from casino.people.casino_staff import staff_of_casino, who_signs_and_sits, with_registered_staff
from casino.people.gate import permission_required
from casino.people.permissions import contents_for, rule_of
from casino.people.signing import as_offered, colleagues_who_sign
from settlement.box_aggregate import check_box_is_empty
from tables.handling.aggregates.table import TableAggregate
from tables.handling.gaming_day import gaming_day, gaming_day_hour
from tables.handling.projections.casino_days import day_to_explain
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.commands import Command
from tables.play.staff.questions import seats_of
from tables.play.state import State


@require_GET
@never_cache
@permission_required("floor.see")
def table(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/: one table with its cloth, its next step and its payout sheet."""
    return table_response(request, board_shown(request, code), timezone.now())


# ---------------------------------------------------------------- commands


@require_POST
@permission_required("table.run")
def run(request: HttpRequest, code: str, command: str) -> HttpResponse:
    """/floor/RF1/do/launch: one command; a refusal is shown on the page (422)."""
    if command not in OF_THE_TABLE:
        raise Http404(f"a table has no form for {command}")
    view, state = opened_board(request, code)
    return _handled(request, view, command, OF_THE_TABLE[command], state, rulebook_of(view))


@require_POST
@permission_required("table.open_and_close")
def direct(request: HttpRequest, code: str, command: str) -> HttpResponse:
    """/floor/RF1/direct/suspend-table: a command of the direction."""
    if command not in OF_THE_DIRECTION:
        raise Http404(f"the direction has no form for {command}")
    view, state = opened_board(request, code)
    return _handled(request, view, command, OF_THE_DIRECTION[command], state, rulebook_of(view))


@require_POST
@sensitive_post_parameters("pin")
@act_required("table.dismiss-waiting")
def dismiss_waiting(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/dismiss-waiting: all numbers that wait are dismissed, signed with the own PIN."""
    view, state = opened_board(request, code)
    person = person_of(request)
    return _handled(request, view, "dismiss-waiting", DismissWaitingForm, person, state, rulebook_of(view))


@require_POST
@permission_required("table.run")
def pay_lines(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/paid: prizes of a payout sheet are paid, line by line."""
    view, state = opened_board(request, code)
    casino_id = person_of(request).casino_id
    return _handled(request, view, "pay-lines", PayLinesForm, casino_id, state, rulebook_of(view))


@require_POST
@permission_required("table.run")
def pay_otherwise(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/paid-otherwise: record a payment discrepancy for a line of a payout sheet."""
    view, state = opened_board(request, code)
    casino_id = person_of(request).casino_id
    return _handled(
        request, view, "pay-otherwise", PaymentDiscrepancyForm, casino_id, state, rulebook_of(view)
    )


@require_POST
@permission_required("table.open_and_close")
def change_limits(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/limits: other limits from now on, or their refusal by the rulebook."""
    view, state = opened_board(request, code)
    return _handled(request, view, "change-limits", ChangeLimitsForm, state, rulebook_of(view))


@require_POST
@permission_required("table.open_and_close")
def open_day(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/open: open the next gaming day with the values of the form."""
    view = board_shown(request, code)
    day = gaming_day(person_of(request).casino_id, timezone.now())
    return _handled(request, view, "open-table", OpenTableForm, view.table, view.state, day)


@require_POST
@permission_required("table.open_and_close")
def close_day(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/close: close the gaming day, or show its closing blockers."""
    return _handled(request, board_shown(request, code), "close-table", CloseTableForm)


@require_POST
@permission_required("table.force_close")
def force_close(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/force-close: close the gaming day with its blockers left open, signed by two."""
    return _handled(request, board_shown(request, code), "force-close", ForceCloseForm)


@require_POST
@permission_required("table.reopen")
def reopen_day(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/reopen: a table that was closed by mistake is open again for the same gaming day, signed by two."""
    return _handled(request, board_shown(request, code), "reopen-table", ReopenTableForm)


def _handled(
    request: HttpRequest, view: TableSnapshot, place: str, form: type[CommandForm], *context: object
) -> HttpResponse:
    """The table's page after the command of a form, with the refusal at its place if there is one."""
    now, entered, person, code = timezone.now(), request.POST.dict(), person_of(request), view.table.code
    rejection = submit(
        request,
        TableAggregate(person.casino_id, code),
        lambda entered: with_registered_staff(
            command_of(form, entered, *context), person.casino_id, view.state
        ),
        now=now,
        terminal=f"{code}/{person.role.replace('_', '-')}",
        keys_of="floor",
        conflict=gettext("The table moved on while this was sent: look, and send it again."),
        check=partial(_may_meet, entered, person.casino_id),
    )
    answer = answer_to(place, rejection, entered, view, now)
    if not by_htmx(request) and not answer.refused:
        return redirect("floor:table", code)
    return table_response(request, board_shown(request, code), now, answer)


def _may_meet(form: Form, casino_id: int, command: Command, state: State) -> None:
    """Raises Refused for a command that was meant for another standing of the table, or a box that is not empty."""
    meant_for(form, state)
    check_box_is_empty(casino_id, command)


# ---------------------------------------------------------------- the page


def table_response(
    request: HttpRequest, view: TableSnapshot, now: datetime, answer: Answer | None = None
) -> HttpResponse:
    """Return the table's page, open or closed, with the answer to a command."""
    if view.state is None or view.state.phase == "closed":
        template, context = "floor/closed_table.html", _closed(request, view, now, answer)
    else:
        template, context = "floor/table.html", _open(request, view, view.state, now, answer)
    return render(
        request,
        template,
        {
            **context,
            "alerts": shown_alerts(
                standing_alerts(view.table.casino_id, view.table.code).get(view.table.code, ()),
                view.state.day if view.state else "",
            ),
            "may_act": request.user.has_perm("table.run"),
            "may_read_record": request.user.has_perm("record.read"),
            "may_close": request.user.has_perm("table.open_and_close"),
        },
        status=422 if answer and answer.refused else 200,
    )


def _open(
    request: HttpRequest, view: TableSnapshot, state: State, now: datetime, answer: Answer | None
) -> dict[str, object]:
    person, rulebook, sees = person_of(request), rulebook_of(view), contents_for(request.user)
    may_act = request.user.has_perm("table.run")
    signers, staff = who_signs_and_sits(person, seats_of(state).values())
    sheet = sheet_presenter(person.casino_id, state, sees, _coup_of_sheet(request), at=view.hash)
    owned = chips_owned(person.casino_id, state) if may_act else ChipsOwned()
    plans = request.user.has_perm("rota.see")
    waiting = {each.difference for each in state.differences.open}
    return {
        "page": table_context(
            view.table, state, rulebook, now, sees=sees, sheet=sheet, answer=answer, owned=owned.values
        ),
        "cloth": cloth_svg(rulebook, state.wheel),
        "signers": signers,
        "casino_staff": staff if may_act else (),
        # People who can take the ball or a seat: everybody engaged, and other people who sit here.
        "dealers": dealers(state, staff) if may_act else (),
        "boxes": house_boxes(view.table, state) if may_act else None,
        "differences": payment_discrepancies(state, rulebook, sees),
        "difference_waits": answer is not None and answer.entered.get("difference") in waiting,
        "slips": slips_presenter(view.table, state, rulebook, sees, owned),
        "replacement": ball_replacement(view.table, state, rulebook),
        "ball_due": ball_due(person.casino_id, state, rulebook, now) if plans else None,
        "may_force_close": request.user.has_perm("table.force_close"),
    }


SHEET = "sheet"
"""Parameter of the address: the coup whose payout sheet is read."""


def _coup_of_sheet(request: HttpRequest) -> int | None:
    """The coup whose sheet the page shows: as its address asks, or as the form was of; None for the newest."""
    coup = request.GET.get(SHEET, "") or request.POST.get("coup", "")
    return int(coup) if coup.isdecimal() and len(coup) <= LONGEST_COUP else None


LONGEST_COUP = 6
"""Digits."""


def _closed(
    request: HttpRequest, view: TableSnapshot, now: datetime, answer: Answer | None
) -> dict[str, object]:
    casino_id, state, rulebook = person_of(request).casino_id, view.state, rulebook_of(view)
    day = gaming_day(casino_id, now)
    held = held_presenter(state, rulebook, contents_for(request.user)) if state else None
    return {
        "tile": tile(view.table, state, rulebook, now),
        "state": state,
        "held": held.items if held else (),
        "day": day.isoformat(),
        "begins_at": f"{gaming_day_hour(casino_id):02}",
        "form": opening_presenter(view.table, state, day, answer),
        "signers": as_offered(colleagues_who_sign(person_of(request))),
        "casino_staff": staff_of_casino(casino_id) if request.user.has_perm("table.run") else (),
        # The disputes of the day, for the parts that an open table's page has of them.
        "page": state
        and {
            "tile": {"code": view.table.code},
            "currency": state.currency,
            "corrections": corrections_presenter(state, rulebook, answer),
            "answer": answer,
        },
        "may_reopen": state is not None
        and state.day == day.isoformat()
        and request.user.has_perm("table.reopen"),
        "may_open": request.user.has_perm("table.open_and_close"),
        "house_to_explain": day_to_explain(casino_id),
        "opening_rule": rule_of("table.open_and_close"),
        "answer": answer,
    }
