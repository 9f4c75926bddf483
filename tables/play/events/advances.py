"""Chips advanced to a player, and what becomes of the advance."""

import msgspec

from tables.play.events.base import Event


class CarriedAdvance(msgspec.Struct, frozen=True, kw_only=True):
    """What is still to be repaid of an advance that one gaming day hands to the next. Minor units."""

    ref: str
    player: str
    amount: int
    staked: int = 0


class ChipsAdvanced(Event, frozen=True, kw_only=True, tag="chips_advanced"):
    """A player was advanced chips; who signed for it stands in the metadata. `amount` in minor units."""

    ref: str
    player: str
    amount: int
    clause: str


class AdvanceRepaid(Event, frozen=True, kw_only=True, tag="advance_repaid"):
    """A player repaid an advance, or part of it; `left` is still to come. Minor units."""

    ref: str
    player: str
    amount: int
    left: int


class AdvanceCarried(Event, frozen=True, kw_only=True, tag="advance_carried"):
    """An advance may stay open over the closing of the table: the next gaming day has it. `left` in minor units."""

    ref: str
    player: str
    left: int


AdvanceEvent = ChipsAdvanced | AdvanceRepaid | AdvanceCarried
