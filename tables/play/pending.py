"""Result of a decision: an event together with the time at which it happened."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from tables.play.command import Command
from tables.play.events import Event
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class PendingEvent(msgspec.Struct, frozen=True):
    """`event` happened at `at` (UTC); when it is recorded is the record's own business."""

    event: Event
    at: datetime


class Evolved(msgspec.Struct, frozen=True):
    """An event with the state of its stream before and after it: evolved once, for all that ask about it."""

    event: Any
    at: datetime
    before: Any
    after: Any


Decision = Iterator[PendingEvent]
Deciders = dict[type[Command], Callable[[State, Any, Rulebook, datetime], Decision]]
"""The function that decides each command: on a state, by a rulebook, at a moment in UTC."""
