"""Running followers: a batch of the feed, its rows and the checkpoint in one transaction."""

import logging

from django.db import DatabaseError, transaction
from django.db.utils import InterfaceError, OperationalError

from tables.stream.database import run
from tables.stream.feed import feed_position, read_feed
from tables.stream.projections import Follower, followers
from tables.stream.rebuilding import rebuild_for_casino
from tables.stream.sealing import casinos_with_feed
from tables.stream.sql import statement

log = logging.getLogger(__name__)

SET_UP_CHECKPOINT = statement("set_up_checkpoint")
READ_CHECKPOINT = statement("read_checkpoint")
MOVE_CHECKPOINT = statement("move_checkpoint")
SET_PROJECTION_STATUS = statement("set_projection_status")

BATCH = 500
"""Events in one transaction: enough to be quick, few enough to be over soon."""


def follow_batch(follower: Follower, casino_id: int) -> bool:
    """Take a follower one batch further. True if it moved: there may be more.

    The checkpoint moves first and only from where it was read: of two processes at one follower, the second waits
    for the first and then finds that the batch is done.
    """
    position, version = _checkpoint(follower, casino_id)
    if version != follower.version and follower.models:
        rebuild_for_casino(follower, casino_id)
    with transaction.atomic():
        sealed = feed_position(casino_id)
        events = read_feed(casino_id, after=position, types=follower.types, limit=BATCH)
        last = events[-1].position or 0 if events else 0
        reached = last if len(events) == BATCH else max(last, sealed)
        if reached <= position:
            return False
        if not run(MOVE_CHECKPOINT, casino_id=casino_id, name=follower.name, old=position, position=reached):
            return False
        if events:
            follower.apply(events)
    return True


def follow_all() -> bool:
    """Bring every follower of every casino up to the feed. True if none is stuck.

    A follower that cannot take an event stays before it, is marked and logged, and does not hold up the others.
    """
    well = True
    for casino_id in casinos_with_feed():
        for follower in followers():
            try:
                while follow_batch(follower, casino_id):
                    pass
            except (OperationalError, InterfaceError):
                raise
            except (DatabaseError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
                well = False
                log.exception("follower %s of casino %s is stuck", follower.name, casino_id)
                run(SET_PROJECTION_STATUS, casino_id=casino_id, name=follower.name, status="stuck")
    return well


def _checkpoint(follower: Follower, casino_id: int) -> tuple[int, int]:
    """The follower's position and the version of its rows, set up at 0 on the first call."""
    place = {"casino_id": casino_id, "name": follower.name}
    rows = run(READ_CHECKPOINT, **place)
    if not rows:
        run(SET_UP_CHECKPOINT, **place, version=follower.version)
        rows = run(READ_CHECKPOINT, **place)
    position, version, _status = rows[0]
    return position, version
