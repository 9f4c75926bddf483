"""Cash on a table's page: notes that are taken, the drop box in its place, and the tips that were counted."""

from collections.abc import Set
from datetime import datetime
from pathlib import Path

import msgspec

from casino.kit.forms.chip_counts import NOTES, Row, rows
from casino.kit.hand import seats
from casino.kit.money import in_a_field, money, plain
from casino.kit.seats import seat_of
from tables.handling.models import GamingTable
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.stream.database import Statement, run

READ_BOXES_AND_SHIFTS = Statement(
    "read_boxes_and_shifts", (Path(__file__).parents[1] / "sql" / "read_boxes_and_shifts.sql").read_text()
)
SERIALS_OFFERED = 12


class TakenBox(msgspec.Struct, frozen=True, kw_only=True):
    """A box that left the table today; `recorded` is empty for a person who may not see an uncounted drop."""

    serial: str
    recorded: str
    at: datetime


class TakenCash(msgspec.Struct, frozen=True, kw_only=True):
    """Cash since the last box left: the event that took it, and its player. `total` is empty for a person who may
    not see an uncounted drop.
    """

    event: int
    at: datetime
    total: str
    seat: str


class HouseBoxes(msgspec.Struct, frozen=True):
    """Choices for the cash forms: serials of empty boxes that this table had, and names of the casino's shifts."""

    serials: tuple[str, ...]
    shifts: tuple[str, ...]


def cash_presenter(state: State, rulebook: Rulebook, sees: Set[str]) -> dict[str, object] | None:
    """Return the cards and panels of cash at an open table; None for a person who may not see cash."""
    if "cash" not in sees:
        return None
    cash, sees_drop = state.cash, "uncounted-drop" in sees
    return {
        "is_there": rulebook.seats is None or bool(cash.box or cash.removed or cash.tips),
        # A table takes no cash if its seats buy in.
        "takes_cash": rulebook.seats is None,
        "serial": cash.box.serial if cash.box else "",
        "since": cash.box.since if cash.box else None,
        # Cash since the last box left; withheld while its count is blind.
        "recorded": money(cash.recorded, rulebook.currency) if sees_drop else "",
        "is_blind": not sees_drop,
        # Cash was taken, and no box is there to take it.
        "waits_for_a_box": bool(cash.recorded) and cash.box is None,
        "removed": tuple(
            TakenBox(
                serial=each.serial,
                recorded=money(each.recorded, rulebook.currency) if sees_drop else "",
                at=each.at,
            )
            for each in reversed(cash.removed)
        ),
        # The last first.
        "taken": tuple(
            TakenCash(
                event=each.event,
                at=each.at,
                total=money(each.total, rulebook.currency) if sees_drop else "",
                seat=seat_of(each.player).label if each.player else "",
            )
            for each in reversed(cash.taken)
        ),
        "notes": note_rows(rulebook.currency),
        "seats": seats(state),
        "tips": tuple((each.shift, money(each.total, rulebook.currency)) for each in cash.tips),
        "tips_together": money(cash.tips_counted, rulebook.currency),
        "tip_rows": rows(state.limits.minimum if state.limits else 0, currency=rulebook.currency),
    }


def note_rows(currency: str) -> tuple[Row, ...]:
    return tuple(
        Row(place=place, value=in_a_field(note, currency), label=plain(note, currency), pieces="")
        for place, note in enumerate(NOTES, start=1)
    )


def house_boxes(table: GamingTable, state: State) -> HouseBoxes:
    """Return the serials and shifts that can be chosen at this table. Runs one statement."""
    ((had, full, shifts),) = run(READ_BOXES_AND_SHIFTS, casino_id=table.casino_id, table=table.code)
    there = {state.cash.box.serial} if state.cash.box else set()
    serials = sorted({*had} - {*full} - there)
    return HouseBoxes(tuple(serials[:SERIALS_OFFERED]), tuple(shifts))
