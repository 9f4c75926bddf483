"""The launch of the ball: after the payments, against the wheel, and each coup the other way round."""

from collections.abc import Iterator

from tables.play.change import being_made
from tables.play.events import BallLaunched, DirectionsSeen, Event, NumberFell, VoidSeen
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.shift.rules.case import Breach, SequenceRule

SAME_DIRECTION = "ball_with_rotor"
"""A reader's reason to hold a launch for void: it saw the ball run with the wheel, if not which way the two ran."""


def before_payments(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """No ball is launched while prizes of an earlier coup are still to be paid, or change is being made."""
    clause = rulebook.launch.payments_first
    if not clause or not isinstance(event, BallLaunched):
        return
    open_ = []
    if state.payments_open:
        unpaid = ", ".join(str(each) for each in state.payments_open)
        open_.append(f"payments of coup {unpaid} were open")
    if (change := being_made(state)) is not None:
        open_.append(f"the change of {change.player} ({change.receipt}) was being made")
    if open_:
        yield Breach(clause=clause, detail=f"ball launched while {' and '.join(open_)}", coup=event.coup)


def with_wheel(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """The ball runs against the wheel. A launch that is known to break this does so once, whoever says it again."""
    clause = rulebook.launch.against_wheel
    if not clause or not isinstance(event, BallLaunched | DirectionsSeen | VoidSeen):
        return
    if not isinstance(event, BallLaunched) and _ran_with_wheel(state):
        return
    if isinstance(event, VoidSeen):
        if SAME_DIRECTION in event.reasons:
            yield Breach(clause=clause, detail="the reader saw the ball run with the wheel", coup=event.coup)
        return
    wheel, ball = event.rotor_direction, event.ball_direction
    if isinstance(event, DirectionsSeen):
        wheel, ball = wheel or state.rotor_direction, ball or state.ball_direction
    if wheel is not None and wheel == ball:
        yield Breach(clause=clause, detail=f"ball and wheel both ran {wheel}", coup=event.coup)


def _ran_with_wheel(state: State) -> bool:
    """Whether the running launch is known to go that way already."""
    told = state.rotor_direction is not None and state.rotor_direction == state.ball_direction
    return told or SAME_DIRECTION in state.reader.void


def do_not_alternate(state: State, event: Event, rulebook: Rulebook) -> Iterator[Breach]:
    """The wheel turns one way in one launch and the other way in the next.

    Judged at the number and not at the launch: a launch that failed counted for nothing. One after which the coup was
    null was a launch, and the new one that follows it goes the other way (pt-francesa/14, pt-americana/22).
    """
    clause = rulebook.launch.alternate
    if not clause or not isinstance(event, NumberFell) or state.rotor_direction is None:
        return
    if state.rotor_direction == state.last_direction:
        yield Breach(
            clause=clause,
            detail=f"the wheel ran {state.rotor_direction} in this launch and in the one before",
            coup=event.coup,
        )


LAUNCH_BEFORE_PAYMENTS = SequenceRule(
    name="launch-before-payments",
    label="Launch before payments",
    tell=("table", "floor", "inspectors"),
    breaches=before_payments,
)

BALL_WITH_WHEEL = SequenceRule(
    name="ball-with-wheel",
    label="Ball with the wheel",
    tell=("table", "floor", "inspectors"),
    breaches=with_wheel,
)

LAUNCHES_DO_NOT_ALTERNATE = SequenceRule(
    name="launches-do-not-alternate",
    label="Launches do not alternate",
    tell=("table", "floor", "inspectors"),
    breaches=do_not_alternate,
)
