"""The floor: all tables of the casino and the open deadlines."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.presenters.tile import tile
from casino.health.alarms import disk_alarm, spool_alarms
from casino.kit.table_snapshot import rulebook_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from tables.handling.deadlines.listing import deadlines_of_tables
from tables.handling.deadlines.sweep import last_sweep
from tables.handling.projections.casino_days import day_to_explain
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshots

MISSED_SWEEPS = 3
"""So many sweeps may fail to come before the floor says so."""


@require_GET
@never_cache
@permission_required("floor.see")
def floor(request: HttpRequest) -> HttpResponse:
    """/floor/: the open deadlines, the next first, and all tables of the casino."""
    now, casino_id = timezone.now(), person_of(request).casino_id
    views = table_snapshots(casino_id)
    return render(
        request,
        "floor/floor.html",
        {
            "tiles": [tile(view.table, view.state, rulebook_of(view), now) for view in views],
            "deadlines": deadlines_of_tables((view.state for view in views if view.state), now),
            "unwatched": unwatched_since(casino_id, views, now),
            "disk_alarm": disk_alarm(),
            "spool_alarms": spool_alarms(),
            "house_to_explain": day_to_explain(casino_id),
            "day": max((view.state.day for view in views if view.state), default=""),
        },
    )


def unwatched_since(casino_id: int, views: Iterable[TableSnapshot], now: datetime) -> datetime | None:
    """Since when no sweep of the shift rules was made of a floor with open tables, if that is too long ago.

    Where the sweeps stand still, deadlines pass unseen. Before a casino's first sweep it counts from when its first
    table was opened. One query.
    """
    swept = last_sweep(casino_id)
    opened = [view.state.opened_at for view in views if view.state and view.state.phase != "closed"]
    since = swept or min(filter(None, opened), default=None)
    if not opened or since is None:
        return None
    return since if now - since > timedelta(seconds=MISSED_SWEEPS * settings.SHIFT_SWEEP_SECONDS) else None
