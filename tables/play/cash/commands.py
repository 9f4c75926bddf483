"""Cash at the table, its drop boxes and tips; advances of chips."""

from tables.play.command import Fact, Request, Signed
from tables.play.events import BoxReason, Pieces


class TakeCash(Fact, frozen=True, kw_only=True, tag="take-cash"):
    """Record notes for chips: the number of each value, or only their total; both must agree. Minor units."""

    pieces: Pieces = {}
    total: int = 0
    player: str = ""


class CorrectCash(Request, Signed, frozen=True, kw_only=True, tag="correct-cash"):
    """Correct cash that was recorded wrongly: the event `taken` by its version, and the cash as it was; nothing where
    none was taken. The chief or the pit boss signs, and a second person."""

    taken: int
    pieces: Pieces = {}
    total: int = 0
    reason: str


class PlaceBox(Request, Signed, frozen=True, kw_only=True, tag="place-box"):
    """Put the drop box with this serial in its place; the chief or the pit boss signs, and a second person."""

    serial: str


class RemoveBox(Request, Signed, frozen=True, kw_only=True, tag="remove-box"):
    """Take the drop box away that is in place, signed as it was placed. `replaced_by` is put in its place at once."""

    serial: str
    reason: BoxReason
    replaced_by: str = ""


class CountTips(Request, Signed, frozen=True, kw_only=True, tag="count-tips"):
    """Record the count of a shift's tips by two people: by value, or only the total. A second count
    needs a `reason`.
    """

    shift: str
    pieces: Pieces = {}
    total: int = 0
    reason: str = ""


class AdvanceChips(Request, Signed, frozen=True, kw_only=True, tag="advance-chips"):
    """Advance chips to a player, `amount` in minor units. The people whom the rulebook names sign beside the actor."""

    player: str
    amount: int


class RepayAdvance(Fact, frozen=True, kw_only=True, tag="repay-advance"):
    """A player repaid `amount` of an advance, in minor units."""

    ref: str
    amount: int


class CarryAdvance(Request, Signed, frozen=True, kw_only=True, tag="carry-advance"):
    """Leave an advance open over the closing of the table. The same people sign as for the advance itself."""

    ref: str
