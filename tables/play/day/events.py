"""The beginning and the end of a gaming day, and the values that one day hands to the next."""

from datetime import datetime

import msgspec

from tables.play.cash.events import CarriedAdvance, CarriedBox
from tables.play.change.events import Pieces
from tables.play.event import Ball, Event, Person
from tables.play.held.events import HeldStake
from tables.play.limits.events import Agreement
from tables.play.live.events import CarriedSeat
from tables.play.reader.observation import Rotation
from tables.play.slips.events import CarriedSlip
from tables.refusal import Refusal
from tables.roulette.rulebook import Limits
from tables.roulette.stake import Stake


class LeftOpen(Refusal, frozen=True, kw_only=True):
    """Matter that waits for people, by code and parameters: a table closes with it only by an emergency close."""

    kind: str


class ForcedClose(msgspec.Struct, frozen=True, kw_only=True):
    """Emergency close of a table on `day`: the reason, the people who ordered and countersigned it, and all matters
    left open.
    """

    day: str
    reason: str
    left: tuple[LeftOpen, ...]
    ordered_by: Person
    signed_by: Person


class TableOpened(Event, frozen=True, kw_only=True, tag="table_opened"):
    """A gaming day began at this table; the event repeats the values that the last day handed on."""

    table: str
    day: str
    rulebook: str
    rulebook_version: int
    rulebook_sha256: str = ""
    """The SHA-256 of the rulebook's file, in hexadecimal: the text by which the day is played. Empty in older
    events."""
    wheel: str
    """The numbering of its wheel: a name among the rulebook's wheels, `french` or `american`."""
    double: bool
    currency: str
    limits: Limits
    balls: tuple[Ball, ...]
    ball: str
    staff: dict[str, Person]
    spinner: str
    """The position whose holder spins."""
    previous_day: str | None = None
    last_number: int | None = None
    last_direction: Rotation | None = None
    last_ball_direction: Rotation | None = None
    numbers: tuple[int, ...] = ()
    bound: tuple[Stake, ...] = ()
    cylinder_mm: int | None = None
    """The diameter of the wheel's cylinder in millimetres."""
    face_value_only: bool = False
    """The table is played with face-value chips exclusively (where the rulebook has chips of colours)."""
    second_staff: dict[str, Person] = {}
    """The people in the positions of a double table's second layout."""
    counts_float: bool = False
    """The float is counted, and signed by two people, before bets open and before the table closes."""
    float_handed_on: int | None = None
    """The result of the last day's closing count, in minor units."""
    float_pieces_handed_on: Pieces | None = None
    """Float handed on, in chips of each value; None if nobody counted them."""
    float_series_handed_on: dict[str, Pieces] = {}
    """Float handed on by series, if the chips were counted by series."""
    par: Pieces = {}
    """The chips with which an imprest table begins each day; none of a count table."""
    advances: tuple[CarriedAdvance, ...] = ()
    """The advances that the last day left open, to be repaid."""
    series_in_play: tuple[str, ...] = ()
    """Series of chips of the casino; empty if the casino does not distinguish series."""
    series_ended: tuple[str, ...] = ()
    series_values: tuple[int, ...] = ()
    """The values of the chips of the series in play, in minor units."""
    seats: tuple[CarriedSeat, ...] = ()
    """Seats with their balances, as the last day left them."""
    chip_symbol: str = ""
    """The symbol on the table's chips without face value."""
    chip_colours: dict[str, int] = {}
    """The colours of those chips, each with the number that the table has; none where they are not registered."""
    late_chips: dict[str, int] = {}
    """Chips by colour that were out when the last day ended, to be redeemed late."""
    held: tuple[HeldStake, ...] = ()
    """Held money that nobody had claimed at the end of the last day."""
    wheel_serial: str = ""
    """The serial of the wheel, from the casino's register; empty without an entry."""
    slips_open: tuple[CarriedSlip, ...] = ()
    """Slips that the last day left open."""
    slips_left: tuple[CarriedSlip, ...] = ()
    """Credits that left the table on its last day."""
    forced_close: ForcedClose | None = None
    """Emergency close of the last day without an explanation yet."""
    box: CarriedBox | None = None
    """The drop box, or notes that wait for one, that stayed at the table over its last closing."""
    pit: str = ""
    """The pit of the table at the beginning of the day; empty if the casino has no pits."""
    theory_of_drop: int | None = None
    """The casino's theoretical share of the drop, in hundredths of a per cent; None if the casino states none."""
    limits_agreement: Agreement | None = None
    """With whom its maximums were agreed, if they are not the registered ones and the rulebook demands that."""


class TableClosed(Event, frozen=True, kw_only=True, tag="table_closed"):
    """The gaming day ended at this table; the event carries the values that the next opening needs."""

    day: str
    coups: int
    ball: str
    last_number: int | None
    last_direction: Rotation | None
    numbers: tuple[int, ...]
    bound: tuple[Stake, ...]
    last_ball_direction: Rotation | None = None
    float_counted: int | None = None
    """The result of the closing count, with the slips since, in minor units; None if the float is not counted."""
    float_pieces: Pieces | None = None
    """Float in chips of each value."""
    float_by_series: dict[str, Pieces] = {}
    """Float by series, if the chips were counted by series."""
    advances: tuple[CarriedAdvance, ...] = ()
    """Advances that are still to be repaid and may be carried to the next day."""
    seats: tuple[CarriedSeat, ...] = ()
    """Seats of a live table, with their balances and unclaimed money."""
    late_chips: dict[str, int] = {}
    """Chips by colour that are out, to be redeemed late on another day."""
    held: tuple[HeldStake, ...] = ()
    """Held money that nobody has claimed so far; the next day goes on counting the coups that it waits for."""
    box: CarriedBox | None = None
    """Drop box, or notes that wait for one, that stays at the table: only after an emergency close."""
    slips_open: tuple[CarriedSlip, ...] = ()
    """Slips that were neither received nor handed over nor voided."""
    slips_left: tuple[CarriedSlip, ...] = ()
    """Credits that left the table today: until its next day ends, they may still come back."""
    forced: ForcedClose | None = None
    """Emergency close that is to be reconciled."""


class TableReopened(Event, frozen=True, kw_only=True, tag="table_reopened"):
    """A table that was closed by mistake was opened again on the same gaming day, in the state at its closing.

    The closing stays in the record; its handover counts for nothing, and the next closing hands on again.
    """

    day: str
    coups: int
    """Played before the closing; their numbers go on."""
    closing: int
    """The version of the closing that ends."""
    closed_at: datetime
    """The time of the closing (UTC)."""
    float_counted: int | None = None
    """The table's present float: its closing count, with the slips since, in minor units; None if the float is not
    counted."""
    box: CarriedBox | None = None
    """The cash that the closing had left at the table: it is the day's again."""
    reason: str
    ordered_by: Person
    signed_by: Person


class ForcedCloseExplained(Event, frozen=True, kw_only=True, tag="forced_close_explained"):
    """Reconciliation of a day after an emergency close, signed by two people."""

    day: str
    reason: str


DayEvent = TableOpened | TableClosed | TableReopened | ForcedCloseExplained
