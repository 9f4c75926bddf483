"""The staff at a table's page: who sits where, who rests, and who may stay at the ball for longer."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.utils.translation import gettext

from casino.commands.signing import reserved_to
from casino.kit.clauses import cited
from casino.kit.dates import clock_time
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import seat_label
from tables.handling.projections.rota import BallAhead, balls_ahead
from tables.play.events import Person
from tables.play.staff.questions import known_at, seats_of
from tables.play.state import State
from tables.registers.rota.facts import ball_now
from tables.roulette.rulebook import Rulebook
from tables.text import as_compared


class StaffSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the table: its field's value (`2-payer` at a second layout), its label, and who sits there."""

    value: str
    label: str
    holder: Person | None
    spins: bool


class Resting(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on a break, and since when (UTC)."""

    person: Person
    since: datetime


EXCUSE_NEEDS = {
    "notice": _("The notice to the games inspector: who was told, and why"),
    "force-majeure": _("Reason: the inspectors are told at once"),
}


def staff_presenter(state: State, rulebook: Rulebook) -> dict[str, object]:
    """The panel of the staff of an open table as it sits and rests."""
    rule, seated = rulebook.time_at_ball, seats_of(state)
    excused = state.roster.excused
    return {
        "seats": tuple(
            StaffSeat(
                value=position if layout == 1 else f"{layout}-{position}",
                label=_label(rulebook, position, layout, double=state.double),
                holder=seated.get((layout, position)),
                spins=state.spinner is not None and seated.get((layout, position)) == state.spinner,
            )
            for layout in ((1, 2) if state.double else (1,))
            for position in rulebook.staff.positions
        ),
        "resting": tuple(Resting(person=each.person, since=each.since) for each in state.roster.breaks),
        # On a pass before its time, and on a longer time: what that needs, and why the spinner stays.
        "early_clause": cited(rulebook, rule.clause) if rule and rule.early_by_s else "",
        "excuse_clause": cited(rulebook, rule.clause) if rule and rule.excused_by else "",
        "excused_by": reserved_to(rule.decided_by, rule.deputies) if rule and rule.excused_by else None,
        "excuse_needs": gettext(EXCUSE_NEEDS[rule.excused_by]) if rule and rule.excused_by else "",
        "excused": excused.words if excused else "",
    }


def dealers(state: State, engaged: Iterable[Person]) -> tuple[tuple[str, str], ...]:
    """Return the people who can take the ball or a seat, as identifier and name.

    People at the table come first, then all others who are engaged.
    """
    here = known_at(state)
    names = {as_compared(each.name) for each in here}
    others = (each for each in engaged if as_compared(each.name) not in names)
    return tuple((each.id, each.name) for each in (*here, *others))


def _label(rulebook: Rulebook, position: str, layout: int, *, double: bool) -> str:
    return seat_label(rulebook.staff.labels.get(position, position), layout if double else None)


class BallDue(msgspec.Struct, frozen=True, kw_only=True):
    """Next person at the ball by the rota, with the time by the casino's clock; `overdue` if that time is past. If
    it is after the rule's end, `late` is that end and `clause` its clause.

    `relieved`: the spinner has nothing else to do by the rota then, and rests.
    """

    name: str
    at: str
    late: str
    clause: str
    overdue: bool = False
    relieved: bool = True


def ball_due(casino_id: int, state: State, rulebook: Rulebook, now: datetime) -> BallDue | None:
    """The next at the ball of an open table; None where the rota plans nobody. One query."""
    return balls_due(casino_id, [(state, rulebook)], now).get(state.table)


def balls_due(casino_id: int, tables: Iterable[tuple[State, Rulebook]], now: datetime) -> dict[str, BallDue]:
    """Return the next people at the ball of all open tables by code, without tables at which the rota plans nobody.
    One query.
    """
    there = {state.table: (state, rulebook) for state, rulebook in tables}
    spinners = {
        code: (state.day, state.spinner.id if state.spinner else "") for code, (state, _) in there.items()
    }
    found = {}
    for code, ahead in balls_ahead(casino_id, spinners, now).items():
        due = _due(ahead, *there[code], now)
        if due is not None:
            found[code] = due
    return found


def _due(ahead: BallAhead, state: State, rulebook: Rulebook, now: datetime) -> BallDue | None:
    spinner, ball = state.spinner, ball_now(ahead.entries, state, rulebook, now)
    overdue = ball.planned is not None and (spinner is None or ball.planned.person.id != spinner.id)
    next_ = ball.planned if overdue else ball.next
    if next_ is None:
        return None
    late = not overdue and ball.late
    moment = max(next_.begins, now)
    return BallDue(
        name=next_.person.name,
        at=clock_time(next_.begins, ahead.zone),
        late=clock_time(ball.rule_ends, ahead.zone) if late and ball.rule_ends else "",
        clause=cited(rulebook, ball.clause) if late else "",
        overdue=overdue,
        relieved=not any(each.is_at(moment) for each in ahead.of_spinner),
    )
