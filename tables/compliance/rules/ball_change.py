"""The change of ball: by the hour, to the other one, and announced.

A ball that is replaced in play (pt-francesa/10, pt-americana/18) does not count as a change: the new one takes the
letter and continues the hour of the old one, so that a replacement neither delays the change nor breaks the turns. The
same ball put back into play does not count either.
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
from tables.play.events import BallChanged, Event
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def ball_in_play(state: State, rulebook: Rulebook) -> Iterator[Deadline]:
    """Yield the deadline of the ball in play: its change within `every_s` of the rulebook's `[ball_change]`."""
    rule = rulebook.ball_change
    if rule is None or state.ball_since is None or stands_still(state, state.ball_since, rule.every_s):
        return
    warn_at, due_at = warn_and_due(state.ball_since, lasts_s=rule.every_s, warn_before_s=rule.warn_before_s)
    yield Deadline(
        rule="ball-change",
        key=str(state.ball_version),
        clause=rule.clause,
        code="ball-not-changed",
        parameters={"ball": state.ball, "minutes": rule.every_s // 60},
        opened_at=state.ball_since,
        warn_at=warn_at,
        due_at=due_at,
    )


def same_ball_again(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach if balls are used by turns, and a change is not one to another ball."""
    rule = rulebook.ball_change
    if rule is not None and rule.alternate and isinstance(event, BallChanged) and event.ball == state.ball:
        yield Breach(code="same-ball-again", clause=rule.clause, parameters={"ball": event.ball})


def unannounced(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach if a change was not announced to the players."""
    rule = rulebook.ball_change
    if rule is not None and rule.announced and isinstance(event, BallChanged) and not event.announced:
        yield Breach(code="ball-change-unannounced", clause=rule.clause)


BALL_CHANGE = DeadlineRule(
    name="ball-change",
    label=gettext_noop("Ball change"),
    opened_by="the table's opening; each change of the ball; play going on after a suspension",
    closed_by="the next change of the ball; the table's closing; a suspension before it is due",
    tell=("table", "floor", "inspectors"),
    deadlines=ball_in_play,
)

SAME_BALL_AGAIN = SequenceRule(
    name="same-ball-again",
    label=gettext_noop("Same ball again"),
    tell=("table", "floor", "inspectors"),
    breaches=same_ball_again,
)

BALL_CHANGE_UNANNOUNCED = SequenceRule(
    name="ball-change-unannounced",
    label=gettext_noop("Ball change not announced"),
    tell=("table", "floor", "inspectors"),
    breaches=unannounced,
)
