"""The sign after a change of limits: confirmed changed within minutes of the notice to the players (it-campione/5)."""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Deadline, DeadlineRule, gettext_noop, warn_and_due
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

WARNED_BEFORE_S = 120
"""The rulebooks name no time for a warning: two minutes are enough to walk to the sign."""


def sign_not_confirmed(state: State, rulebook: Rulebook) -> Iterator[Deadline]:
    """Limits that were announced to the players, and that no sign shows yet."""
    announced, within_s = state.direction.announced_limits, rulebook.limits.sign_within_s
    if announced is None or within_s is None:
        return
    warn_at, due_at = warn_and_due(
        announced.since, lasts_s=within_s, warn_before_s=min(WARNED_BEFORE_S, within_s)
    )
    yield Deadline(
        rule="sign-confirmation",
        key=str(announced.version),
        clause=rulebook.limits.change_clause or rulebook.limits.clause,
        code="sign-not-confirmed",
        parameters={"minutes": within_s // 60},
        opened_at=announced.since,
        warn_at=warn_at,
        due_at=due_at,
    )


SIGN_CONFIRMATION = DeadlineRule(
    name="sign-confirmation",
    label=gettext_noop("Sign to be changed"),
    opened_by="other limits are announced to the players",
    closed_by="the sign is confirmed changed, or still other limits are announced",
    tell=("table", "floor", "inspectors"),
    deadlines=sign_not_confirmed,
)
