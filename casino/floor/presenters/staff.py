"""The staff at a table's page: who sits where, who rests, and who may stay at the ball for longer."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.kit.dates import clock_time
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import seat_label
from tables.handling.projections.rota import ball_ahead
from tables.play.events import Person
from tables.play.staff.questions import seats_of
from tables.play.state import State
from tables.registers.rota.facts import ball_now
from tables.roulette.rulebook import Rulebook


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
    "force-majeure": _("What compels it: the inspectors are told at once"),
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
        "excuse_needs": gettext(EXCUSE_NEEDS[rule.excused_by]) if rule and rule.excused_by else "",
        "excused": excused.words if excused else "",
    }


def _label(rulebook: Rulebook, position: str, layout: int, *, double: bool) -> str:
    return seat_label(rulebook.staff.labels.get(position, position), layout if double else None)


class BallDue(msgspec.Struct, frozen=True, kw_only=True):
    """The next at the ball and when, by the house's clock. Where that is after the rule's end, `late` is when it ends
    and `clause` by which."""

    name: str
    at: str
    late: str
    clause: str


def ball_due(casino_id: int, state: State, rulebook: Rulebook, now: datetime) -> BallDue | None:
    """The next at the ball of an open table; None where the rota plans nobody. One query."""
    ahead = ball_ahead(casino_id, state.table, state.day, now)
    if ahead is None:
        return None
    ball = ball_now(ahead.entries, state, rulebook, now)
    if ball.next is None:
        return None
    return BallDue(
        name=ball.next.person.name,
        at=clock_time(ball.next.begins, ahead.zone),
        late=clock_time(ball.rule_ends, ahead.zone) if ball.late and ball.rule_ends else "",
        clause=cited(rulebook, ball.clause) if ball.late else "",
    )
