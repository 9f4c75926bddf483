"""What time and sequence make of a table's day: `tables.play` decides, and the shift rules judge what was decided.

Pure: it reads no clock and writes nothing. Every command to a table is decided here; a sweep asks here what is due.
"""

import math
from collections.abc import Iterable, Iterator
from datetime import datetime

from tables.compliance.rules import DEADLINES, SEQUENCES, deadline_named
from tables.compliance.rules.deadline import Case
from tables.play import commands as c
from tables.play import decide as play
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.folding import Recorded
from tables.play.pending import Decision, Evolved, PendingEvent
from tables.play.state import Stage, State
from tables.play.violations import violation
from tables.roulette.refusal import Refused, recorded
from tables.roulette.rulebook import Rulebook


def decide(state: State, command: c.Command, rulebook: Rulebook, at: datetime) -> tuple[PendingEvent, ...]:
    """What comes of `command` at the table in `state`: the events decided, and behind them what they break or end.

    `at` as in `tables.play.decide`, and so is what is raised.
    """
    decided = decide_alone(state, command, rulebook, at)
    return (*decided, *judge(command, evolve_through(state, decided, rulebook), rulebook))


def decide_alone(
    state: State, command: c.Command, rulebook: Rulebook, at: datetime
) -> tuple[PendingEvent, ...]:
    """What is decided. What it breaks or ends is judged behind it, by the states that the events lead through."""
    if isinstance(command, c.PassDeadline):
        return tuple(_pass_deadline(state, command, rulebook, at))
    return play.decide(state, command, rulebook, at)


def evolve_through(state: State, decided: Iterable[PendingEvent], rulebook: Rulebook) -> Iterator[Evolved]:
    """Each event with the state before and after it."""
    for dated in decided:
        after = evolve(state, Recorded(dated.event, state.version + 1, dated.at), rulebook)
        yield Evolved(dated.event, dated.at, state, after)
        state = after


def judge(command: c.Command, evolved: Iterable[Evolved], rulebook: Rulebook) -> Decision:
    """The breaches of each event in turn, and the cases that it closes late. A deadline that passed is no breach."""
    if isinstance(command, c.PassDeadline):
        return
    open_before: list[Case] | None = None
    for each in evolved:
        if open_before is None:
            open_before = open_cases(each.before, rulebook)
        open_after = open_cases(each.after, rulebook)
        yield from _breaches(each, rulebook)
        still_open = {case.name for case in open_after}
        for case in open_before:
            if case.name not in still_open:
                yield from _closed(each, case)
        open_before = open_after


def open_cases(state: State, rulebook: Rulebook) -> list[Case]:
    """The open cases of all deadline rules. At a table that is not open there are none."""
    if state.phase == "closed":
        return []
    return [case for rule in DEADLINES for case in rule.cases(state, rulebook)]


def still_to_note(state: State, case: Case) -> list[tuple[Stage, datetime]]:
    """What of an open case is not in the record yet, and when its time comes or came."""
    match state.noted.get(case.name):
        case "overdue":
            return []
        case "warned":
            return [("overdue", case.due_at)]
        case _:
            return [("warned", case.warn_at), ("overdue", case.due_at)]


def next_moment(state: State, rulebook: Rulebook) -> datetime | None:
    """When the next thing of an open case is to be noted (UTC); None where there is nothing to come."""
    moments = (at for case in open_cases(state, rulebook) for _, at in still_to_note(state, case))
    return min(moments, default=None)


def _pass_deadline(state: State, command: c.PassDeadline, rulebook: Rulebook, at: datetime) -> Decision:
    """Records once that a case is near its end or past it, dated by when that was.

    A case that is closed by now, is noted so far, or has not come so far makes no event.
    """
    try:
        deadline_named(command.rule)
    except KeyError:
        raise Refused("deadline-unknown", rule=command.rule) from None
    for case in open_cases(state, rulebook):
        if case.name != command.case:
            continue
        for stage, moment in still_to_note(state, case):
            if stage == command.stage and at >= moment:
                yield _warned(case) if stage == "warned" else _overdue(case)


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


def _closed(each: Evolved, case: Case) -> Decision:
    """Closed late, it was a violation from the moment it was due, also if no sweep saw it in between.

    One that was raised is resolved, unless it was ended by other means; then nothing is left to say. A table that
    closes does not do what was demanded: its violations are raised and stand.
    """
    at, done = each.at, not isinstance(each.event, e.TableClosed)
    if each.before.noted.get(case.name) == "overdue":
        if not any(known.violation == case.name for known in each.before.violations):
            return
    elif at > case.due_at:
        yield _overdue(case)
    else:
        return
    if not done:
        return
    late_s = max(math.ceil((at - case.due_at).total_seconds()), 0)
    yield PendingEvent(
        e.ViolationResolved(violation=case.name, rule=case.rule, clause=case.clause, late_s=late_s), at
    )


def _warned(case: Case) -> PendingEvent:
    return PendingEvent(
        e.DeadlineWarned(
            rule=case.rule,
            case=case.name,
            clause=case.clause,
            opened_at=case.opened_at,
            due_at=case.due_at,
        ),
        case.warn_at,
    )


def _overdue(case: Case) -> PendingEvent:
    return PendingEvent(
        e.ViolationRaised(
            violation=case.name,
            rule=case.rule,
            code=case.code,
            clause=case.clause,
            parameters=recorded(case.parameters),
            coup=case.coup,
            due_at=case.due_at,
        ),
        case.due_at,
    )
