"""The sweep: finds deadlines that are near or past, and has their tables record it.

It decides nothing. Each deadline of which something is due is sent to the table as a fact, and `judgement.py` judges
it: a warning or a violation once, dated by when it was due and not by when it was swept, or nothing if it has been
closed or recorded meanwhile. Its checkpoint is in the record: what an earlier sweep recorded stands in the table's
snapshot, by the same transaction. So a sweep may come late, twice, at the same time as another, or die at any instant,
and the next one goes on from what stands.
"""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec
from django.db.models import Q

from tables.compliance.judgement import open_deadlines, stages_to_record
from tables.compliance.rules.deadline import Deadline
from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.deadlines.models import SweepCheckpoint
from tables.handling.models import Board, Casino
from tables.play.commands import PassDeadline
from tables.play.state import Stage, from_kept
from tables.roulette.loader import get_rulebook

log = logging.getLogger(__name__)

SWEEPER = Actor(id="shift-sweep", name="Shift rules")
DEADLINES_A_SWEEP = 100
"""At most so many deadlines of one casino in one sweep, a second or two of work; what is left is the next sweep's."""
TABLES_A_SLICE = 25
"""So many tables are read at a time. No lock is held on any of them while another is judged."""


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """What one sweep of one casino came to, in deadlines. `whole`: each due deadline was tried."""

    noted: int = 0
    failed: int = 0
    whole: bool = True


class _DueDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline of which something is to be noted by now: the stages reached, each with its time."""

    board: Board
    deadline: Deadline
    reached: list[tuple[Stage, datetime]]


def sweep(now: datetime, *, at_most: int = DEADLINES_A_SWEEP) -> dict[int, Swept]:
    """Sweeps every casino at `now` (aware); says for each casino id what came of it.

    Not to be called inside a transaction: each step has one of its own. Raises DatabaseError when the
    database is away; a table whose deadline cannot be noted is logged, and tried again by the next sweep.
    """
    casinos = Casino.objects.order_by("pk").values_list("pk", flat=True)
    return {casino_id: sweep_casino(casino_id, now, at_most=at_most) for casino_id in casinos}


def sweep_casino(casino_id: int, now: datetime, *, at_most: int = DEADLINES_A_SWEEP) -> Swept:
    """Sweeps one casino: the deadlines that are due, the longest due first, each in transactions of its own.

    The tables are read a slice at a time, so that after an outage neither memory nor anybody's command waits for all of
    them.
    """
    noted = failed = 0
    whole = True
    for board in _due_boards(casino_id, now):
        # Only what succeeds is counted, so that tables which fail again and again cannot use up every sweep.
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


def last_sweep(casino_id: int) -> datetime | None:
    """When the casino was last swept whole (UTC), None before the first time.

    Where it stands still, so do the shift rules: the worker, beat or the broker is away.
    """
    return SweepCheckpoint.objects.filter(casino_id=casino_id).values_list("swept_at", flat=True).first()


def _due_boards(casino_id: int, now: datetime) -> Iterator[Board]:
    """The tables of which something is due, the longest due first, each once."""
    due = Board.objects.filter(casino_id=casino_id, next_at__lte=now).order_by("next_at", "pk")
    after: Board | None = None
    while True:
        behind = (
            Q() if after is None else Q(next_at__gt=after.next_at) | Q(next_at=after.next_at, pk__gt=after.pk)
        )
        boards = list(due.filter(behind)[:TABLES_A_SLICE])
        yield from boards
        if len(boards) < TABLES_A_SLICE:
            return
        after = boards[-1]


def _judge(board: Board, now: datetime) -> Iterator[bool]:
    """Takes each due deadline of a table as far as `now`; whether that succeeded."""
    try:
        due = sorted(_due_at(board, now), key=lambda each: (each.reached[0][1], each.deadline.name))
    except Exception:
        log.exception("%s: its deadlines cannot be read, the next sweep tries again", board)
        yield False
        return
    for each in due:
        yield _note(each, now)


def _due_at(board: Board, now: datetime) -> Iterator[_DueDeadline]:
    """After an outage both stages at once, so that the record reads as if every sweep had come in time."""
    state = from_kept(board.state)
    for deadline in open_deadlines(state, get_rulebook(state.rulebook, state.rulebook_version)):
        reached = [(stage, at) for stage, at in stages_to_record(state, deadline) if now >= at]
        if reached:
            yield _DueDeadline(board=board, deadline=deadline, reached=reached)


def _note(due: _DueDeadline, now: datetime) -> bool:
    """Takes one deadline as far as `now`. False if that failed, which is the business of this table alone."""
    try:
        for stage, at in due.reached:
            _record_stage(due, stage, at, now)
    except Exception:
        log.exception("%s at %s: not noted, the next sweep tries again", due.deadline.name, due.board.table)
        return False
    return True


def _record_stage(due: _DueDeadline, stage: Stage, at: datetime, now: datetime) -> None:
    handle(
        TableAggregate(due.board.casino_id, due.board.table),
        PassDeadline(rule=due.deadline.rule, case=due.deadline.name, stage=stage),
        by=SWEEPER,
        now=now,
        idempotency_key=step_key(due.board.stream_id, due.deadline.name, stage, at),
    )


def step_key(stream_id: str, case: str, stage: Stage, at: datetime) -> str:
    """The idempotency key of one step: the time is in it, for a deadline may be given more of it after a sweep."""
    return f"deadline/{stream_id}/{case}/{stage}/{at.astimezone(UTC).isoformat()}"


def _remember(casino_id: int, now: datetime) -> None:
    SweepCheckpoint.objects.bulk_create(
        [SweepCheckpoint(casino_id=casino_id, swept_at=now)],
        update_conflicts=True,
        unique_fields=["casino_id"],
        update_fields=["swept_at"],
    )
