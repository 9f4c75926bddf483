"""Everything that can happen at a table, as it is written into the record.

An event is named in the past. Its tag is its type in the record, its fields are the event's data there; who did
it, where, and when stand in the event's metadata and times, not here. A field is added with a default or not at
all: what was recorded once is read for ever.
"""

from typing import cast, get_args

import msgspec

from tables.play.events.advances import *
from tables.play.events.base import *
from tables.play.events.bets import *
from tables.play.events.cash import *
from tables.play.events.change import *
from tables.play.events.chip_series import *
from tables.play.events.colours import *
from tables.play.events.corrections import *
from tables.play.events.coup import *
from tables.play.events.day import *
from tables.play.events.direction import *
from tables.play.events.equipment import *
from tables.play.events.held import *
from tables.play.events.limits import *
from tables.play.events.live import *
from tables.play.events.payments import *
from tables.play.events.phases import *
from tables.play.events.result import *
from tables.play.events.slips import *
from tables.play.events.staff import *
from tables.play.events.watch import *

AnyEvent = (
    DayEvent
    | DirectionEvent
    | StaffEvent
    | CorrectionEvent
    | LimitsEvent
    | BetEvent
    | CashEvent
    | ChangeEvent
    | AdvanceEvent
    | ChipSeriesEvent
    | ColourEvent
    | HeldEvent
    | LiveEvent
    | CoupEvent
    | PhaseEvent
    | PaymentEvent
    | ResultEvent
    | EquipmentEvent
    | SlipEvent
    | WatchEvent
)


BY_TYPE: dict[str, type[Event]] = {str(event.__struct_config__.tag): event for event in get_args(AnyEvent)}
TYPES = frozenset(BY_TYPE)
"""The types of all table events, as the record has them."""


def to_record(event: Event) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event, str_keys=True)
    return str(data.pop("type")), data


def from_record(type_: str, data: dict[str, object]) -> AnyEvent:
    """The event again from its type and (upcast) data. Raises msgspec.ValidationError where they do not fit."""
    event_type = BY_TYPE.get(type_)
    if event_type is None:
        raise msgspec.ValidationError(f"{type_!r} is no type of a table's events")
    # Into the one class, not into the union of them all: that would be put together anew for every event.
    return cast(AnyEvent, msgspec.convert(data, event_type, str_keys=True))
