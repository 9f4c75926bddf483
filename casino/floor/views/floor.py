"""The floor: all tables of the casino and the open deadlines."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from operator import itemgetter

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.rejections import Rejection, attempted
from casino.commands.submitting import by_htmx, submit
from casino.commands.table_snapshot import board_shown, opened_board, rulebook_of
from casino.floor.forms.floor import FloorFilter
from casino.floor.forms.staff import TakeOverForm
from casino.floor.presenters.floor import floor_presenter, pits_of
from casino.floor.presenters.money_so_far import MoneySoFar, money_so_far
from casino.floor.presenters.notices import seen_by, standing_alerts
from casino.floor.presenters.staff import BallDue, balls_due
from casino.floor.presenters.tile import tile
from casino.installation.alarms import disk_alarm, spool_alarms
from casino.kit.forms.command_form import command_of
from casino.people.acting import acting, person_of
from casino.people.casino_staff import with_registered_staff
from casino.people.gate import permission_required
from casino.people.models import Person
from casino.people.permissions import contents_for, rule_of, sight_of
from casino.people.signing import own_signature
from casino.web.capacity import let_tables_by
from settlement.days_so_far import days_so_far, wins_counted
from tables.compliance.alerts.commands import AcknowledgeAlert
from tables.compliance.alerts.state import NAME_PREFIX
from tables.compliance.commands import Acknowledge
from tables.handling import handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.alerts.aggregate import AlertsAggregate
from tables.handling.deadlines.listing import OpenDeadline, deadlines_of_tables
from tables.handling.deadlines.sweep import last_sweep
from tables.handling.projections.casino_days import day_to_explain
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshots
from tables.play.commands import AcknowledgeWarning

KNOWN_ALREADY = ("violation-known-already", "warning-known-already", "alert-known-already")
"""The refusals of an acknowledgement where somebody else was faster."""
MISSED_SWEEPS = 3
"""Missed sweeps before the floor reports them."""


@require_GET
@never_cache
@permission_required("floor.see")
def floor(request: HttpRequest) -> HttpResponse:
    """/floor/?pit=Main&needs=me: the open deadlines, the next first, and the tables of the casino that are chosen."""
    return _floor(request, request.GET)


@require_POST
@permission_required("violation.answer")
def acknowledge(request: HttpRequest, code: str, day: str, name: str) -> HttpResponse:
    """/floor/RF1/seen/2026-11-20/ball-change-12: acknowledge a violation, an alert, or a near deadline; `back` has
    the floor's query.

    If somebody was faster, the floor has their name. A deadline that is over by now is a violation of its name.
    """
    if not f"{code}{day}{name}".isprintable():
        raise Http404("no violation has such a name")
    person, view, key = person_of(request), board_shown(request, code), request.POST.get("key", "")[:100]
    done = attempted(partial(_acknowledge, person, view, day, name, key))
    rejection = done if isinstance(done, Rejection) else None
    if rejection is not None and rejection.kind == "unknown":
        raise Http404(rejection.detail)
    if rejection is not None and rejection.refusal and rejection.refusal.refusal.code in KNOWN_ALREADY:
        rejection = None
    return _back(request, rejection)


@require_POST
@permission_required("table.run")
def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """/floor/RF1/take-over: the person who is due takes the ball over by one touch of the tile.

    `back` has the floor's query.
    """
    (view, state), person = opened_board(request, code), person_of(request)
    rejection = submit(
        request,
        TableAggregate(person.casino_id, code),
        lambda entered: with_registered_staff(
            command_of(TakeOverForm, entered, state, rulebook_of(view)), person.casino_id, state
        ),
        now=timezone.now(),
        terminal=f"{code}/{person.role.replace('_', '-')}",
        keys_of="floor",
        conflict=gettext("The table moved on while this was sent: look, and send it again."),
    )
    return _back(request, rejection)


def _back(request: HttpRequest, rejection: Rejection | None) -> HttpResponse:
    """Return the floor as it was chosen, after an acknowledgement on it."""
    back = QueryDict(request.POST.get("back", ""))
    if rejection is None and not by_htmx(request):
        query = back.urlencode()
        return redirect(f"{reverse('floor:floor')}{'?' if query else ''}{query}")
    return _floor(request, back, rejection)


def _acknowledge(person: Person, view: TableSnapshot, day: str, name: str, key: str) -> None:
    code, now, signatures = view.table.code, timezone.now(), (own_signature(person),)
    idempotency_key = f"floor/{person.pk}/{code}/{day}/{name}/{key}" if key.isalnum() else None
    by = acting(person, f"{code}/{person.role.replace('_', '-')}")
    if view.state is not None and view.state.day == day and view.state.noted.get(name) == "warned":
        table = TableAggregate(person.casino_id, code)
        warning = AcknowledgeWarning(case=name, signatures=signatures)
        handle(table, warning, by=by, now=now, idempotency_key=idempotency_key)
        return
    if name.startswith(NAME_PREFIX):
        if not person.has_perm("alert.acknowledge"):
            raise PermissionDenied(rule_of("alert.acknowledge"))
        alert = AcknowledgeAlert(alert=name, signatures=signatures)
        alerts = AlertsAggregate(person.casino_id, code, day)
        handle(alerts, alert, by=by, now=now, idempotency_key=idempotency_key)
        return
    violation = ViolationAggregate(person.casino_id, code, day, name)
    handle(violation, Acknowledge(signatures=signatures), by=by, now=now, idempotency_key=idempotency_key)


def _floor(request: HttpRequest, chosen: QueryDict, rejection: Rejection | None = None) -> HttpResponse:
    now, casino_id = timezone.now(), person_of(request).casino_id
    views = table_snapshots(casino_id)
    filters = FloorFilter(chosen, pits=pits_of(views), rulebooks=_rulebooks_of(views))
    seen, money = seen_by(casino_id, views), _money(request, casino_id, views)
    alerts = standing_alerts(casino_id)
    takes_over = _balls_due(request, casino_id, views, now)
    deadlines = deadlines_of_tables((view.state for view in views if view.state), now)
    due: defaultdict[str, list[OpenDeadline]] = defaultdict(list)
    for deadline in deadlines:
        due[deadline.table].append(deadline)
    tiles = [
        tile(
            view.table,
            view.state,
            rulebook_of(view),
            now,
            due=due[view.table.code],
            seen=seen,
            alerts=alerts.get(view.table.code, ()),
            so_far=money.get(view.table.code),
            takes_over=takes_over.get(view.table.code),
        )
        for view in _one_by_one(views)
    ]
    context = {
        "page": floor_presenter(tiles, views, filters, deadlines),
        "filters": filters,
        "rejection": rejection,
        "unwatched": unwatched_since(casino_id, views, now),
        "disk_alarm": disk_alarm(),
        "spool_alarms": spool_alarms(),
        "house_to_explain": day_to_explain(casino_id),
        "day": max((view.state.day for view in views if view.state), default=""),
        "may_answer": request.user.has_perm("violation.answer"),
        "may_open_and_close": request.user.has_perm("table.open_and_close"),
        "may_see_registers": request.user.has_perm("registers.see"),
    }
    return render(request, "floor/floor.html", context, status=422 if rejection else 200)


def _one_by_one(views: Iterable[TableSnapshot]) -> Iterator[TableSnapshot]:
    """The tables; who pays at one does not wait for the floor."""
    for view in views:
        let_tables_by()
        yield view


def _balls_due(
    request: HttpRequest, casino_id: int, views: Sequence[TableSnapshot], now: datetime
) -> Mapping[str, BallDue]:
    """Return the next person at the ball of each open table; empty unless the viewer may confirm the change.

    Runs one query at most.
    """
    if not (request.user.has_perm("table.run") and request.user.has_perm("rota.see")):
        return {}
    tables = [
        (view.state, rulebook_of(view)) for view in views if view.state and view.state.phase != "closed"
    ]
    return balls_due(casino_id, tables, now) if tables else {}


def _money(request: HttpRequest, casino_id: int, views: Sequence[TableSnapshot]) -> Mapping[str, MoneySoFar]:
    """Return turnover and result by table; empty unless the viewer may see the ledger. Runs two queries at most."""
    if "ledger" not in contents_for(request.user):
        return {}
    wins = wins_counted(casino_id, views)
    currencies = {view.table.code: rulebook_of(view).currency for view in views}
    return {
        table: money_so_far(so_far, currencies[table], wins.get(table))
        for table, so_far in days_so_far(casino_id, views, sight_of(request.user)).items()
    }


def _rulebooks_of(views: Iterable[TableSnapshot]) -> list[tuple[str, str]]:
    """The rulebooks by which the tables are played, by their titles."""
    titles = {rulebook.id: rulebook.title for rulebook in map(rulebook_of, views)}
    return sorted(titles.items(), key=itemgetter(1))


def unwatched_since(casino_id: int, views: Iterable[TableSnapshot], now: datetime) -> datetime | None:
    """Return the time since which a floor with open tables had no sweep of the shift rules, if that is too long ago.

    Without sweeps deadlines pass unseen. Before a casino's first sweep it counts from when its first table was
    opened. One query.
    """
    swept = last_sweep(casino_id)
    opened = [view.state.opened_at for view in views if view.state and view.state.phase != "closed"]
    since = swept or min(filter(None, opened), default=None)
    if not opened or since is None:
        return None
    return since if now - since > timedelta(seconds=MISSED_SWEEPS * settings.SHIFT_SWEEP_SECONDS) else None
