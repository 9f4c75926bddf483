"""Deadlines, violations and the reader itself evolve."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.evolving import Recorded, evolves
from tables.play.reader.state import Reader
from tables.play.reader.transitions import with_reader
from tables.play.state import OpenViolation, SeenWarning, State
from tables.roulette.rulebook import Rulebook


@evolves(e.DeadlineWarned)
def _deadline_warned(state: State, event: e.DeadlineWarned, recorded: Recorded, _: Rulebook) -> State:
    # Before a warning named its case, the ball in play was the only one that there could be.
    case = event.case or f"{event.rule}-{state.ball_version}"
    return replace(state, noted={case: "warned", **state.noted})


@evolves(e.WarningAcknowledged)
def _warning_acknowledged(
    state: State, event: e.WarningAcknowledged, recorded: Recorded, _: Rulebook
) -> State:
    seen = SeenWarning(by=event.by.name, at=recorded.at)
    return replace(state, warnings_seen={**state.warnings_seen, event.case: seen})


@evolves(e.ViolationRaised)
def _violation_raised(state: State, event: e.ViolationRaised, recorded: Recorded, _: Rulebook) -> State:
    violation = OpenViolation(
        violation=event.violation,
        rule=event.rule,
        clause=event.clause,
        since=recorded.at,
        code=event.code,
        parameters=event.parameters,
        words=event.words,
        coup=event.coup,
        lasting=event.due_at is not None,
    )
    noted = state.noted if event.due_at is None else {**state.noted, event.violation: "overdue"}
    return replace(
        state,
        violations=(*state.violations, violation),
        violations_raised=state.violations_raised + 1,
        noted=noted,
    )


@evolves(e.ViolationResolved)
def _violation_resolved(state: State, event: e.ViolationResolved, recorded: Recorded, _: Rulebook) -> State:
    return replace(
        state, violations=tuple(each for each in state.violations if each.violation != event.violation)
    )


@evolves(e.ReaderChanged)
def _reader_changed(state: State, event: e.ReaderChanged, recorded: Recorded, _: Rulebook) -> State:
    return with_reader(
        state,
        event.reader,
        role=event.role,
        state=event.state,
        since=event.since or recorded.at,
        detail=event.detail,
    )


@evolves(e.WheelWarned)
def _wheel_warned(state: State, event: e.WheelWarned, recorded: Recorded, _: Rulebook) -> State:
    known = state.readers.get(event.reader, Reader())
    standing = tuple(warning for warning in known.warnings if warning not in event.warnings)
    warnings = standing if event.ended else (*standing, *event.warnings)
    return with_reader(state, event.reader, role=event.role, warnings=warnings)


@evolves(e.RotorStarted)
def _rotor_started(state: State, event: e.RotorStarted, recorded: Recorded, _: Rulebook) -> State:
    return with_reader(state, event.reader, place_bets=True)
