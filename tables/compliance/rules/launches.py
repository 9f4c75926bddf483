"""The launch of the ball: after the payments, against the wheel, each coup the other way round, and none while play is
suspended or after the last coup."""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Breach, SequenceRule, gettext_noop
from tables.play.change.questions import being_made
from tables.play.coup.questions import ball_ran, last_ball_ran
from tables.play.events import BallLaunched, DirectionsSeen, Event, NumberFell, VoidSeen
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

SAME_DIRECTION = "ball_with_rotor"
"""A reader's reason to hold a launch for void: it saw the ball run with the wheel, if not which way the two ran."""


def before_payments(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach for a launch while prizes of an earlier coup are still to be paid, or change is being made."""
    clause = rulebook.launch.payments_first
    if not clause or not isinstance(event, BallLaunched):
        return
    unpaid, change = tuple(state.payments_open), being_made(state)
    if change is not None:
        yield Breach(
            code="launched-before-payments-and-change" if unpaid else "launched-during-change",
            clause=clause,
            parameters={"unpaid": unpaid, "player": change.player, "receipt": change.receipt},
            coup=event.coup,
        )
    elif unpaid:
        yield Breach(
            code="launched-before-payments", clause=clause, parameters={"unpaid": unpaid}, coup=event.coup
        )


def with_wheel(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield the breach of a launch with the wheel's direction, not against it. A known breach of a launch is not
    repeated.
    """
    clause = rulebook.launch.against_wheel
    if not clause or not isinstance(event, BallLaunched | DirectionsSeen | VoidSeen):
        return
    if not isinstance(event, BallLaunched) and _ran_with_wheel(state):
        return
    if isinstance(event, VoidSeen):
        if SAME_DIRECTION in event.reasons:
            yield Breach(code="ball-seen-with-wheel", clause=clause, coup=event.coup)
        return
    wheel, ball = event.rotor_direction, event.ball_direction
    if isinstance(event, DirectionsSeen):
        wheel, ball = wheel or state.rotor_direction, ball or state.ball_direction
    if wheel is not None and wheel == ball:
        yield Breach(code="ball-with-wheel", clause=clause, parameters={"direction": wheel}, coup=event.coup)


def _ran_with_wheel(state: State) -> bool:
    """Return True if the running launch is known to go that way already."""
    seen = state.rotor_direction is not None and state.rotor_direction == state.ball_direction
    return seen or SAME_DIRECTION in state.void


def do_not_alternate(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach if the ball is launched the same way in two launches in a row.

    The rule is judged at the number, not at the launch: a launch that failed does not count. A launch before a null
    coup counts, and the new launch after it goes the other way (pt-francesa/14, pt-americana/22).
    """
    clause = rulebook.launch.alternate
    if not clause or not isinstance(event, NumberFell):
        return
    direction = ball_ran(state)
    if direction is not None and direction == last_ball_ran(state):
        yield Breach(
            code="ball-does-not-alternate",
            clause=clause,
            parameters={"direction": direction},
            coup=event.coup,
        )


def while_suspended(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach for a launch while play is suspended."""
    rule = rulebook.suspension
    if rule is not None and state.direction.suspension is not None and isinstance(event, BallLaunched):
        yield Breach(code="launched-while-suspended", clause=rule.clause, coup=event.coup)


def after_last_coup(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """Yield a breach for a launch after the announced last coup."""
    rule, last = rulebook.last_coup, state.direction.last_coup
    if rule is None or last is None or not isinstance(event, BallLaunched) or event.coup <= last:
        return
    yield Breach(
        code="launched-after-last-coup", clause=rule.clause, parameters={"last": last}, coup=event.coup
    )


LAUNCH_WHILE_SUSPENDED = SequenceRule(
    name="launch-while-suspended",
    label=gettext_noop("Launch while play is suspended"),
    tell=("table", "floor", "inspectors"),
    breaches=while_suspended,
)

LAUNCH_AFTER_LAST_COUP = SequenceRule(
    name="launch-after-last-coup",
    label=gettext_noop("Launch after the last coup"),
    tell=("table", "floor", "inspectors"),
    breaches=after_last_coup,
)

LAUNCH_BEFORE_PAYMENTS = SequenceRule(
    name="launch-before-payments",
    label=gettext_noop("Launch before payments"),
    tell=("table", "floor", "inspectors"),
    breaches=before_payments,
)

BALL_WITH_WHEEL = SequenceRule(
    name="ball-with-wheel",
    label=gettext_noop("Ball with the wheel"),
    tell=("table", "floor", "inspectors"),
    breaches=with_wheel,
)

LAUNCHES_DO_NOT_ALTERNATE = SequenceRule(
    name="launches-do-not-alternate",
    label=gettext_noop("Launches do not alternate"),
    tell=("table", "floor", "inspectors"),
    breaches=do_not_alternate,
)
