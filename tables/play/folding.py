"""What every step of the fold has in common: a recorded event, and the register of the functions that fold it."""

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


Step = Callable[[State, Any, Recorded, Rulebook], State]
STEPS: dict[type[e.Event], Step] = {}


def step(*event_types: type[e.Event]) -> Callable[[Step], Step]:
    """Registers the function that folds events of these types."""

    def register(function: Step) -> Step:
        STEPS.update(dict.fromkeys(event_types, function))
        return function

    return register
