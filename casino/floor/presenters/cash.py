"""Cash on a table's page: notes that are taken, the drop box in its place, and the tips that were counted."""

from collections.abc import Set
from datetime import datetime

import msgspec

from casino.kit.forms.chip_counts import NOTES, Row, rows
from casino.kit.hand import seats
from casino.kit.money import in_a_field, money, plain
from casino.kit.seats import Seat, seat_of
from settlement.models import Box
from tables.handling.models import Casino, GamingTable
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

SERIALS_OFFERED = 12


class TakenBox(msgspec.Struct, frozen=True, kw_only=True):
    """A box that left the table today; `recorded` is empty for who does not see an uncounted drop."""

    serial: str
    recorded: str
    at: datetime


class TakenCash(msgspec.Struct, frozen=True, kw_only=True):
    """Cash that came since the last box left, as it stands: the event that took it, and whom it was for. `total` is
    empty for who does not see an uncounted drop."""

    event: int
    at: datetime
    total: str
    seat: str


class CashPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """The cards and panels of cash. `takes_cash` is false where seats buy in; `serial` is the box in its place since
    `since` (UTC), empty where there is none; `recorded` is what came since the last box left, empty for nothing.

    `taken` are its entries, the last first. Of the notes each has a row; `tip_rows` are those of chips.
    `is_blind`: what is recorded is withheld, for a count of it is blind.
    """

    takes_cash: bool
    serial: str
    since: datetime | None
    recorded: str
    removed: tuple[TakenBox, ...]
    taken: tuple[TakenCash, ...]
    notes: tuple[Row, ...]
    seats: tuple[Seat, ...]
    tips: tuple[tuple[str, str], ...]
    tips_together: str
    tip_rows: tuple[Row, ...]
    is_blind: bool
    waits_for_a_box: bool
    """Cash was taken, and no box is there to take it."""

    @property
    def is_there(self) -> bool:
        """Whether there is anything to show or to ask."""
        return self.takes_cash or bool(self.serial or self.removed or self.tips)


class HouseBoxes(msgspec.Struct, frozen=True):
    """What the house knows for the forms: serials that this table had and that are empty now, and its shifts' names."""

    serials: tuple[str, ...]
    shifts: tuple[str, ...]


def cash_presenter(state: State, rulebook: Rulebook, sees: Set[str]) -> CashPresenter | None:
    """What stands at an open table; None for who does not see cash."""
    if "cash" not in sees:
        return None
    cash, tells = state.cash, "uncounted-drop" in sees
    return CashPresenter(
        takes_cash=rulebook.seats is None,
        serial=cash.box.serial if cash.box else "",
        since=cash.box.since if cash.box else None,
        recorded=money(cash.recorded) if cash.recorded and tells else "",
        is_blind=not tells,
        waits_for_a_box=bool(cash.recorded) and cash.box is None,
        removed=tuple(
            TakenBox(serial=each.serial, recorded=money(each.recorded) if tells else "", at=each.at)
            for each in reversed(cash.removed)
        ),
        taken=tuple(
            TakenCash(
                event=each.event,
                at=each.at,
                total=money(each.total) if tells else "",
                seat=seat_of(each.player).label if each.player else "",
            )
            for each in reversed(cash.taken)
        ),
        notes=note_rows(),
        seats=seats(state),
        tips=tuple((each.shift, money(each.total)) for each in cash.tips),
        tips_together=money(cash.tips_counted),
        tip_rows=rows(state.limits.minimum if state.limits else 0),
    )


def note_rows() -> tuple[Row, ...]:
    """A row for each note."""
    return tuple(
        Row(place=place, value=in_a_field(note), label=plain(note), pieces="")
        for place, note in enumerate(NOTES, start=1)
    )


def house_boxes(table: GamingTable, state: State) -> HouseBoxes:
    """What can be chosen from at this table. Two queries."""
    had = Box.objects.filter(casino_id=table.casino_id, table=table.code).order_by()
    stood = set(had.values_list("serial", "status").distinct())
    full = {serial for serial, status in stood if status == "waiting"}
    there = {state.cash.box.serial} if state.cash.box else set()
    serials = sorted({serial for serial, _ in stood} - full - there)
    shifts = Casino.objects.values_list("shifts", flat=True).get(pk=table.casino_id)
    return HouseBoxes(tuple(serials[:SERIALS_OFFERED]), tuple(shift["name"] for shift in shifts))
