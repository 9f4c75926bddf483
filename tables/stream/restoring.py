"""After a restore: making a record that was dumped from another server go on in this one.

The sequencer goes by transaction ids, and each server counts its own. Restored into one that has not counted as far,
the record is in its future: neither the last events nor any new ones are sequenced.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.db import connection, transaction
from django.db.utils import OperationalError, ProgrammingError
from psycopg import errors as pg

from tables.stream.database import SEQUENCER, run
from tables.stream.errors import EventDoesNotFollow, StreamError
from tables.stream.horizon import casinos_from_elsewhere
from tables.stream.sequencing import casinos_with_events
from tables.stream.sql import statement

TRY_SEALING_ALONE = statement("try_sealing_alone")
SET_GUARD_ASIDE = statement("set_guard_aside")
PUT_GUARD_BACK = statement("put_guard_back")
SEAL_WHAT_IS_LEFT = statement("seal_what_is_left")
DATE_EVENTS_BACK = statement("date_events_back")

WAIT_FOR_WRITERS_S = 10
"""Longest wait for transactions that still write in the record."""


class AdoptionRefused(StreamError):
    """The record cannot be adopted now, or not by this role; nothing was changed. The message has the remedy."""


class Adopted(msgspec.Struct, frozen=True):
    """A casino whose record now is this server's own."""

    casino_id: int
    events: int
    """Number of events that were dated back."""
    sealed: int
    """Number of those that had no position before."""
    position: int


def casinos_to_adopt(*, all_of_them: bool = False) -> list[int]:
    """Return the casinos whose record comes from another server; on request all that the record has."""
    casinos = casinos_with_events()
    return casinos if all_of_them else casinos_from_elsewhere()


def adopt(casino_id: int) -> Adopted:
    """Make a restored record this server's own, in one transaction: seal all of it, and date it before all to come.

    Existing positions are kept; the rest follow in the order of ids. Of the events only `xid` is changed, which no hash
    covers. Adopting a record twice, or one that is this server's own, does no harm.

    Raises AdoptionRefused while a sequencer is active for the casino or somebody writes in the record, if the role does
    not own the table of the events, and if an event without a position does not follow its stream.
    """
    with transaction.atomic():
        if not run(TRY_SEALING_ALONE, sealer=SEQUENCER, casino_id=casino_id)[0][0]:
            raise AdoptionRefused(f"A sealer is active for casino {casino_id}: close the house first")
        with _guard_aside():
            position, sealed, misfit, version, _ = run(SEAL_WHAT_IS_LEFT, casino_id=casino_id)[0]
            if misfit is not None:
                raise AdoptionRefused(
                    f"Casino {casino_id}: {EventDoesNotFollow(misfit, version)}. manage.py verify_record names the"
                    " first fault; restore another dump"
                )
            events = run(DATE_EVENTS_BACK, casino_id=casino_id)[0][0]
    return Adopted(casino_id, events, sealed, position)


def clear_away() -> None:
    """Remove the rows that adopting left behind, and gather the planner's statistics of every table.

    A restore brings no statistics, and autovacuum may take minutes to reach the tables.
    """
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


@contextmanager
def _guard_aside() -> Iterator[None]:
    """Keep all others from writing events; this transaction may change events."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{WAIT_FOR_WRITERS_S}s'")
    try:
        run(SET_GUARD_ASIDE)
    except ProgrammingError as refused:
        if isinstance(refused.__cause__, pg.InsufficientPrivilege):
            raise AdoptionRefused(
                "This role does not own the table event, and only its owner can set the guard of it aside:"
                " give the address of the owner in DATABASE_OWNER_URL, for this command"
            ) from refused
        raise
    except OperationalError as refused:
        if isinstance(refused.__cause__, pg.LockNotAvailable):
            raise AdoptionRefused(
                f"Somebody has been writing in the record for {WAIT_FOR_WRITERS_S} s: close the house first"
            ) from refused
        raise
    yield
    run(PUT_GUARD_BACK)
