"""Judgement of a table's day by time and sequence: `tables.play` decides, and the shift rules judge the decision.

The module is pure: it reads no clock and writes nothing. Every command to a table is decided here. A sweep asks this
module for the due deadlines.
"""

import math
from collections.abc import Iterable, Iterator
from datetime import datetime

from tables.compliance.rules import DEADLINES, SEQUENCES, deadline_named
from tables.compliance.rules.deadline import Deadline
from tables.play import commands as c
from tables.play import decide as play
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.pending import Decision, Evolved, PendingEvent
from tables.play.state import Stage, State
from tables.play.violations import violation
from tables.refusal import Refused, recorded
from tables.roulette.rulebook import Rulebook


def decide(state: State, command: c.Command, rulebook: Rulebook, at: datetime) -> tuple[PendingEvent, ...]:
    """Return the events that a command to a table makes, and after them the violations that they begin or end.

    `at` is the time of the command, as in `tables.play.decide`. Raises Refused.
    """
    decided = decide_command(state, command, rulebook, at)
    return (*decided, *judge(command, evolve_through(state, decided, rulebook), rulebook))


def decide_command(
    state: State, command: c.Command, rulebook: Rulebook, at: datetime
) -> tuple[PendingEvent, ...]:
    """Return the events that a command to a table makes, before anything is judged. Raises Refused.

    Every decision about a table passes here, from the command handler and from `decide`. The deadlines of the shift
    rules are decided in this module, all other commands in `tables.play.decide`.
    """
    if isinstance(command, c.PassDeadline):
        return tuple(_pass_deadline(state, command, rulebook, at))
    return play.decide(state, command, rulebook, at)


def evolve_through(state: State, decided: Iterable[PendingEvent], rulebook: Rulebook) -> Iterator[Evolved]:
    for dated in decided:
        after = evolve(state, Recorded(dated.event, state.version + 1, dated.at), rulebook)
        yield Evolved(dated.event, dated.at, state, after)
        state = after


def judge(command: c.Command, evolved: Iterable[Evolved], rulebook: Rulebook) -> Decision:
    """Yield the breaches of each event in turn, and the deadlines that it meets late. A passed deadline does not
    count as a breach.
    """
    if isinstance(command, c.PassDeadline):
        return
    open_before: list[Deadline] | None = None
    for each in evolved:
        if open_before is None:
            open_before = open_deadlines(each.before, rulebook)
        open_after = open_deadlines(each.after, rulebook)
        yield from _breaches(each, rulebook)
        still_open = {deadline.name for deadline in open_after}
        for deadline in open_before:
            if deadline.name not in still_open:
                yield from _closed(each, deadline)
        open_before = open_after


def open_deadlines(state: State, rulebook: Rulebook) -> list[Deadline]:
    """Return all open deadlines; none at a closed table."""
    if state.phase == "closed":
        return []
    return [deadline for rule in DEADLINES for deadline in rule.deadlines(state, rulebook)]


def stages_to_record(state: State, deadline: Deadline) -> list[tuple[Stage, datetime]]:
    """Return the stages of an open deadline that are not in the record yet, with their times."""
    match state.noted.get(deadline.name):
        case "overdue":
            return []
        case "warned":
            return [("overdue", deadline.due_at)]
        case _ if deadline.warn_at == deadline.due_at:
            return [("overdue", deadline.due_at)]
        case _:
            return [("warned", deadline.warn_at), ("overdue", deadline.due_at)]


def next_moment(state: State, rulebook: Rulebook) -> datetime | None:
    """Return the next moment to record for an open deadline (UTC); None if there is none."""
    moments = (
        at for deadline in open_deadlines(state, rulebook) for _, at in stages_to_record(state, deadline)
    )
    return min(moments, default=None)


def _pass_deadline(state: State, command: c.PassDeadline, rulebook: Rulebook, at: datetime) -> Decision:
    """Record once that a deadline is near its end or past it, dated by when that was.

    A deadline that is closed by now, is noted so far, or has not come so far makes no event.
    """
    try:
        deadline_named(command.rule)
    except KeyError:
        raise Refused("deadline-unknown", rule=command.rule) from None
    for deadline in open_deadlines(state, rulebook):
        if deadline.name != command.case:
            continue
        for stage, moment in stages_to_record(state, deadline):
            if stage == command.stage and at >= moment:
                yield _warned(deadline) if stage == "warned" else _overdue(deadline)


def _breaches(each: Evolved, rulebook: Rulebook) -> Decision:
    for rule in SEQUENCES:
        for breach in rule.breaches(each.before, each.event, rulebook):
            yield violation(
                each.before,
                each.at,
                rule=rule.name,
                code=breach.code,
                clause=breach.clause,
                parameters=breach.parameters,
                coup=breach.coup,
            )


def _closed(each: Evolved, deadline: Deadline) -> Decision:
    """Closed late, it was a violation from the moment it was due, also if no sweep saw it in between.

    One that was raised is resolved, unless it was ended by other means. A table that closes does not meet its demands:
    its violations are raised and remain.
    """
    at, done = each.at, not isinstance(each.event, e.TableClosed)
    if each.before.noted.get(deadline.name) == "overdue":
        if not any(known.violation == deadline.name for known in each.before.violations):
            return
    elif at > deadline.due_at:
        yield _overdue(deadline)
    else:
        return
    if not done:
        return
    late_s = max(math.ceil((at - deadline.due_at).total_seconds()), 0)
    yield PendingEvent(
        e.ViolationResolved(
            violation=deadline.name, rule=deadline.rule, clause=deadline.clause, late_s=late_s
        ),
        at,
    )


def _warned(deadline: Deadline) -> PendingEvent:
    return PendingEvent(
        e.DeadlineWarned(
            rule=deadline.rule,
            case=deadline.name,
            clause=deadline.clause,
            opened_at=deadline.opened_at,
            due_at=deadline.due_at,
        ),
        deadline.warn_at,
    )


def _overdue(deadline: Deadline) -> PendingEvent:
    return PendingEvent(
        e.ViolationRaised(
            violation=deadline.name,
            rule=deadline.rule,
            code=deadline.code,
            clause=deadline.clause,
            parameters=recorded(deadline.parameters),
            coup=deadline.coup,
            due_at=deadline.due_at,
        ),
        deadline.due_at,
    )
