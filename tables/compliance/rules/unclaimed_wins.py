"""Unclaimed wins: those on multiples are set aside at once, the others after the third coup.

Two cases, each with its own end (it-venezia/general-8). At once means before the ball of the next coup is launched:
a win seen later was left on the cloth through another launch. A win that waits for its coups is set aside with the
number of the last of them, by the decision that records the number, and so cannot be late.
"""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Breach, SequenceRule, gettext_noop
from tables.play.coup.questions import BALL_RUNS
from tables.play.events import Event, HeldSetAside
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def set_aside_late(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach for a win that should be set aside at once, but is set aside when the ball of a
    later coup runs.
    """
    rule = rulebook.held
    if rule is None or rule.after_coups is None or not isinstance(event, HeldSetAside):
        return
    held = event.held
    waited = any(each.ref == held.ref for each in state.held.items)
    if held.kind == "win" and not waited and state.phase in BALL_RUNS and state.coup > held.coup:
        yield Breach(
            code="win-set-aside-late",
            clause=rule.clause,
            parameters={"held": held.ref, "bet": held.bet, "coup": held.coup},
            coup=state.coup,
        )


WIN_SET_ASIDE_LATE = SequenceRule(
    name="win-set-aside-late",
    label=gettext_noop("Unclaimed win set aside late"),
    tell=("table", "floor", "inspectors"),
    breaches=set_aside_late,
)
