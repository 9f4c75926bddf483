"""The common part of all evolve.py: a recorded event, and the register of the functions that evolve one."""

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
EVOLVERS: dict[type[e.Event], Evolver] = {}


def evolves(*event_types: type[e.Event]) -> Callable[[Evolver], Evolver]:
    """Registers the function that evolves events of these types."""

    def register(function: Evolver) -> Evolver:
        EVOLVERS.update(dict.fromkeys(event_types, function))
        return function

    return register
