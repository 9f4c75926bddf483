"""Due deadlines of a table, and the commands by which a sweep has the table record them."""

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from tables.compliance.judgement import open_deadlines, stages_to_record
from tables.compliance.rules.deadline import Deadline
from tables.play.commands import PassDeadline
from tables.play.state import Stage, State
from tables.roulette.loader import get_rulebook


class DueDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline of which something is to be noted by now: the stages reached, each with its time."""

    deadline: Deadline
    reached: list[tuple[Stage, datetime]]

    def commands(self, stream_id: str) -> Iterator[tuple[PassDeadline, str]]:
        """Yield the commands to the table of that stream, stage by stage, each with its idempotency key."""
        for stage, at in self.reached:
            command = PassDeadline(rule=self.deadline.rule, case=self.deadline.name, stage=stage)
            yield command, step_key(stream_id, self.deadline.name, stage, at)


def due_deadlines(state: State, now: datetime) -> list[DueDeadline]:
    """Return the deadlines of a table of which something is to be noted by `now`, the longest due first.

    After an outage both stages at once, so that the record reads as if every sweep had come in time.
    """
    due = []
    for deadline in open_deadlines(state, get_rulebook(state.rulebook, state.rulebook_version)):
        reached = [(stage, at) for stage, at in stages_to_record(state, deadline) if now >= at]
        if reached:
            due.append(DueDeadline(deadline=deadline, reached=reached))
    return sorted(due, key=lambda each: (each.reached[0][1], each.deadline.name))


def step_key(stream_id: str, case: str, stage: Stage, at: datetime) -> str:
    """Return the idempotency key of one step. The time is part of the key, because a deadline may be extended after
    a sweep.
    """
    return f"deadline/{stream_id}/{case}/{stage}/{at.astimezone(UTC).isoformat()}"
