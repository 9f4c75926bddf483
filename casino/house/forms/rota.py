"""What is entered about a rota, as the commands that it asks for."""

from collections.abc import Callable, Iterable
from datetime import date, datetime, tzinfo
from functools import partial

import msgspec
from django.conf import settings

from casino.kit.forms.fields import Form, Unclear, required, text, ticked
from casino.kit.seats import person_called
from tables.play.events import Person
from tables.registers.rota.clock import meant, said
from tables.registers.rota.plan import Entry, Spell
from tables.registers.rota.planning import DropEntry, FillIn, MoveEntry, PlanEntry, RotaCommand

WHO = "who-"
"""How the boxes begin of the people that a table is filled in with."""


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What a form is read with: its day, the house's time zone, and everybody who is known."""

    day: date
    zone: tzinfo
    people: tuple[Person, ...]


def _times(form: Form, entered: Entered) -> tuple[datetime, datetime]:
    at = partial(meant, day=entered.day, zone=entered.zone, begins_at=settings.GAMING_DAY_BEGINS_AT)
    begins = at(text(form, "begins"), again=ticked(form, "begins_again"))
    ends = at(text(form, "ends"), again=ticked(form, "ends_again"), ends=True)
    return begins, ends


def _person(form: Form, entered: Entered) -> Person:
    chosen, name = text(form, "person"), text(form, "name")
    if name:
        return person_called(name, entered.people)
    found = next((each for each in entered.people if each.id == chosen), None)
    if found is None:
        raise Unclear("person-not-entered")
    return found


def _spell(form: Form, entered: Entered) -> Spell:
    """The place is `RF1/1/payer`, with the layout in the middle, or empty for a break."""
    begins, ends = _times(form, entered)
    table, _, seat = text(form, "place").partition("/")
    layout, _, position = seat.partition("/")
    if table and not (layout in ("1", "2") and position):
        raise Unclear("place-in-rota-not-entered")
    return Spell(
        person=_person(form, entered),
        begins=begins,
        ends=ends,
        table=table,
        layout=int(layout or 1),
        position=position,
        spins=bool(table) and ticked(form, "spins"),
    )


def _fill_in(form: Form, entered: Entered) -> FillIn:
    """People as ticked, in the order of the screen, and after them those who are written, with commas between."""
    begins, ends = _times(form, entered)
    ticked_ids = {value for field, value in form.items() if field.startswith(WHO)}
    written = [name.strip() for name in text(form, "others").split(",") if name.strip()]
    people = [each for each in entered.people if each.id in ticked_ids]
    people += [person_called(name, entered.people) for name in written]
    if not people:
        raise Unclear("turn-takers-not-entered")
    table = required(form, "table", Unclear("filled-table-not-entered"))
    return FillIn(table=table, people=tuple(people), begins=begins, ends=ends)


COMMANDS: dict[str, Callable[[Form, Entered], RotaCommand]] = {
    "plan-entry": lambda form, entered: PlanEntry(**msgspec.structs.asdict(_spell(form, entered))),
    "move-entry": lambda form, entered: MoveEntry(
        entry=text(form, "entry"), **msgspec.structs.asdict(_spell(form, entered))
    ),
    "drop-entry": lambda form, entered: DropEntry(entry=text(form, "entry")),
    "fill-in": _fill_in,
}


def known_people(entries: Iterable[Entry], others: Iterable[Person]) -> tuple[Person, ...]:
    """Everybody who is planned, and the others who are known, each once."""
    planned = (each.person for each in entries)
    return tuple({person.id: person for person in (*others, *planned)}.values())


def as_entered(entry: Entry, zone: tzinfo) -> dict[str, str]:
    """An entry as the form has it that moves it."""
    begins, ends = said(entry.begins, zone), said(entry.ends, zone)
    return {
        "entry": entry.entry,
        "person": entry.person.id,
        "place": "" if entry.rests else f"{entry.table}/{entry.layout}/{entry.position}",
        "spins": "yes" if entry.spins else "",
        "begins": begins[:5],
        "ends": ends[:5],
        "begins_again": "yes" if begins.endswith("again") else "",
        "ends_again": "yes" if ends.endswith("again") else "",
    }
