"""Who sits where, who spins, who rests: facts, recorded as they are seen.

What they break in time is judged by the shift rules; a table opens only with the staff that its rulebook asks for
(`opening.py`).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook, StaffRule


def check_positions(
    rule: StaffRule, staff: dict[str, e.Person], second: dict[str, e.Person], *, double: bool
) -> None:
    """Raises Refused unless somebody sits on every position that must be filled, and nobody where none is."""
    for position in (*staff, *second):
        _check_position(rule, position)
    missing = [position for position in rule.required if position not in staff]
    if missing:
        raise Refused(f"nobody sits at {', '.join(missing)}", clause=rule.clause)
    if second and not double:
        raise Refused("staff of a second layout: this table has one", clause=rule.clause)
    missing = [position for position in rule.second_layout if position not in second] if double else []
    if missing:
        raise Refused(f"nobody sits at {', '.join(missing)} of layout 2", clause=rule.second_layout_clause)
    seated = [person.id for person in (*staff.values(), *second.values())]
    twice = next((person for person in seated if seated.count(person) > 1), None)
    if twice is not None:
        name = next(person.name for person in (*staff.values(), *second.values()) if person.id == twice)
        raise Refused(f"{name} cannot sit on two seats at once", clause=rule.clause)


def _check_position(rule: StaffRule, position: str) -> None:
    if position not in rule.positions:
        raise Refused(f"position {position}: the table has {', '.join(rule.positions)}", clause=rule.clause)


def change_staff(state: State, command: c.ChangeStaff, rulebook: Rulebook, at: datetime) -> Decision:
    """Records who sits on a seat from now on. Whoever sat elsewhere at the table leaves that seat, and whoever takes
    the spinner's seat takes the ball."""
    _check_position(rulebook.staff, command.position)
    if not 1 <= command.layout <= (2 if state.double else 1):
        raise Refused(f"layout {command.layout}: this table has {2 if state.double else 1}")
    seats = seats_of(state)
    before = seats.get((command.layout, command.position))
    if before == command.person:
        return
    if command.person is not None:
        yield from _back(state, command.person, at)
        for (layout, position), holder in seats.items():
            if holder.id == command.person.id and (layout, position) != (command.layout, command.position):
                yield Dated(
                    e.StaffChanged(position=position, person=None, previous=holder, layout=layout), at
                )
    yield Dated(
        e.StaffChanged(
            position=command.position, person=command.person, previous=before, layout=command.layout
        ),
        at,
    )
    if command.person is not None and _same(before, state.spinner) and not _same(before, command.person):
        yield spinner_changed(state, command.person, at)


def begin_break(state: State, command: c.BeginBreak, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that somebody rests, and the seat that this leaves empty."""
    if any(each.person.id == command.person.id for each in state.roster.breaks):
        return
    for (layout, position), holder in seats_of(state).items():
        if holder.id == command.person.id:
            yield Dated(e.StaffChanged(position=position, person=None, previous=holder, layout=layout), at)
    yield Dated(e.BreakBegun(person=command.person), at)


def end_break(state: State, command: c.EndBreak, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that somebody is back; who is on no break has nothing to record."""
    yield from _back(state, command.person, at)


def _same(one: e.Person | None, other: e.Person | None) -> bool:
    """Whether they are one person, also where the name is written in two ways."""
    return one is not None and other is not None and one.id == other.id


def _back(state: State, person: e.Person, at: datetime) -> Decision:
    for each in state.roster.breaks:
        if each.person.id == person.id:
            lasted_s = max(int((at - each.since).total_seconds()), 0)
            yield Dated(e.BreakEnded(person=each.person, lasted_s=lasted_s), at)


def change_spinner(state: State, command: c.ChangeSpinner, rulebook: Rulebook, at: datetime) -> Decision:
    """Records who spins from now on, for how long the last one did, and the notice that was given of it. Whoever spins
    already spins on, by whatever name."""
    if _same(state.spinner, command.person):
        return
    yield from _back(state, command.person, at)
    yield spinner_changed(state, command.person, at, notice=command.notice)


def spinner_changed(state: State, person: e.Person, at: datetime, *, notice: str = "") -> Dated:
    """The event of the ball's passing to `person`."""
    spun = int((at - state.spinner_since).total_seconds()) if state.spinner_since else None
    return Dated(e.SpinnerChanged(person=person, previous=state.spinner, at_ball_s=spun, notice=notice), at)


def excuse_time_at_ball(
    state: State, command: c.ExcuseTimeAtBall, rulebook: Rulebook, at: datetime
) -> Decision:
    """Lets the spinner stay for longer: with notice to the games inspector (it-campione/13), or by force majeure, which
    the inspectors are told of at once and which stands until the replacement (pt-americana/35)."""
    rule = rulebook.time_at_ball
    if rule is None or rule.excused_by is None:
        raise Refused(
            "this rulebook lets nobody stay at the ball for longer: pass it on", rule.clause if rule else None
        )
    if state.spinner is None:
        raise Refused("nobody is known to spin", rule.clause)
    if not command.words.strip():
        needed = "the notice to the games inspector" if rule.excused_by == "notice" else "what compels it"
        raise Refused(f"a longer time at the ball needs {needed} in words", rule.clause)
    yield Dated(e.TimeAtBallExcused(kind=rule.excused_by, person=state.spinner, words=command.words), at)


def seats_of(state: State) -> dict[tuple[int, str], e.Person]:
    """Who sits where: by layout and position."""
    first = {(1, position): person for position, person in state.staff.items()}
    return first | {(2, position): person for position, person in state.roster.second.items()}


def known_at(state: State) -> tuple[e.Person, ...]:
    """Everybody who sits at the table, spins there or rests from it, each once."""
    resting = (each.person for each in state.roster.breaks)
    spinner = (state.spinner,) if state.spinner else ()
    found = {person.id: person for person in (*seats_of(state).values(), *spinner, *resting)}
    return tuple(found.values())
