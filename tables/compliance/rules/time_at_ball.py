"""The time at the ball: the dealer is replaced in time, by an hour (pt-francesa/25) or half an hour (it-campione/13,
pt-americana/35), and not before by custom without notice (it-campione/13).
"""

from collections.abc import Iterator

from tables.compliance.rules.deadline import (
    Breach,
    Deadline,
    DeadlineRule,
    SequenceRule,
    gettext_noop,
    stands_still,
    warn_and_due,
)
from tables.play.events import Event, SpinnerChanged
from tables.play.state import State
from tables.roulette.day_rules import TimeAtBallRule
from tables.roulette.rulebook import Rulebook


def at_the_ball(state: State, rulebook: Rulebook) -> Iterator[Deadline]:
    """The dealer at the ball, to be replaced within `at_most_s` of the rulebook's `[time_at_ball]`, unless it is
    excused.
    """
    rule = rulebook.time_at_ball
    if rule is not None and rule.counts == "table":
        yield from _at_the_table(state, rule)
        return
    if rule is None or state.spinner is None or state.spinner_since is None:
        return
    if state.roster.excused is not None or stands_still(state, state.spinner_since, rule.at_most_s):
        return
    warn_at, due_at = warn_and_due(
        state.spinner_since, lasts_s=rule.at_most_s, warn_before_s=rule.warn_before_s
    )
    yield Deadline(
        rule="time-at-ball",
        key=str(state.roster.spinner_version),
        clause=rule.clause,
        code="spinner-not-replaced",
        parameters={"spinner": state.spinner.name, "minutes": rule.at_most_s // 60},
        opened_at=state.spinner_since,
        warn_at=warn_at,
        due_at=due_at,
    )


def _at_the_table(state: State, rule: TimeAtBallRule) -> Iterator[Deadline]:
    """Everybody at the table who spun there since they came, in any seat, to leave it within `at_most_s`."""
    for stay in state.roster.stays:
        if not stay.spun or stay.left_at is not None or stands_still(state, stay.since, rule.at_most_s):
            continue
        warn_at, due_at = warn_and_due(stay.since, lasts_s=rule.at_most_s, warn_before_s=rule.warn_before_s)
        yield Deadline(
            rule="time-at-ball",
            key=stay.key,
            clause=rule.clause,
            code="stayed-at-table",
            parameters={"spinner": stay.person.name, "minutes": rule.at_most_s // 60},
            opened_at=stay.since,
            warn_at=warn_at,
            due_at=due_at,
        )


def passed_early(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach if the ball is passed on early without notice to the games inspector before. By custom it is
    passed on in time.
    """
    rule = rulebook.time_at_ball
    if rule is None or rule.early_by_s is None or not isinstance(event, SpinnerChanged):
        return
    if state.roster.excused is not None or event.previous is None or event.at_ball_s is None:
        return
    if event.at_ball_s < rule.at_most_s - rule.early_by_s:
        yield Breach(
            code="ball-passed-early-told-late" if event.notice else "ball-passed-early",
            clause=rule.clause,
            parameters={"spinner": event.previous.name, "minutes": event.at_ball_s // 60},
        )


TIME_AT_BALL = DeadlineRule(
    name="time-at-ball",
    label=gettext_noop("Time at the ball"),
    opened_by="somebody takes the ball, at the opening or from a colleague; play going on after a suspension",
    closed_by="the ball passes on; it is excused by notice or force majeure; the table's closing; a suspension before "
    "it is due",
    tell=("table", "floor", "inspectors"),
    deadlines=at_the_ball,
)

BALL_PASSED_EARLY = SequenceRule(
    name="ball-passed-early",
    label=gettext_noop("Ball passed early"),
    tell=("table", "floor", "inspectors"),
    breaches=passed_early,
)
