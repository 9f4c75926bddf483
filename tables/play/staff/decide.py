"""Decisions about a table's staff: seats, the dealer at the ball and breaks are facts, recorded as they are seen.

The shift rules judge their breaches in time. A table opens only with the staff that its rulebook asks for
(`opening.py`).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.signatures import check_reserved
from tables.play.staff.questions import check_position, seats_of
from tables.play.state import State
from tables.play.violations import violation
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def change_staff(state: State, command: c.ChangeStaff, rulebook: Rulebook, at: datetime) -> Decision:
    """Record who sits on a seat from now on. A person who sat elsewhere at the table leaves that seat. A person who
    takes the dealer's seat at the ball takes the ball.
    """
    check_position(rulebook.staff, command.position)
    if not 1 <= command.layout <= (2 if state.double else 1):
        raise Refused("layout-unknown", layout=command.layout, layouts=2 if state.double else 1)
    seats = seats_of(state)
    before = seats.get((command.layout, command.position))
    if before == command.person:
        return
    if command.person is not None:
        yield from _back(state, command.person, at)
        for (layout, position), holder in seats.items():
            if holder.id == command.person.id and (layout, position) != (command.layout, command.position):
                yield PendingEvent(
                    e.StaffChanged(position=position, person=None, previous=holder, layout=layout), at
                )
    yield PendingEvent(
        e.StaffChanged(
            position=command.position, person=command.person, previous=before, layout=command.layout
        ),
        at,
    )
    if command.person is not None and _same(before, state.spinner) and not _same(before, command.person):
        yield spinner_changed(state, command.person, at)


def begin_break(state: State, command: c.BeginBreak, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that somebody rests, and the seat that this leaves empty. Who rests does not spin."""
    if any(each.person.id == command.person.id for each in state.roster.breaks):
        return
    if _same(command.person, state.spinner):
        yield spinner_changed(state, None, at)
    for (layout, position), holder in seats_of(state).items():
        if holder.id == command.person.id:
            yield PendingEvent(
                e.StaffChanged(position=position, person=None, previous=holder, layout=layout), at
            )
    yield PendingEvent(e.BreakBegun(person=command.person), at)


def end_break(state: State, command: c.EndBreak, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the end of a person's break. A person without a break adds no event."""
    yield from _back(state, command.person, at)


def _same(one: e.Person | None, other: e.Person | None) -> bool:
    """Return True if they are one person, also if the name is written in two ways."""
    return one is not None and other is not None and one.id == other.id


def _back(state: State, person: e.Person, at: datetime) -> Decision:
    for each in state.roster.breaks:
        if each.person.id == person.id:
            lasted_s = max(int((at - each.since).total_seconds()), 0)
            yield PendingEvent(e.BreakEnded(person=each.person, lasted_s=lasted_s), at)


def change_spinner(state: State, command: c.ChangeSpinner, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the new dealer at the ball, the time that the last one spun, and the notice of it.

    A person who spins already goes on spinning, by any name. A person without a seat at the table takes the seat of the
    last dealer. A person who relieves the last dealer takes that seat too, and leaves their own seat empty.
    """
    previous = state.spinner
    if _same(previous, command.person):
        return
    if command.spins_at and command.elsewhere == "ask":
        raise Refused("spins-at-another-table", name=command.person.name, tables=command.spins_at)
    yield from _back(state, command.person, at)
    seats = seats_of(state)
    relieved = command.relieved and previous is not None
    seat = next((seat for seat, holder in seats.items() if _same(holder, previous)), None)
    own = next((seat for seat, holder in seats.items() if _same(holder, command.person)), None)
    if seat is not None and (own is None or relieved):
        if own is not None:
            yield _seated(own, None, command.person, at)
        yield _seated(seat, command.person, previous, at)
    yield spinner_changed(state, command.person, at, notice=command.notice)
    resting = previous is not None and any(_same(each.person, previous) for each in state.roster.breaks)
    if relieved and previous is not None and not resting:
        yield PendingEvent(e.BreakBegun(person=previous), at)
    if command.spins_at and command.elsewhere == "both":
        # The casino's own rule: no rulebook has a clause on it.
        yield violation(
            state,
            at,
            rule="spins-at-two-tables",
            code="spins-at-two-tables",
            clause="",
            parameters={"name": command.person.name, "tables": command.spins_at, "table": state.table},
        )


def lose_spinner(state: State, command: c.LoseSpinner, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that nobody spins here, because the dealer spins at another table; nothing if somebody else spins."""
    if _same(state.spinner, command.person):
        yield spinner_changed(state, None, at)


def _seated(
    seat: tuple[int, str], person: e.Person | None, previous: e.Person | None, at: datetime
) -> PendingEvent:
    layout, position = seat
    changed = e.StaffChanged(position=position, person=person, previous=previous, layout=layout)
    return PendingEvent(changed, at)


def spinner_changed(state: State, person: e.Person | None, at: datetime, *, notice: str = "") -> PendingEvent:
    """Return the event of the ball's passing to `person`, or to nobody."""
    spun = int((at - state.spinner_since).total_seconds()) if state.spinner_since else None
    return PendingEvent(
        e.SpinnerChanged(person=person, previous=state.spinner, at_ball_s=spun, notice=notice), at
    )


def excuse_time_at_ball(
    state: State, command: c.ExcuseTimeAtBall, rulebook: Rulebook, at: datetime
) -> Decision:
    """Let the dealer stay at the ball for longer: with notice, or by force majeure.

    The notice goes to the games inspector (it-campione/13). Of force majeure the inspectors hear at once, and it holds
    until the replacement (pt-americana/35).
    """
    rule = rulebook.time_at_ball
    if rule is None or rule.excused_by is None:
        raise Refused("no-longer-time-at-ball", rule.clause if rule else None)
    check_reserved(command, rule.decided_by, rule.deputies, rule.clause, "excuse-time-at-ball")
    if state.spinner is None:
        raise Refused("no-spinner-known", rule.clause)
    if not command.words.strip():
        raise Refused(
            "time-at-ball-without-notice" if rule.excused_by == "notice" else "time-at-ball-without-cause",
            rule.clause,
        )
    yield PendingEvent(
        e.TimeAtBallExcused(kind=rule.excused_by, person=state.spinner, words=command.words), at
    )


DECIDERS: Deciders = {
    c.ChangeSpinner: change_spinner,
    c.LoseSpinner: lose_spinner,
    c.ChangeStaff: change_staff,
    c.BeginBreak: begin_break,
    c.EndBreak: end_break,
    c.ExcuseTimeAtBall: excuse_time_at_ball,
}
