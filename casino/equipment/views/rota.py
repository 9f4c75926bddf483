"""The rota of a gaming day on the screen: who is due when and where, what it would break, and what is planned."""

import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.submitting import RejectedForm, entered, rejected_form, submit
from casino.equipment.forms.rota import BY_TABLE, FORMS, RotaDay, entered_for
from casino.equipment.presenters.rota import asked_of, everybody, judged, rota_of_day
from casino.kit.forms.command_form import command_of
from casino.kit.forms.fields import Form
from casino.kit.keys import KeyRow
from casino.kit.sentences.marks import gettext_noop as _
from casino.people.acting import person_of
from casino.people.casino_staff import staff_of_casino
from casino.people.gate import permission_required
from casino.people.permissions import rule_of
from tables.handling.aggregates.rota import RotaAggregate, rota_rules
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.rota import planned_rota
from tables.handling.projections.table_snapshots import table_snapshots
from tables.refusal import Refused
from tables.registers.rota.plan import Rota
from tables.registers.rota.preview import caused, fingerprint, planned_after
from tables.registers.rota.warnings import RotaWarning

ROTA_KEYS = (
    KeyRow(("Tab",), _("To the next entry of the timeline")),
    KeyRow(("←", "→"), _("Move the entry by 5 minutes")),
    KeyRow(("↑", "↓"), _("Move the entry to another row")),
    KeyRow(("Enter",), _("Confirm the move; without one, open the entry")),
    KeyRow(("Escape",), _("Undo the move")),
    KeyRow(("?",), _("Show these keys")),
)
ASKED_FIRST = ("move-entry", "shift-entry")
"""Commands that ask before they break a rule. A plan in the making lacks much until the last entry is in it."""


@require_GET
@never_cache
@permission_required("rota.see")
def rota(request: HttpRequest) -> HttpResponse:
    """/house/rota/: the rota of the gaming day that is on, or with `?day=2026-11-20` of another; `?rows=tables` has a
    row for each seat, `?entry=7` the form in which that entry is moved."""
    chosen = request.GET.get("day", "")
    day = _day(chosen) if chosen else gaming_day(person_of(request).casino_id, timezone.now())
    return _rendered(
        request, day, by_table=request.GET.get("rows") == BY_TABLE, entry=request.GET.get("entry", "")
    )


@require_POST
@permission_required("rota.plan")
def plan(request: HttpRequest, day: str, command: str) -> HttpResponse:
    """/house/rota/2026-11-20/plan-entry: planned, or the form again with the refusal (422).

    An entry is moved where that causes no warning; else the page asks first, with the warnings, and nothing is recorded
    until they are confirmed.
    """
    if command not in FORMS:
        raise Http404(f"no form of the rota is called {command}")
    form, casino_id, of_day = request.POST.dict(), person_of(request).casino_id, _day(day)
    by_table = form.get("rows") == BY_TABLE
    question = _question(casino_id, of_day, command, form) if command in ASKED_FIRST else None
    if question is not None:
        return _rendered(request, of_day, by_table=by_table, question=question)
    rejection = submit(
        request,
        RotaAggregate(casino_id, of_day),
        lambda form: command_of(FORMS[command], form, _rota_day(casino_id, of_day)),
        now=timezone.now(),
        terminal="house",
        keys_of="rota",
        conflict=gettext("The rota was changed while this was sent: look, and send it again."),
    )
    if rejection:
        refused = rejected_form(command, rejection, form)
        return _rendered(request, of_day, by_table=by_table, refused=refused)
    rows = f"&rows={BY_TABLE}" if by_table else ""
    return redirect(f"{reverse('house:rota')}?day={of_day}{rows}")


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text or not 2000 <= day.year <= 2199:
        raise Http404("a gaming day is a date as 2026-11-20")
    return day


def _rota_day(casino_id: int, day: date) -> RotaDay:
    views, planned = table_snapshots(casino_id), planned_rota(casino_id, day.isoformat())
    states = [view.state for view in views if view.state is not None]
    known = everybody(planned, states, staff_of_casino(casino_id))
    rules = rota_rules(casino_id, views)
    return RotaDay(day=day, zone=rules.zone, begins_at=rules.day_begins_at, people=known, planned=planned)


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A command that would cause these warnings, the form that asked for it, and the plan as it would be."""

    command: str
    entered: Mapping[str, str]
    caused: tuple[RotaWarning, ...]
    after: Rota


def _question(casino_id: int, day: date, command: str, form: Form) -> Question | None:
    """Return the question before the command is handled.

    None if it causes no warning, if exactly these warnings are confirmed, and if it is refused anyway.
    """
    of_day, views, now = _rota_day(casino_id, day), table_snapshots(casino_id), timezone.now()
    rules, is_on = rota_rules(casino_id, views), day == gaming_day(casino_id, now)
    try:
        after = planned_after(of_day.planned, command_of(FORMS[command], form, of_day), rules)
    except Refused:
        return None
    before, then = (judged(rota, rules, views, now, is_on=is_on) for rota in (of_day.planned, after))
    found = caused(before, then)
    if not found or form.get("confirmed") == fingerprint(found):
        return None
    return Question(
        command=command,
        entered=entered(form) | {"confirmed": fingerprint(found)},
        caused=found,
        after=after,
    )


def _rendered(
    request: HttpRequest,
    day: date,
    *,
    by_table: bool,
    entry: str = "",
    refused: RejectedForm | None = None,
    question: Question | None = None,
) -> HttpResponse:
    casino_id, now = person_of(request).casino_id, timezone.now()
    views, planned = table_snapshots(casino_id), planned_rota(casino_id, day.isoformat())
    rules = rota_rules(casino_id, views)
    chosen = planned.named(entry)
    rejected = refused
    if refused is None and chosen is not None:
        rejected = RejectedForm(command="move-entry", entered=entered_for(chosen, rules.zone))
    context: dict[str, Any] = {
        "page": rota_of_day(
            planned,
            rules,
            views,
            now,
            day=day,
            today=gaming_day(casino_id, now),
            by_table=by_table,
            house=staff_of_casino(casino_id),
            drawn=question.after if question else None,
        ),
        "question": question,
        "asked": asked_of(question.caused, rules) if question else (),
        "rejected": rejected,
        "empty": {},
        "keys": ROTA_KEYS,
        "key": secrets.token_hex(8),
        "may_plan": request.user.has_perm("rota.plan"),
        "planning_rule": rule_of("rota.plan"),
    }
    return render(request, "equipment/rota.html", context, status=422 if refused else 200)
