"""Things that only one table of a casino may have: a drop box in its place, the symbol on its chips
(pt-americana/7).
"""

from collections.abc import Iterable

from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import Board, GamingTable
from tables.play.colours.questions import rule_on_colours
from tables.play.commands import Command, PlaceBox, RemoveBox
from tables.play.events import Person
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.text import alike

REGISTERED = "person/"
"""Prefix of the identifiers of people in the casino's register."""


def serial_to_place(command: Command) -> str:
    """Return the serial of the box that the command puts in its place; empty if it places none."""
    match command:
        case PlaceBox(serial=serial) | RemoveBox(replaced_by=serial):
            return serial
        case _:
            return ""


def check_box_is_nowhere_else(casino_id: int, table: str, command: Command) -> None:
    """Raise Refused, naming the other table, if the box to be placed is in its place there.

    The placing of a box holds the casino, so the box comes to no other table meanwhile. The casino is locked before
    the table: every process that locks both takes the casino first.
    """
    serial = serial_to_place(command)
    if not serial:
        return
    hold_casino(casino_id)
    newest = Board.objects.filter(casino_id=casino_id).order_by("table", "-day").distinct("table")
    there = newest.exclude(table=table).values_list("table", "state__cash__box__serial")
    for other, placed in there:
        if placed and alike(serial, (placed,)):
            raise Refused("box-in-place-elsewhere", serial=serial, table=other)


def check_symbol_is_nowhere_else(casino_id: int, table: str, symbol: str, rulebook: Rulebook) -> None:
    """Raise Refused, naming the other table, if another registered table or one that is open has this symbol
    (pt-americana/7).

    The casino is held by the opening of a table, so that no other one opens with the symbol meanwhile.
    """
    rule = rule_on_colours(rulebook)
    if rule is None or not symbol:
        return
    open_now = Board.objects.filter(casino_id=casino_id).exclude(state__phase="closed").exclude(table=table)
    in_use = _with_symbol(symbol, open_now.values_list("table", "state__colours__symbol"))
    if in_use is not None:
        raise Refused("chip-symbol-in-use", rule.symbol_clause, other=in_use, symbol=symbol, table=table)
    registered = GamingTable.objects.filter(casino_id=casino_id).exclude(code=table)
    owner = _with_symbol(symbol, registered.values_list("code", "chip_symbol"))
    if owner is not None:
        raise Refused("chip-symbol-registered", rule.symbol_clause, other=owner, symbol=symbol, table=table)


def _with_symbol(symbol: str, symbols: Iterable[tuple[str, str | None]]) -> str | None:
    """Return the first table, by code, with the symbol in upper or lower case; None if no table has it."""
    return min((table for table, other in symbols if other and alike(symbol, (other,))), default=None)


def spins_elsewhere(casino_id: int, table: str, person: Person | None) -> tuple[str, ...]:
    """Return the other open tables at which this registered person spins, by code. Names that are in no register are
    not compared: two tables may use one for two people.

    The casino is held, so that nobody takes over at two tables at the same moment.
    """
    if person is None or not person.id.startswith(REGISTERED):
        return ()
    hold_casino(casino_id)
    there = Board.objects.filter(casino_id=casino_id, state__spinner__id=person.id).exclude(table=table)
    open_now = there.exclude(state__phase="closed").values_list("table", flat=True)
    return tuple(sorted(set(open_now)))


def check_spins_nowhere_else(casino_id: int, table: str, spinner: Person | None) -> None:
    """Raise Refused if the table would open with a dealer at the ball who spins at another table."""
    tables = spins_elsewhere(casino_id, table, spinner)
    if spinner is not None and tables:
        raise Refused("opened-with-spinner-of-another-table", name=spinner.name, tables=tables)
