"""The staff at a table's page: who sits where, who rests, and who may stay at the ball for longer."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from casino.kit.clauses import cited
from casino.kit.forms.fields import Form, Unclear, text
from casino.kit.seats import person_called
from tables.play import commands as c
from tables.play.events import Person
from tables.play.staff.questions import known_at, seats_of
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

NOBODY = "nobody"


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the table: its field's value (`2-payer` at a second layout), its label, and who sits there."""

    value: str
    label: str
    holder: Person | None
    spins: bool


class Resting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on a break, and since when (UTC)."""

    person: Person
    since: datetime


class StaffShown(msgspec.Struct, frozen=True, kw_only=True):
    """The panel of the staff.

    `early_clause` is the clause on a pass before its time, `excuse_clause` that on a longer time, and `excuse_asks`
    what it wants, each empty where the rulebook has none; `excused` says in words why the spinner stays.
    """

    seats: tuple[SeatShown, ...]
    resting: tuple[Resting, ...]
    early_clause: str
    excuse_clause: str
    excuse_asks: str
    excused: str


ASKS = {
    "notice": "The notice to the games inspector: who was told, and why",
    "force-majeure": "What compels it: the inspectors are told at once",
}


def staff_shown(state: State, rulebook: Rulebook) -> StaffShown:
    """The staff of an open table as it sits and rests."""
    rule, seated = rulebook.time_at_ball, seats_of(state)
    excused = state.roster.excused
    return StaffShown(
        seats=tuple(
            SeatShown(
                value=position if layout == 1 else f"{layout}-{position}",
                label=_label(rulebook, position, layout, double=state.double),
                holder=seated.get((layout, position)),
                spins=state.spinner is not None and seated.get((layout, position)) == state.spinner,
            )
            for layout in ((1, 2) if state.double else (1,))
            for position in rulebook.staff.positions
        ),
        resting=tuple(Resting(person=each.person, since=each.since) for each in state.roster.breaks),
        early_clause=cited(rulebook, rule.clause) if rule and rule.early_by_s else "",
        excuse_clause=cited(rulebook, rule.clause) if rule and rule.excused_by else "",
        excuse_asks=ASKS[rule.excused_by] if rule and rule.excused_by else "",
        excused=excused.words if excused else "",
    )


def _label(rulebook: Rulebook, position: str, layout: int, *, double: bool) -> str:
    label = rulebook.staff.labels.get(position, position)
    return f"{label}, layout {layout}" if double else label


# ---------------------------------------------------------------- what is asked


def _change(form: Form, state: State, rulebook: Rulebook) -> c.Command:
    seat = text(form, "seat")
    if not seat:
        raise Unclear("changing-seat-not-entered")
    layout, _, position = seat.rpartition("-") if seat[:2] == "2-" else ("1", "", seat)
    return c.ChangeStaff(position=position, layout=int(layout), person=_person(form, state))


def _person(form: Form, state: State) -> Person | None:
    chosen, name = text(form, "person"), text(form, "name")
    if chosen == NOBODY:
        return None
    if name:
        return person_called(name, known_at(state))
    return _known(chosen, state)


def spinner_from(form: Form, state: State) -> Person:
    """Who spins from now on, chosen or written. Raises Unclear."""
    name = text(form, "name")
    return person_called(name, known_at(state)) if name else _known(text(form, "person"), state)


def _known(id_: str, state: State) -> Person:
    person = next((each for each in known_at(state) if each.id == id_), None)
    if person is None:
        raise Unclear("person-not-entered")
    return person


STAFF: dict[str, Callable[[Form, State, Rulebook], c.Command]] = {
    "staff-change": _change,
    "break-begin": lambda form, state, rulebook: c.BeginBreak(person=_known(text(form, "person"), state)),
    "break-end": lambda form, state, rulebook: c.EndBreak(person=_known(text(form, "person"), state)),
    "excuse-time-at-ball": lambda form, state, rulebook: c.ExcuseTimeAtBall(words=text(form, "reason")),
}
