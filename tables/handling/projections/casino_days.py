"""The casino's own gaming days: a row for each closed one, and its conditions for the next opening."""

from collections.abc import Sequence
from itertools import groupby

import msgspec
from django.db.models import Q

from tables.handling.models import HouseDay
from tables.handling.streams import day_of_casino
from tables.play.pending import Evolved
from tables.refusal import Refused
from tables.registers.casino_day.events import CASINO_DAY_EVENTS, TYPES
from tables.registers.casino_day.state import CasinoDayState, evolve
from tables.stream import RecordedEvent, SynchronousProjection, last_of_each_stream


class CasinoDays(SynchronousProjection):
    name = "house_days"
    version = 2
    types = TYPES
    models = (HouseDay,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for (casino_id, stream_id), run in groupby(events, key=lambda e: (e.casino_id, e.stream_id)):
            state = casino_day(casino_id, day_of_casino(stream_id))
            for recorded in run:
                state = evolve(state, CASINO_DAY_EVENTS.read(recorded), recorded.occurred_at)
            _write(casino_id, state)

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Evolved]) -> None:
        for last, each in last_of_each_stream(events, evolved):
            _write(last.casino_id, each.after)


def _write(casino_id: int, state: CasinoDayState) -> None:
    HouseDay.objects.update_or_create(
        casino_id=casino_id,
        day=state.day,
        defaults={"to_explain": state.to_explain, "state": msgspec.to_builtins(state)},
    )


def casino_day(casino_id: int, day: str) -> CasinoDayState:
    """Return the present state of a gaming day of the casino (ISO date); version 0 while it is open."""
    row = HouseDay.objects.filter(casino_id=casino_id, day=day).first()
    return state_of(row) if row else CasinoDayState(day=day)


def state_of(row: HouseDay) -> CasinoDayState:
    return msgspec.convert(row.state, CasinoDayState)


def day_to_explain(casino_id: int) -> CasinoDayState | None:
    """Return the day after an emergency close that nobody has explained; None if there is none. One query."""
    row = HouseDay.objects.filter(casino_id=casino_id, to_explain=True).order_by("day").first()
    return state_of(row) if row else None


def check_casino_lets_open(casino_id: int, day: str) -> None:
    """Raise Refused for the opening of a table on a gaming day that the casino has closed, and while an emergency close
    waits for its explanation. One query.
    """
    rows = HouseDay.objects.filter(Q(day__gte=day) | Q(to_explain=True), casino_id=casino_id).order_by("day")
    for row in rows:
        if row.day >= day:
            raise Refused("house-day-closed", closed=row.day, day=day)
        closed = state_of(row).closed
        assert closed is not None and closed.forced is not None, "it was closed under pressure"
        raise Refused("house-day-to-reconcile-before-opening", day=row.day, left=closed.forced.left)
