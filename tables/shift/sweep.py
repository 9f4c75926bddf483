"""The sweep: sees which deadlines have come near or passed, and says so to their tables.

It decides nothing. Each case that has fallen due goes through the door as a fact, and `tables.play`
judges it: a warning or a violation once, dated by when it was due and not by when it was swept, or
nothing if the case has been closed or noted meanwhile. Its checkpoint is in the record: what an earlier
sweep noted stands on the case's row, by the transaction that recorded it. So a sweep may come late,
twice, at the same time as another, or die at any instant, and the next one goes on from what stands.
"""

import logging
from datetime import datetime
from typing import Literal

import msgspec

from tables.house.door import Actor, carry_out
from tables.house.models import Casino
from tables.play.commands import PassDeadline
from tables.shift.models import Deadline, SweepCheckpoint

log = logging.getLogger(__name__)

SWEEPER = Actor(id="shift-sweep", name="Shift rules")
CASES_A_SWEEP = 500
"""At most so many cases of one casino in one sweep; what is left is the next sweep's."""

Stage = Literal["warned", "overdue"]


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """What one sweep of one casino came to, in cases. `whole`: each due case was tried."""

    noted: int = 0
    failed: int = 0
    whole: bool = True


def sweep(now: datetime, *, at_most: int = CASES_A_SWEEP) -> dict[int, Swept]:
    """Sweeps every casino at `now` (aware); says for each casino id what came of it.

    Not to be called inside a transaction: each step has one of its own. Raises DatabaseError when the
    database is away; a table whose case cannot be noted is logged, and tried again by the next sweep.
    """
    casinos = Casino.objects.order_by("pk").values_list("pk", flat=True)
    return {casino_id: sweep_casino(casino_id, now, at_most=at_most) for casino_id in casinos}


def sweep_casino(casino_id: int, now: datetime, *, at_most: int = CASES_A_SWEEP) -> Swept:
    """Sweeps one casino: the cases that are due, the longest due first, each in transactions of its own."""
    reached = Deadline.objects.filter(casino_id=casino_id, next_at__lte=now)
    due = list(reached.order_by("next_at", "stream_id", "rule"))
    noted = failed = 0
    for case in due:
        # Only what succeeds is counted, so that tables which fail again and again cannot use up every sweep.
        if noted == at_most:
            break
        if _note(case, now):
            noted += 1
        else:
            failed += 1
    whole = noted + failed == len(due)
    if whole:
        _remember(casino_id, now)
    if due:
        log.info("casino %d: %d of %d due cases noted, %d failed", casino_id, noted, len(due), failed)
    return Swept(noted=noted, failed=failed, whole=whole)


def last_sweep(casino_id: int) -> datetime | None:
    """When the casino was last swept whole (UTC), None before the first time.

    Where it stands still, so do the shift rules: the worker, beat or the broker is away.
    """
    return SweepCheckpoint.objects.filter(casino_id=casino_id).values_list("swept_at", flat=True).first()


def _note(case: Deadline, now: datetime) -> bool:
    """Takes one case as far as `now`. False if that failed, which is the business of this table alone."""
    try:
        for stage in _stages_reached(case, now):
            _tell_the_table(case, stage, now)
    except Exception:
        log.exception("%s: not noted, the next sweep tries again", case)
        return False
    return True


def _stages_reached(case: Deadline, now: datetime) -> list[Stage]:
    """After an outage both at once, so that the record reads as if every sweep had come in time."""
    stages: list[Stage] = []
    if not case.warned and now >= case.warn_at:
        stages.append("warned")
    if now >= case.due_at:
        stages.append("overdue")
    return stages


def _tell_the_table(case: Deadline, stage: Stage, now: datetime) -> None:
    carry_out(
        case.casino_id,
        case.table,
        PassDeadline(rule=case.rule, stage=stage, opened_version=case.opened_version),
        by=SWEEPER,
        now=now,
        idempotency_key=f"deadline/{case.stream_id}/{case.rule}/{case.opened_version}/{stage}",
    )


def _remember(casino_id: int, now: datetime) -> None:
    SweepCheckpoint.objects.bulk_create(
        [SweepCheckpoint(casino_id=casino_id, swept_at=now)],
        update_conflicts=True,
        unique_fields=["casino_id"],
        update_fields=["swept_at"],
    )
