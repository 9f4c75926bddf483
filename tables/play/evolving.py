"""The common part of all evolve.py: a recorded event, and the mark of a function that evolves one."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from tables.play import events as e
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class Recorded(msgspec.Struct, frozen=True):
    """An event at its place in the stream."""

    event: e.Event
    version: int
    at: datetime


Evolver = Callable[[State, Any, Recorded, Rulebook], State]


def evolves(*event_types: type[e.Event]) -> Callable[[Evolver], Evolver]:
    """Mark a function with the types of events that it evolves; tables.play.evolve finds it by this mark."""

    def mark(function: Evolver) -> Evolver:
        function.event_types = event_types  # type: ignore[attr-defined]
        return function

    return mark
