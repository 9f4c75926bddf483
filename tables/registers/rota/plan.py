"""The rota of a gaming day, entry by entry, and the events from which it is evolved. Times in UTC."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any

import msgspec

from tables.codec import EventCodec
from tables.play.events import Person
from tables.roulette.rulebook import Rulebook


class Spell(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in one place for a time: on a position of a table's layout, there at the ball where it `spins`, or on a
    break where `table` is empty."""

    person: Person
    begins: datetime
    ends: datetime
    table: str = ""
    layout: int = 1
    position: str = ""
    spins: bool = False

    @property
    def rests(self) -> bool:
        return not self.table

    def is_at(self, moment: datetime) -> bool:
        return self.begins <= moment < self.ends

    def meets(self, other: Spell) -> bool:
        return self.begins < other.ends and other.begins < self.ends


class Entry(Spell, frozen=True, kw_only=True):
    """A spell of the plan, with its name within the day."""

    entry: str


class RotaEntryPlanned(Entry, frozen=True, kw_only=True, tag_field="type", tag="rota_entry_planned"):
    """An entry came into the plan."""


class RotaEntryMoved(Entry, frozen=True, kw_only=True, tag_field="type", tag="rota_entry_moved"):
    """An entry has this time, place or person from now on."""


class RotaEntryDropped(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="rota_entry_dropped"):
    """An entry is not planned any more."""

    entry: str


RotaEvent = RotaEntryPlanned | RotaEntryMoved | RotaEntryDropped
ROTA_EVENTS = EventCodec[RotaEvent](RotaEvent)
ROTA_TYPES = ROTA_EVENTS.types
"""The types of all events of a rota, as the record has them."""


class Rota(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a day at a version of its stream; the entries by the time at which they begin."""

    version: int = 0
    entries: tuple[Entry, ...] = ()

    def named(self, entry: str) -> Entry | None:
        return next((each for each in self.entries if each.entry == entry), None)

    def at(self, table: str) -> tuple[Entry, ...]:
        return tuple(each for each in self.entries if each.table == table)


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """Facts for planning a table: its code, the rulebook of its day, and True if it has a second layout."""

    code: str
    rulebook: Rulebook
    double: bool = False

    @property
    def layouts(self) -> int:
        return 2 if self.double else 1

    @property
    def seats(self) -> tuple[tuple[int, str], ...]:
        """The seats without which it does not open, by layout and position."""
        staff = self.rulebook.staff
        second = staff.at_second_layout if self.double else ()
        return (*((1, each) for each in staff.required), *((2, each) for each in second))

    def seat(self, layout: int, position: str) -> dict[str, Any]:
        """Return a seat as a parameter of a warning: its label in the rulebook, with its layout where the table has
        two.
        """
        label = self.rulebook.staff.labels.get(position, position)
        return {"label": label, "layout": layout if self.double else None}


class RotaRules(msgspec.Struct, frozen=True, kw_only=True):
    """Facts for judging the rota of a casino: its tables by code, its time zone, and the seconds of work after which
    the casino itself wants a break, if it has set that; no clause demands one.
    """

    tables: Mapping[str, TableRules]
    zone: tzinfo
    break_after_s: int | None = None
    day_begins_at: int = 8
    """The hour by the casino's clock at which a gaming day begins."""


def evolve(rota: Rota, event: RotaEvent, version: int) -> Rota:
    others = tuple(each for each in rota.entries if each.entry != event.entry)
    if isinstance(event, RotaEntryDropped):
        return Rota(version=version, entries=others)
    return Rota(version=version, entries=in_order((*others, as_entry(event))))


def in_order(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the entries by the time at which they begin; those of one time by their person."""
    return tuple(sorted(entries, key=lambda each: (each.begins, each.person.name, each.entry)))


def as_entry(entry: Entry) -> Entry:
    return Entry(**{field: getattr(entry, field) for field in Entry.__struct_fields__})
