"""Running asynchronous projections: a batch of the feed, its rows and the checkpoint in one transaction."""

import logging
from collections.abc import Iterable

import msgspec
from django.db import transaction

from tables.postgresql.deadlines import long_statements
from tables.stream.archiving.months import archived_months
from tables.stream.database import run
from tables.stream.errors import MonthArchived
from tables.stream.feed import ages_after, feed_position, read_feed
from tables.stream.heartbeat import beat
from tables.stream.projections import AsynchronousProjection, asynchronous_projections
from tables.stream.rebuilding import rebuild_for_casino
from tables.stream.service import DATABASE_AWAY
from tables.stream.sql import statement

log = logging.getLogger(__name__)

FIND_CASINOS_BEHIND = statement("find_casinos_behind")
SET_UP_CHECKPOINT = statement("set_up_checkpoint")
READ_CHECKPOINT = statement("read_checkpoint")
MOVE_CHECKPOINT = statement("move_checkpoint")
RECORD_PROJECTION = statement("record_projection")
SET_PROJECTION_STATUS = statement("set_projection_status")
FIND_FOLLOWERS_BEHIND = statement("find_followers_behind")

BATCH = 500
"""Events in one transaction: enough to be quick, few enough to be over soon."""


class FollowerLag(msgspec.Struct, frozen=True):
    """Lag of one asynchronous projection behind the feed."""

    name: str
    casino_id: int
    """The casino where it is furthest behind."""
    seconds: float
    """Since the first event was recorded that it has not taken there."""
    casinos: int
    """The number of casinos where it is behind."""
    is_stuck: bool
    """It could not take an event of one of them."""


def follower_lags(casino_ids: Iterable[int]) -> list[FollowerLag]:
    """Return the asynchronous projections that are behind the feed of these casinos, by name. Two statements."""
    names = [projection.name for projection in asynchronous_projections()]
    behind = run(FIND_FOLLOWERS_BEHIND, names=names, casino_ids=list(casino_ids))
    ages = ages_after((casino_id, position) for _, casino_id, position, _ in behind)
    lags: dict[str, list[tuple[float, int, bool]]] = {}
    for name, casino_id, position, status in behind:
        seconds = ages.get((casino_id, position), 0.0)
        lags.setdefault(name, []).append((seconds, casino_id, status == "stuck"))
    return [
        FollowerLag(name, max(each)[1], max(each)[0], len(each), any(stuck for _, _, stuck in each))
        for name, each in sorted(lags.items())
    ]


def follow_all(casino_id: int | None = None) -> bool:
    """Bring every asynchronous projection up to the feed, of one casino or of all. True if none is stuck.

    One that cannot take an event stays before it, is marked and logged, and does not hold up the others.
    """
    well = True
    for projection in asynchronous_projections():
        for (behind,) in run(FIND_CASINOS_BEHIND, name=projection.name, version=projection.version):
            if casino_id in (None, behind):
                well &= _follow(projection, behind)
    return well


def follow_batch(projection: AsynchronousProjection, casino_id: int) -> bool:
    """Take an asynchronous projection one batch further. True if it moved: there may be more.

    The checkpoint moves first, and only from where it was read: of two processes at one projection, the second waits
    for the first and then finds that the batch is done. A projection of a newer version is rebuilt first. Raises
    MonthArchived where events that it has not seen have left the database.
    """
    place = {"casino_id": casino_id, "name": projection.name}
    run(SET_UP_CHECKPOINT, **place, version=projection.version)
    position, version, _status = run(READ_CHECKPOINT, **place)[0]
    if version != projection.version:
        _renew(projection, casino_id)
    for archived in archived_months(casino_id):
        if position < archived.last:
            raise MonthArchived(archived.month, archived.file)
    sealed = feed_position(casino_id)
    events = read_feed(casino_id, after=position, types=projection.types, limit=BATCH)
    last = events[-1].position or 0 if events else 0
    reached = last if len(events) == BATCH else max(last, sealed)
    if reached <= position:
        return False
    with transaction.atomic():
        if not run(MOVE_CHECKPOINT, **place, old=position, position=reached):
            return False
        if events:
            projection.apply(events)
    return True


def _renew(projection: AsynchronousProjection, casino_id: int) -> None:
    """Bring an asynchronous projection's rows to its version; one without rows only goes on."""
    log.info(
        "follower %s of casino %s is brought to version %s", projection.name, casino_id, projection.version
    )
    if projection.models:
        with long_statements():
            rebuild_for_casino(projection, casino_id)
    else:
        run(RECORD_PROJECTION, casino_id=casino_id, name=projection.name, version=projection.version)


def _follow(projection: AsynchronousProjection, casino_id: int) -> bool:
    """Bring one asynchronous projection of one casino up to the feed; False if it is stuck."""
    try:
        while follow_batch(projection, casino_id):
            beat()
    except DATABASE_AWAY:
        raise
    except Exception:
        # The failure of one projection must not stop the others.
        log.exception("follower %s of casino %s is stuck", projection.name, casino_id)
        run(SET_PROJECTION_STATUS, casino_id=casino_id, name=projection.name, status="stuck")
        return False
    return True
