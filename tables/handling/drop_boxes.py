"""Drop boxes of a house: each has a serial, and is in its place at one table at most."""

from tables.handling.chip_series_in_force import hold_house
from tables.handling.models import Board
from tables.play.commands import Command, PlaceBox, RemoveBox
from tables.roulette.refusal import Refused


def serial_to_place(command: Command) -> str:
    """The serial of the box that the command puts in its place; empty where it places none."""
    match command:
        case PlaceBox(serial=serial) | RemoveBox(replaced_by=serial):
            return serial
        case _:
            return ""


def check_box_is_nowhere_else(casino_id: int, table: str, command: Command) -> None:
    """Raises Refused, naming the other table, where the box that is to be placed is in its place there.

    The house is held by who places a box, so that it comes to no other table meanwhile. This is done before the table
    itself is held: whoever holds both takes the house first.
    """
    serial = serial_to_place(command)
    if not serial:
        return
    hold_house(casino_id)
    newest = Board.objects.filter(casino_id=casino_id).order_by("table", "-day").distinct("table")
    there = newest.exclude(table=table).values_list("table", "state__cash__box__serial")
    for other, placed in there:
        if placed == serial:
            raise Refused("box-in-place-elsewhere", serial=serial, table=other)
