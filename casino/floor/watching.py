"""Whether somebody watches the shift rules: where the sweeps stand still, deadlines pass unseen."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from tables.handling.deadlines.sweep import last_sweep
from tables.handling.projections.table_snapshots import TableSnapshot

MISSED_SWEEPS = 3
"""So many sweeps may fail to come before it is said."""


def unwatched_since(casino_id: int, shown: Iterable[TableSnapshot], now: datetime) -> datetime | None:
    """Since when no sweep was made of a floor with open tables, if that is too long ago; None if all is well.

    Before a casino's first sweep it counts from when its first table was opened. One query.
    """
    swept = last_sweep(casino_id)
    opened = [view.state.opened_at for view in shown if view.state and view.state.phase != "closed"]
    since = swept or min(filter(None, opened), default=None)
    if not opened or since is None:
        return None
    return since if now - since > timedelta(seconds=MISSED_SWEEPS * settings.SHIFT_SWEEP_SECONDS) else None
