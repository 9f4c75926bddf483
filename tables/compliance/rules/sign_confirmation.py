"""The sign after a change of limits: confirmed changed within minutes of the notice to the players (it-campione/5)."""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Case, DeadlineRule, gettext_noop, warn_and_due
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

WARNED_BEFORE_S = 120
"""The rulebooks name no time for a warning: two minutes are enough to walk to the sign."""


def sign_not_confirmed(state: State, rulebook: Rulebook) -> Iterator[Case]:
    """The limits that the players were told of, and that no sign shows yet."""
    told, within_s = state.direction.announced_limits, rulebook.limits.sign_within_s
    if told is None or within_s is None:
        return
    warn_at, due_at = warn_and_due(told.since, lasts_s=within_s, warn_before_s=min(WARNED_BEFORE_S, within_s))
    yield Case(
        rule="sign-confirmation",
        key=str(told.version),
        clause=rulebook.limits.change_clause or rulebook.limits.clause,
        code="sign-not-confirmed",
        parameters={"minutes": within_s // 60},
        opened_at=told.since,
        warn_at=warn_at,
        due_at=due_at,
    )


SIGN_CONFIRMATION = DeadlineRule(
    name="sign-confirmation",
    label=gettext_noop("Sign to be changed"),
    opened_by="the players are told of other limits",
    closed_by="the sign is confirmed changed, or still other limits are announced",
    tell=("table", "floor", "inspectors"),
    cases=sign_not_confirmed,
)
