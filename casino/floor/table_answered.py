"""The page of a table as it stands, open or closed, with what is said to a person who asked something there."""

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.floor.asking import Answer
from casino.floor.ball_replacement import replacement_shown
from casino.floor.cash import house_boxes
from casino.floor.closed_day import disputes_of_the_closed_day
from casino.floor.held import held_shown
from casino.floor.opening_form import opening_form
from casino.floor.paid_otherwise import differences_shown
from casino.floor.payments import shown_sheet
from casino.floor.rota import ball_due
from casino.floor.slips import slips_shown
from casino.floor.table_page import table_page
from casino.floor.tile import tile
from casino.kit.cloth.svg import cloth_svg
from casino.kit.table_snapshot import rulebook_of
from casino.people.acting import person_of
from casino.people.house_staff import staff_of_the_house, who_signs_and_sits
from casino.people.permissions import contents_for, rule_of
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.casino_days import day_to_explain
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.staff.questions import seats_of


def table_answered(
    request: HttpRequest, view: TableSnapshot, now: datetime, answer: Answer | None = None
) -> HttpResponse:
    """The table's page as it stands, with what is said to a person who asked something there."""
    status = 422 if answer and answer.refused else 200
    if view.state is None or view.state.phase == "closed":
        return render(request, "floor/closed_table.html", _closed(request, view, now, answer), status=status)
    rulebook = rulebook_of(view)
    may_act = request.user.has_perm("table.run")
    signers, staff = who_signs_and_sits(person_of(request), seats_of(view.state).values())
    sees = contents_for(request.user)
    settled = shown_sheet(person_of(request).casino_id, view.state, sees)
    context = {
        "page": table_page(view.table, view.state, rulebook, now, sees=sees, sheet=settled, answer=answer),
        "cloth": cloth_svg(rulebook, view.state.wheel),
        "signers": signers,
        "house_staff": staff if may_act else (),
        "boxes": house_boxes(view.table, view.state) if may_act else None,
        "differences": differences_shown(view.state, rulebook, sees),
        "asked_waits": answer is not None
        and answer.asked.get("difference") in {each.difference for each in view.state.differences.open},
        "slips": slips_shown(view.table, view.state, rulebook, sees),
        "replacement": replacement_shown(view.table, view.state, rulebook),
        "ball_due": (
            ball_due(person_of(request).casino_id, view.state, rulebook, now)
            if request.user.has_perm("rota.see")
            else None
        ),
        "may_act": may_act,
        "may_read_record": request.user.has_perm("record.read"),
        "may_close": request.user.has_perm("table.open_and_close"),
        "may_force_close": request.user.has_perm("table.force_close"),
    }
    return render(request, "floor/table.html", context, status=status)


def _closed(
    request: HttpRequest, view: TableSnapshot, now: datetime, answer: Answer | None
) -> dict[str, object]:
    day = gaming_day(person_of(request).casino_id, now)
    held = held_shown(view.state, rulebook_of(view), contents_for(request.user)) if view.state else None
    return {
        "tile": tile(view.table, view.state, rulebook_of(view), now),
        "state": view.state,
        "held": held.items if held else (),
        "day": day.isoformat(),
        "begins_at": f"{settings.GAMING_DAY_BEGINS_AT:02}",
        "form": opening_form(view.table, view.state, day, answer),
        "house_staff": staff_of_the_house(person_of(request).casino_id)
        if request.user.has_perm("table.run")
        else (),
        "page": disputes_of_the_closed_day(view, answer),
        "may_act": request.user.has_perm("table.run"),
        "may_close": request.user.has_perm("table.open_and_close"),
        "may_open": request.user.has_perm("table.open_and_close"),
        "may_read_record": request.user.has_perm("record.read"),
        "house_to_explain": day_to_explain(person_of(request).casino_id),
        "opening_rule": rule_of("table.open_and_close"),
        "answer": answer,
    }
