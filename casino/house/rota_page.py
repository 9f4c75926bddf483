"""The rota of a gaming day on the screen: who is due when and where, what it would break, and what is planned."""

import secrets
from collections.abc import Mapping
from datetime import date

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.floor.citing import cited
from casino.floor.form_check import checked
from casino.house.rota_form import COMMANDS, Entered, as_entered
from casino.house.rota_shown import everybody, shown
from casino.people.acting import SENT_BEFORE, acting
from casino.people.gate import allowed
from casino.people.house_staff import staff_of_the_house
from casino.people.permissions import rule_of
from tables.house.boards import boards
from tables.house.gaming_day import gaming_day
from tables.house.rota import change_rota, house_rules
from tables.house.rota_rows import planned_rota
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.stream import ConcurrencyError, IdempotencyConflict

UNTOLD = ("csrfmiddlewaretoken", "key", "rows")
BY_TABLE = "tables"


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a form holds: the command, what was entered, and where it was refused why."""

    command: str
    entered: Mapping[str, str]
    detail: str = ""
    clause: str = ""


@require_GET
@never_cache
@allowed("rota.see")
def rota(request: HttpRequest) -> HttpResponse:
    """/house/rota/: the rota of the gaming day that is on, or with `?day=2026-11-20` of another; `?rows=tables` has a
    row for each seat, `?entry=7` the form in which that entry is moved."""
    asked_day = request.GET.get("day", "")
    day = _day(asked_day) if asked_day else gaming_day(request.user.casino_id, timezone.now())
    return _page(
        request, day, by_table=request.GET.get("rows") == BY_TABLE, entry=request.GET.get("entry", "")
    )


@require_POST
@allowed("rota.plan")
def plan(request: HttpRequest, day: str, command: str) -> HttpResponse:
    """/house/rota/2026-11-20/plan-entry: planned, or said where it was asked why not (422)."""
    if command not in COMMANDS:
        raise Http404(f"nothing called {command} is asked of a rota")
    form, person, of_day, now = request.POST.dict(), request.user, _day(day), timezone.now()
    by_table = form.get("rows") == BY_TABLE
    try:
        key = checked(form).get("key")
        change_rota(
            person.casino_id,
            of_day,
            COMMANDS[command](form, _entered(person.casino_id, of_day)),
            by=acting(person, "house"),
            now=now,
            idempotency_key=f"rota/{person.pk}/{key}" if key else None,
        )
    except IdempotencyConflict:
        detail = SENT_BEFORE
        return _page(request, of_day, by_table=by_table, refused=_refused(command, form, detail))
    except ConcurrencyError:
        detail = "The rota was changed while this was sent: look, and send it again."
        return _page(request, of_day, by_table=by_table, refused=_refused(command, form, detail))
    except Refused as refusal:
        refused = _refused(command, form, refusal.detail, refusal.clause)
        return _page(request, of_day, by_table=by_table, refused=refused)
    rows = f"&rows={BY_TABLE}" if by_table else ""
    return redirect(f"{reverse('house:rota')}?day={of_day}{rows}")


def _day(said: str) -> date:
    try:
        day = date.fromisoformat(said)
    except ValueError:
        day = None
    if day is None or day.isoformat() != said or not 2000 <= day.year <= 2199:
        raise Http404("a gaming day is a date as 2026-11-20")
    return day


def _entered(casino_id: int, day: date) -> Entered:
    views, planned = boards(casino_id), planned_rota(casino_id, day.isoformat())
    states = [view.state for view in views if view.state is not None]
    known = everybody(planned, states, staff_of_the_house(casino_id))
    return Entered(day=day, zone=house_rules(casino_id, views).zone, people=known)


def _refused(command: str, form: Mapping[str, str], detail: str, clause: str | None = None) -> Asked:
    rulebook = get_rulebook(clause.partition("/")[0]) if clause else None
    return Asked(
        command=command,
        entered={name: value for name, value in form.items() if name not in UNTOLD},
        detail=detail[:1].upper() + detail[1:],
        clause=cited(rulebook, clause) if rulebook else "",
    )


def _page(
    request: HttpRequest, day: date, *, by_table: bool, entry: str = "", refused: Asked | None = None
) -> HttpResponse:
    casino_id, now = request.user.casino_id, timezone.now()
    views, planned = boards(casino_id), planned_rota(casino_id, day.isoformat())
    rules = house_rules(casino_id, views)
    chosen = planned.named(entry)
    asked = refused
    if refused is None and chosen is not None:
        asked = Asked(command="move-entry", entered=as_entered(chosen, rules.zone))
    context = {
        "page": shown(
            planned,
            rules,
            views,
            now,
            day=day,
            today=gaming_day(casino_id, now),
            by_table=by_table,
            house=staff_of_the_house(casino_id),
        ),
        "asked": asked,
        "empty": {},
        "key": secrets.token_hex(8),
        "may_plan": request.user.has_perm("rota.plan"),
        "planning_rule": rule_of("rota.plan"),
    }
    return render(request, "house/rota.html", context, status=422 if refused else 200)
