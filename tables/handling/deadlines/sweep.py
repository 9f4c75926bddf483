"""The sweep: finds deadlines that are near or past, and has their tables record it.

The sweep decides nothing. It sends each due deadline to its table as a fact, and `judgement.py` judges the fact: a
warning or a violation once, dated by the due time and not by the sweep, or nothing if the deadline has been closed
or recorded meanwhile. Its checkpoint is in the record: the table's snapshot has the result of an earlier sweep, by
the same transaction. So a sweep may come late, run twice or beside another, or die at any instant, and the next one
goes on from the record.

Tables are judged together, a slice at a time (`batch.py`); the tables that a batch skips come after the others, one
by one.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from django.db.models import F, OuterRef, QuerySet, Subquery

from tables.handling import handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.deadlines.batch import SWEEPER, record_together
from tables.handling.deadlines.due import DueDeadline, due_deadlines
from tables.handling.deadlines.models import SweepCheckpoint
from tables.handling.models import Board, Casino
from tables.play.state import from_kept

log = logging.getLogger(__name__)

DEADLINES_A_SWEEP = 500
"""The largest number of deadlines of one casino in one sweep, a second of work; the next sweep takes the rest."""
TABLES_A_SLICE = 25
"""The number of tables judged together, in a few hundredths of a second: a command at one of them may wait that
long."""


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of the deadlines in one sweep of one casino. `whole` means that the sweep tried each due deadline."""

    noted: int = 0
    failed: int = 0
    whole: bool = True


def sweep(now: datetime, *, at_most: int = DEADLINES_A_SWEEP) -> dict[int, Swept]:
    """Sweep every casino at `now` (aware); return the result by casino id.

    Call it outside of transactions: each step has its own. Raises DatabaseError when the database is away. A table
    whose deadline cannot be recorded is logged, and the next sweep tries again.
    """
    casinos = Casino.objects.order_by("pk").values_list("pk", flat=True)
    return {casino_id: sweep_casino(casino_id, now, at_most=at_most) for casino_id in casinos}


def sweep_casino(casino_id: int, now: datetime, *, at_most: int = DEADLINES_A_SWEEP) -> Swept:
    """Sweep one casino: the deadlines that are due, the longest due first.

    Neither memory nor anybody's command waits for all of them, however many are due after an outage.
    """
    due = _due(casino_id, now)
    tables = list(due.values_list("table", flat=True))
    noted = failed = 0
    left: list[str] = []
    # Only what succeeds is counted, so that tables which fail again and again cannot use up every sweep.
    for begin in range(0, len(tables), TABLES_A_SLICE):
        if noted >= at_most:
            left += tables[begin:]
            break
        batch = record_together(
            casino_id, tables[begin : begin + TABLES_A_SLICE], now, at_most=at_most - noted
        )
        noted += batch.noted
        left += batch.left
    whole = True
    for board in _boards(due, left):
        if noted >= at_most:
            whole = False
            break
        for done in _judge(board, now):
            noted += done
            failed += not done
    if whole:
        _remember(casino_id, now)
    if noted or failed:
        rest = "" if whole else "; the next sweep goes on"
        log.info("casino %d: %d due deadlines noted, %d failed%s", casino_id, noted, failed, rest)
    return Swept(noted=noted, failed=failed, whole=whole)


def longest_unswept() -> tuple[int, datetime | None] | None:
    """Return the casino whose last whole sweep was longest ago, and its time (UTC); None while there is no casino.

    The time is None while no casino was swept yet. A casino registered after the last sweep is left out: the next
    sweep takes it along. One statement.
    """
    swept = SweepCheckpoint.objects.filter(casino_id=OuterRef("pk")).values("swept_at")
    casinos = Casino.objects.annotate(swept_at=Subquery(swept)).order_by(
        F("swept_at").asc(nulls_last=True), "pk"
    )
    return casinos.values_list("pk", "swept_at").first()


def last_sweep(casino_id: int) -> datetime | None:
    """Return the time of the last whole sweep of the casino (UTC), None before the first.

    An old time means that nobody checks the shift rules: the sweeper, beat or the broker is down.
    """
    return SweepCheckpoint.objects.filter(casino_id=casino_id).values_list("swept_at", flat=True).first()


def _due(casino_id: int, now: datetime) -> QuerySet[Board]:
    """Return the days of tables with something due, the longest due first; only the newest day of each table, which
    is the open one.
    """
    return Board.objects.filter(casino_id=casino_id, next_at__lte=now).order_by("next_at", "pk")


def _boards(due: QuerySet[Board], tables: Sequence[str]) -> Iterator[Board]:
    """Yield the boards of these tables that still have something due, read a few at a time: each carries a whole
    state.
    """
    for begin in range(0, len(tables), TABLES_A_SLICE):
        yield from due.filter(table__in=tables[begin : begin + TABLES_A_SLICE])


def _judge(board: Board, now: datetime) -> Iterator[bool]:
    """Take each due deadline of a table as far as `now`; yield True on success."""
    try:
        due = due_deadlines(from_kept(board.state), now)
    except Exception:
        log.exception("%s: its deadlines cannot be read, the next sweep tries again", board)
        yield False
        return
    for each in due:
        yield _note(board, each, now)


def _note(board: Board, due: DueDeadline, now: datetime) -> bool:
    """Take one deadline as far as `now`. Return False if that failed, which concerns this table alone."""
    try:
        for command, key in due.commands(board.stream_id):
            table = TableAggregate(board.casino_id, board.table)
            handle(table, command, by=SWEEPER, now=now, idempotency_key=key)
    except Exception:
        log.exception("%s at %s: not noted, the next sweep tries again", due.deadline.name, board.table)
        return False
    return True


def _remember(casino_id: int, now: datetime) -> None:
    SweepCheckpoint.objects.bulk_create(
        [SweepCheckpoint(casino_id=casino_id, swept_at=now)],
        update_conflicts=True,
        unique_fields=["casino_id"],
        update_fields=["swept_at"],
    )
