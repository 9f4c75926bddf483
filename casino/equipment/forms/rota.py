"""Forms about the rota of a gaming day."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

import msgspec

from casino.kit.forms.command_form import CommandForm, TextField, TickField, WholeFormField
from casino.kit.forms.fields import Form, Unclear
from casino.kit.seats import person_called
from tables.local_time import occurs_twice, offset_of
from tables.play.events import Person
from tables.refusal import Refused
from tables.registers.rota.clock import day_span, meant
from tables.registers.rota.plan import Entry, Rota, Spell
from tables.registers.rota.planning import DropEntry, FillIn, MoveEntry, PlanEntry

BY_TABLE = "tables"
"""The timeline has a row for each seat."""
TURN_TAKER = "who-"
"""Beginning of the names of the boxes with the people of a table."""


class RotaDay(msgspec.Struct, frozen=True, kw_only=True):
    """Context of a form of the rota: the planned day, the casino's time zone, and all known people."""

    day: date
    zone: tzinfo
    begins_at: int
    people: tuple[Person, ...]
    planned: Rota


class RotaForm(CommandForm):
    def __init__(self, of_day: RotaDay, entered: Form) -> None:
        super().__init__(entered)
        self.of_day = of_day


class TimesForm(RotaForm):
    """A form with a begin and an end, by the clock of the house."""

    begins = TextField()
    begins_offset = TextField()
    ends = TextField()
    ends_offset = TextField()

    def times(self) -> tuple[datetime, datetime]:
        return self._time("begins"), self._time("ends", ends=True)

    def _time(self, field: str, *, ends: bool = False) -> datetime:
        return meant(
            self.cleaned_data[field],
            self.of_day.day,
            self.of_day.zone,
            begins_at=self.of_day.begins_at,
            offset=self.cleaned_data[f"{field}_offset"],
            ends=ends,
        )


def _place(entered: str) -> tuple[str, int, str]:
    """Table, layout and position of `RF1/1/payer`; no table where nothing was entered. Raises Unclear."""
    table, _, seat = entered.partition("/")
    layout, _, position = seat.partition("/")
    if table and not (layout in ("1", "2") and position):
        raise Unclear("place-in-rota-not-entered")
    return table, int(layout or 1), position


def _known_person(named: str, people: tuple[Person, ...]) -> Person:
    """The person of that id. Raises Unclear."""
    found = next((each for each in people if each.id == named), None)
    if found is None:
        raise Unclear("person-not-entered")
    return found


class PlanEntryForm(TimesForm):
    """A person is planned. The place is `RF1/1/payer`, with the layout in the middle, or empty for a break."""

    makes = PlanEntry
    person = TextField()
    name = TextField()
    place = TextField()
    spins = TickField()

    def command(self) -> Any:
        """The entry. Raises Refused."""
        return type(self).makes(**msgspec.structs.asdict(self._spell()))

    def _spell(self) -> Spell:
        begins, ends = self.times()
        table, layout, position = _place(self.cleaned_data["place"])
        return Spell(
            person=self._person(),
            begins=begins,
            ends=ends,
            table=table,
            layout=layout,
            position=position,
            spins=bool(table) and self.cleaned_data["spins"],
        )

    def _person(self) -> Person:
        if name := self.cleaned_data["name"]:
            return person_called(name, self.of_day.people)
        return _known_person(self.cleaned_data["person"], self.of_day.people)


class MoveEntryForm(PlanEntryForm):
    entry = TextField()

    def command(self) -> MoveEntry:
        """The move. Raises Refused."""
        return MoveEntry(entry=self.cleaned_data["entry"], **msgspec.structs.asdict(self._spell()))


class ShiftEntryForm(RotaForm):
    """An entry is moved on the timeline: to a `row`, which is a person's id or, where the `rows` are tables, a seat,
    and to a time. It stays as long as it is, and within the gaming day; a break of the person gives way to it."""

    entry = TextField()
    begins = TextField()
    row = TextField()
    rows = TextField()

    def command(self) -> MoveEntry:
        """The move. Raises Refused."""
        entry = self.of_day.planned.named(self.cleaned_data["entry"])
        if entry is None:
            raise Refused("rota-entry-gone")
        begins, row = self._begins(entry.ends - entry.begins), self.cleaned_data["row"]
        moved = msgspec.structs.replace(entry, begins=begins, ends=begins + (entry.ends - entry.begins))
        if self.cleaned_data["rows"] == BY_TABLE:
            table, layout, position = _place(row)
            moved = msgspec.structs.replace(moved, table=table, layout=layout, position=position)
        else:
            moved = msgspec.structs.replace(moved, person=_known_person(row, self.of_day.people))
        return MoveEntry(**msgspec.structs.asdict(moved), breaks_yield=True)

    def _begins(self, lasts: timedelta) -> datetime:
        """The begin, which the timeline sends in UTC: `2026-11-20T20:05:00Z`."""
        entered = self.cleaned_data["begins"]
        try:
            begins = datetime.fromisoformat(entered)
        except ValueError:
            raise Refused("rota-time-malformed", entered=entered[:24]) from None
        if begins.tzinfo is None:
            raise Refused("rota-time-malformed", entered=entered[:24])
        opens, closes = day_span(self.of_day.day, self.of_day.zone, self.of_day.begins_at)
        return max(min(begins, closes - lasts), opens).astimezone(UTC)


class DropEntryForm(RotaForm):
    makes = DropEntry
    entry = TextField()


def _turn_takers(form: Mapping[str, str]) -> frozenset[str]:
    return frozenset(value for field, value in form.items() if field.startswith(TURN_TAKER))


class FillInForm(TimesForm):
    """A table is filled in by turns: by the people as ticked, in the order of the screen, then by those written, with
    commas between."""

    table = TextField()
    others = TextField()
    ticked = WholeFormField(_turn_takers)

    def command(self) -> FillIn:
        """The turns. Raises Refused."""
        begins, ends = self.times()
        people = [each for each in self.of_day.people if each.id in self.cleaned_data["ticked"]]
        names = map(str.strip, self.cleaned_data["others"].split(","))
        people += [person_called(name, self.of_day.people) for name in names if name]
        if not people:
            raise Unclear("turn-takers-not-entered")
        if not self.cleaned_data["table"]:
            raise Unclear("filled-table-not-entered")
        return FillIn(table=self.cleaned_data["table"], people=tuple(people), begins=begins, ends=ends)


FORMS: dict[str, type[RotaForm]] = {
    "plan-entry": PlanEntryForm,
    "move-entry": MoveEntryForm,
    "shift-entry": ShiftEntryForm,
    "drop-entry": DropEntryForm,
    "fill-in": FillInForm,
}
"""The forms by the command's name in the address."""


def entered_for(entry: Entry, zone: tzinfo) -> dict[str, str]:
    """An entry as the form has it that moves it."""
    begins, ends = entry.begins.astimezone(zone), entry.ends.astimezone(zone)
    return {
        "entry": entry.entry,
        "person": entry.person.id,
        "place": "" if entry.rests else f"{entry.table}/{entry.layout}/{entry.position}",
        "spins": "yes" if entry.spins else "",
        "begins": f"{begins:%H:%M}",
        "ends": f"{ends:%H:%M}",
        "begins_offset": offset_of(begins) if occurs_twice(begins) else "",
        "ends_offset": offset_of(ends) if occurs_twice(ends) else "",
    }
