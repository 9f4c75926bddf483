"""The turns that the ball makes: at least so many, full ones (it-campione/10)."""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Breach, SequenceRule, gettext_noop
from tables.play.events import Event, TurnsCounted
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def too_few(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach for a launch with fewer turns than the rulebook's minimum, by any count."""
    rule = rulebook.launch
    if rule.min_turns is None or rule.min_turns_clause is None or not isinstance(event, TurnsCounted):
        return
    if event.turns < rule.min_turns:
        yield Breach(
            code="too-few-turns",
            clause=rule.min_turns_clause,
            parameters={"turns": event.turns, "least": rule.min_turns},
            coup=event.coup,
        )


TOO_FEW_TURNS = SequenceRule(
    name="too-few-turns",
    label=gettext_noop("Too few turns of the ball"),
    tell=("table", "floor", "inspectors"),
    breaches=too_few,
)
