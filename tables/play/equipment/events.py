"""The ball in play, who spins it, unfit equipment, and the casino's series of chips."""

from typing import Literal

from tables.play.event import Event, Person


class ChipSeriesAnnounced(Event, frozen=True, kw_only=True, tag="chip_series_told"):
    """The casino announced which series of chips are in play from now on, and which have ended."""

    in_play: tuple[str, ...]
    ended: tuple[str, ...]
    values: tuple[int, ...] = ()
    """The values of the chips of the series in play, in minor units, the highest first."""


class OldSeriesSeen(Event, frozen=True, kw_only=True, tag="old_series_seen"):
    """Chips of an ended series were seen at the table: they take no part, the cash desk exchanges them.

    `amount` in minor units; `where` in any words.
    """

    series: str
    player: str
    amount: int
    where: str


ChipSeriesEvent = ChipSeriesAnnounced | OldSeriesSeen


class BallChanged(Event, frozen=True, kw_only=True, tag="ball_changed"):
    """The ball in play was changed for another one of the table's."""

    ball: str
    previous: str
    announced: bool


class SpinnerChanged(Event, frozen=True, kw_only=True, tag="spinner_changed"):
    """Change of the dealer at the ball; nobody, while the dealer is on a break."""

    person: Person | None
    previous: Person | None
    at_ball_s: int | None = None
    """For how many seconds the last one spun."""
    notice: str = ""
    """The notice to the games inspector, where it came before its time."""


class BallReplaced(Event, frozen=True, kw_only=True, tag="ball_replaced"):
    """A ball of the table that was defective, broken or lost made way for another one, which takes its letter."""

    ball: str
    reason: str
    """A key of the rulebook's `replacement_reasons`, where it lists any."""
    diameter_mm: float
    serial: str = ""
    previous_serial: str = ""
    in_play: bool
    """It was the ball in play; the new one goes on with its hour."""


class EquipmentUnfit(Event, frozen=True, kw_only=True, tag="equipment_unfit"):
    """An inspection found the wheel or a ball of the open table unfit; the register has the inspection."""

    what: Literal["wheel", "ball"]
    serial: str
    ball: str = ""
    """The ball's letter."""
    remarks: str = ""


EquipmentEvent = BallChanged | BallReplaced | EquipmentUnfit | SpinnerChanged
