"""Croupiers take turns at the ball where the rulebook wants it without naming a time: a day is not one person's."""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Breach, SequenceRule, gettext_noop
from tables.play.events import Event, TableClosed
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def never_passed(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach if the table closes after more than one coup, and one person has had the ball all day."""
    rule = rulebook.rotation
    if rule is None or not isinstance(event, TableClosed) or event.coups < 2:
        return
    if state.spinner is not None and state.spinner_since == state.opened_at:
        yield Breach(
            code="ball-never-passed",
            clause=rule.clause,
            parameters={"spinner": state.spinner.name, "coups": event.coups},
        )


BALL_NEVER_PASSED = SequenceRule(
    name="ball-never-passed",
    label=gettext_noop("Turns at the ball"),
    tell=("table", "floor", "inspectors"),
    breaches=never_passed,
)
