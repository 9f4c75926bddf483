"""The control service has prompt notice of a suspension (it-campione/15)."""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Deadline, DeadlineRule, gettext_noop, warn_and_due
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

WARNED_BEFORE_S = 300
"""The rulebooks name no time for a warning: halfway through the ten minutes."""


def control_without_notice(state: State, rulebook: Rulebook) -> Iterator[Deadline]:
    """Yield the deadline of each suspension that control does not know of, also of one that has ended meanwhile."""
    rule = rulebook.suspension
    if rule is None or rule.notify_within_s is None:
        return
    now = state.direction.suspension
    suspensions = (*state.direction.unnotified, *((now,) if now and now.notified_at is None else ()))
    for each in suspensions:
        warn_at, due_at = warn_and_due(
            each.since,
            lasts_s=rule.notify_within_s,
            warn_before_s=min(WARNED_BEFORE_S, rule.notify_within_s),
        )
        yield Deadline(
            rule="notice-to-control",
            key=str(each.version),
            clause=rule.clause,
            code="control-not-told",
            parameters={"minutes": rule.notify_within_s // 60},
            opened_at=each.since,
            warn_at=warn_at,
            due_at=due_at,
        )


NOTICE_TO_CONTROL = DeadlineRule(
    name="notice-to-control",
    label=gettext_noop("Notice to control"),
    opened_by="play is suspended",
    closed_by="control has notice of it",
    tell=("table", "floor", "inspectors"),
    deadlines=control_without_notice,
)
