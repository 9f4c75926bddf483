"""A gaming day begins and ends."""

from tables.play.command import Request, Signed
from tables.play.events import Agreement, Ball, Person, Pieces
from tables.roulette.rulebook import Limits


class OpenTable(Request, Signed, frozen=True, kw_only=True, tag="open-table"):
    """Begin a gaming day. `staff` maps the rulebook's positions to people; `spinner` is one of the positions.

    The record has the matters that the last day handed on. Limits that are not registered for the table are valid only
    with the signature of the role that decides on limits, and with the `agreement` that the rulebook demands.
    """

    table: str
    day: str
    rulebook: str
    rulebook_version: int
    wheel: str = "french"
    cylinder_mm: int | None = None
    """The diameter of its wheel's cylinder; None where it is not registered."""
    wheel_serial: str = ""
    """Serial from the casino's register; empty without an entry."""
    double: bool = False
    limits: Limits
    balls: tuple[Ball, ...]
    ball: str
    staff: dict[str, Person]
    spinner: str
    face_value_only: bool = False
    """Play with face-value chips exclusively, where the rulebook has chips of colours."""
    second_staff: dict[str, Person] = {}
    """The people in the positions of a double table's second layout."""
    counts_float: bool = False
    """The float is to be counted and signed by two people before bets open and before the table closes."""
    par: Pieces = {}
    """The chips with which an imprest table begins each day, by value in minor units; none of a count table."""
    chip_symbol: str = ""
    """The symbol on the table's chips without face value: no other open table of the casino has it."""
    chip_colours: dict[str, int] = {}
    """The colours of those chips, each with the number that the table has."""
    pit: str = ""
    """The pit of the table; empty if the casino has no pits."""
    agreement: Agreement | None = None
    """With whom maximums that are not registered were agreed, if the rulebook demands that."""
    registered: tuple[Limits, ...] | None = None
    """The signs that are registered for the table: its usual one, and one for each minimum that may be chosen. None if
    no register is kept."""
    theory_of_drop: int | None = None
    """The casino's theoretical share of the drop, in hundredths of a per cent; None if the casino states none."""


class CloseTable(Request, Signed, frozen=True, kw_only=True, tag="close-table"):
    """End the gaming day. With `carry_late_chips` chips of colours that are out are redeemed late on another day.

    `forced` is an emergency close, with open blockers that wait for people: the pit boss gives the reason and a second
    person signs.
    """

    carry_late_chips: bool = False
    forced: bool = False
    reason: str = ""


class ReopenTable(Request, Signed, frozen=True, kw_only=True, tag="reopen-table"):
    """Open a table again that was closed by mistake, on the same gaming day.

    The pit boss or the management gives the reason, and a second person signs.
    """

    reason: str = ""


class ExplainForcedClose(Request, Signed, frozen=True, kw_only=True, tag="explain-forced-close"):
    """Explain the reconciliation after an emergency close; chief or pit boss sign, and a second person."""

    reason: str
