"""Events of a casino's gaming day, in its stream; the metadata has their author and signatories too."""

from __future__ import annotations

from typing import Literal

import msgspec

from tables.codec import EventCodec
from tables.play.events import Person
from tables.refusal import Refusal
from tables.registers.casino_day.older_closings import closing_from_words

Kind = Literal["table", "pressure", "dispute", "slip", "held", "box"]
"""table     its day is open
pressure  it was closed under pressure, and nobody has explained it
dispute   a coup is disputed, and the direction has not decided
slip      a fill or a credit is on its way
held      something is held without a receipt
box       a drop box is not counted, or its count not accepted
"""


class ClosingBlocker(Refusal, frozen=True, kw_only=True):
    """Something of the day that is not done: `ref` names it among those of its kind and stays, code and parameters
    describe its state.
    """

    kind: Kind
    ref: str
    table: str


class FigureAsStood(msgspec.Struct, frozen=True, array_like=True):
    """An amount in minor units, None if it was unknown, with its label: as settlement's figures have it."""

    amount: int | None
    label: str


class TableAsClosed(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day when the casino closed it: its figures by name, at a `version` of its stream."""

    table: str
    currency: str
    version: int
    coups: int
    figures: dict[str, FigureAsStood]


class ForcedHouseClose(msgspec.Struct, frozen=True, kw_only=True):
    """Emergency close of the day: its reason, and all open blockers."""

    reason: str
    left: tuple[ClosingBlocker, ...]


class HouseDayClosed(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="house_day_closed"):
    """The casino's gaming day ended. Later records of it are after its closing."""

    day: str
    tables: tuple[TableAsClosed, ...]
    closed_by: Person
    signed_by: Person
    forced: ForcedHouseClose | None = None
    """It is to be reconciled."""


class HouseCloseExplained(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="house_close_explained"
):
    """Reconciliation of a day after an emergency close, signed by two people."""

    day: str
    reason: str
    explained_by: Person
    signed_by: Person


AnyCasinoDayEvent = HouseDayClosed | HouseCloseExplained
CASINO_DAY_EVENTS = EventCodec[AnyCasinoDayEvent](
    AnyCasinoDayEvent, {"house_day_closed": (closing_from_words,)}
)
TYPES = CASINO_DAY_EVENTS.types
"""The types of all events of a casino's day, as the record has them."""
