"""The drop box of a simulated table: in its place from the opening on, changed when it is full, away at the closing."""

from datetime import date
from string import ascii_uppercase, digits

from tables.play import commands as c
from tables.simulation.day_under_way import CHIEF, PIT_BOSS, DayUnderWay, signature

SIGNED = (signature(PIT_BOSS, "pit_boss"), signature(CHIEF, "chef_de_table"))
FULL = 1_000_000
"""Cash (minor units) with which a box is full: it is changed once so much is recorded for it."""
BOXES_OF_A_TABLE = 8
A_DAY = 2
"""Boxes of a day, taken in turn, so that those of yesterday can wait for their count."""
LETTERS = 16


def place_first_box(day: DayUnderWay) -> None:
    """Put the day's first box in its place; a table with seats has none, since its money goes by the seats' balances.

    One that an earlier day left in its place stays.
    """
    if day.rulebook.seats is None and day.state.cash.box is None:
        day.must(c.PlaceBox(serial=_serial(day), signatures=SIGNED), PIT_BOSS)


def change_full_box(day: DayUnderWay) -> None:
    """Change the box when it is full."""
    box = day.state.cash.box
    if box is not None and day.state.cash.recorded >= FULL:
        day.must(
            c.RemoveBox(serial=box.serial, reason="full", replaced_by=_serial(day), signatures=SIGNED),
            PIT_BOSS,
        )


def remove_box_at_closing(day: DayUnderWay) -> None:
    """Take the box away before the table closes."""
    box = day.state.cash.box
    if box is not None:
        day.must(c.RemoveBox(serial=box.serial, reason="closing", signatures=SIGNED), PIT_BOSS)


def box_of_the_day(table: str, day: str, so_far: int = 0) -> str:
    """Return the serial of the box whose turn it is at a table, after `so_far` others on that day (ISO date)."""
    name = "".join(each for each in table.upper() if each in ascii_uppercase + digits)[:LETTERS]
    turn = date.fromisoformat(day).toordinal() * A_DAY + so_far
    return f"{name or 'BOX'}-{ascii_uppercase[turn % BOXES_OF_A_TABLE]}"


def _serial(day: DayUnderWay) -> str:
    so_far = len(day.state.cash.removed) + (day.state.cash.box is not None)
    return box_of_the_day(day.state.table, day.state.day, so_far)
