"""Things that only one table of a casino may have: a drop box in its place, the symbol on its chips
(pt-americana/7).
"""

from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import Board
from tables.play.colours.questions import rule_on_colours
from tables.play.commands import Command, PlaceBox, RemoveBox
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def serial_to_place(command: Command) -> str:
    """The serial of the box that the command puts in its place; empty where it places none."""
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
        if placed == serial:
            raise Refused("box-in-place-elsewhere", serial=serial, table=other)


def check_symbol_is_nowhere_else(casino_id: int, table: str, symbol: str, rulebook: Rulebook) -> None:
    """Raise Refused, naming the other table, if an open table has the symbol of the table that is to open.

    The opening of a table holds the casino, so no other table opens with the symbol meanwhile.
    """
    rule = rule_on_colours(rulebook)
    if rule is None or not symbol:
        return
    others = Board.objects.filter(casino_id=casino_id, state__colours__symbol__iexact=symbol)
    others = others.exclude(table=table)
    for other in others.exclude(state__phase="closed").order_by("table").values_list("table", flat=True):
        raise Refused(
            "chip-symbol-in-use",
            rule.symbol_clause,
            other=other,
            symbol=symbol,
            table=table,
        )
