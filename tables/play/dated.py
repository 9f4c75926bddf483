"""An event together with the time at which it happened: what a decision returns."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from tables.play.events import Event


class Dated(msgspec.Struct, frozen=True):
    """`event` happened at `at` (UTC); when it is recorded is the record's own business."""

    event: Event
    at: datetime


Decision = Iterator[Dated]
