"""Changes of the coup by events of other packages."""

from typing import Literal

from msgspec.structs import replace

from tables.play import events as e
from tables.play.coup.state import Course
from tables.play.state import State


def heard(state: State, source: e.Source | Literal["clock"]) -> State:
    """Return the state after a report on the running coup: the primary reader reports no earlier coup any more."""
    if source != "reader" or state.reader.is_away or not any(past.awaits_reader for past in state.past):
        # While it is away, a witness may act for it.
        return state
    return replace(state, past=tuple(replace(past, awaits_reader=False) for past in state.past))


def stopped(course: Course, *, annulled: bool = False) -> Course:
    """Return the course once the ball runs no more: its number fell, the launch failed, or the coup is `annulled`."""
    return replace(course, turns=None, hangs_since=None, annulled=annulled)


def unpaid(course: Course, coup: int, *, cleared: bool) -> Course:
    """Return the course without the prizes of `coup` that were paid one by one: the coup is paid as a whole, or
    another number is valid, under which it is not `cleared` either.
    """
    return replace(
        course,
        cleared=course.cleared if cleared or course.cleared != coup else None,
        paid=tuple(prize for prize in course.paid if prize.coup != coup),
        due=tuple(prize for prize in course.due if prize.coup != coup),
    )
