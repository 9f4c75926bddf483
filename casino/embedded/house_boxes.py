"""The drop boxes of the demonstration house: one in its place at each table that takes cash, as the day is opened."""

from contextlib import suppress
from datetime import datetime

from casino.embedded.demonstration_house import CASINO_ID
from settlement.box_aggregate import handle_box_at_table
from tables.handling import Actor
from tables.handling.projections.table_snapshots import newest_state
from tables.play.commands import PlaceBox
from tables.play.events import Signature
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.simulation.table_cash import BOXES_OF_A_TABLE, box_of_the_day


def place_box(table: str, now: datetime, *, by: Actor, signed: tuple[Signature, ...]) -> None:
    """Puts a box in its place at a table that was just opened: the one whose turn it is, or the next that is empty.

    A table with seats has none, and one where a box stayed keeps it. Where none is empty, somebody must count first.
    """
    state = newest_state(CASINO_ID, table)
    if state is None or state.cash.box is not None or get_rulebook(state.rulebook).seats is not None:
        return
    for turn in range(BOXES_OF_A_TABLE):
        box = PlaceBox(serial=box_of_the_day(table, state.day, turn), signatures=signed)
        with suppress(Refused):
            handle_box_at_table(CASINO_ID, table, box, by=by, now=now)
            return
