"""Cash at the table: notes that came for chips, the drop box for them, counted tips, and chips advanced to a player
with the later fate of the advance.

A box that has left the table has its own stream (`settlement.boxes`). Values and totals are in minor units.
"""

from typing import Literal

import msgspec

from tables.play.change.events import Pieces
from tables.play.event import Event

BoxReason = Literal["full", "closing", "other"]
"""The reasons why a box leaves its table."""


class CarriedBox(msgspec.Struct, frozen=True, kw_only=True):
    """A day's cash that is still at the table at its end: the box by its serial (empty if only notes wait for one),
    and the amount `recorded` for it in minor units.
    """

    serial: str
    recorded: int


class CashTaken(Event, frozen=True, kw_only=True, tag="cash_taken"):
    """Notes came to the table for chips. `pieces` are the notes by value, empty where only the `total` is known.

    `player` is whom the chips are for, by seat, colour or alias; empty where that is not known.
    """

    total: int
    pieces: Pieces = {}
    player: str = ""


class CashCorrected(Event, frozen=True, kw_only=True, tag="cash_corrected"):
    """Two people corrected cash that was recorded wrongly, for a `reason`: the event `taken` (a version of this
    day's stream) had `before`, and it was `total`, nothing where none was taken. `pieces` as there."""

    taken: int
    before: int
    total: int
    pieces: Pieces = {}
    reason: str


class BoxPlaced(Event, frozen=True, kw_only=True, tag="box_placed"):
    """A drop box was put in its place at the table; `use` counts the times that this one was on the day, from 1."""

    serial: str
    use: int = 1


class BoxRemoved(Event, frozen=True, kw_only=True, tag="box_removed"):
    """The drop box left the table, closed, with the cash that the table had `recorded` since the last box left.

    `recorded` is below zero if more of the table's notes went back out than came in. `from_before` is the part that
    an earlier day recorded, if the box stayed at the table over a closing.
    """

    serial: str
    use: int = 1
    reason: BoxReason
    recorded: int
    from_before: int = 0


class TipsCounted(Event, frozen=True, kw_only=True, tag="tips_counted"):
    """Count by two people of the tips for the table's staff in a shift. `pieces` by value, empty if only the `total` is
    known. `before` is the count that this one corrects, with the `reason`.
    """

    shift: str
    total: int
    pieces: Pieces = {}
    before: int = 0
    reason: str = ""


CashEvent = CashTaken | CashCorrected | BoxPlaced | BoxRemoved | TipsCounted


class CarriedAdvance(msgspec.Struct, frozen=True, kw_only=True):
    """The open part of an advance that one gaming day hands to the next. Minor units."""

    ref: str
    player: str
    amount: int
    staked: int = 0


class ChipsAdvanced(Event, frozen=True, kw_only=True, tag="chips_advanced"):
    """A player was advanced chips; the metadata has the signatories. `amount` is in minor units."""

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
