"""The people whom a client of the API names in facts, as the casino's register has them.

The identifier decides: `person/7` is person 7 of the client's own casino, and the record gets the registered name. A
command that takes a free name on the floor (a seat, the ball, a decision on bets put back) takes one here, with an
identifier of its own. Nobody else is named.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from casino.people.acting import named
from casino.people.casino_staff import SEATED
from casino.people.models import Person
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.refusal import Refused
from tables.text import as_compared

REGISTERED = re.compile(r"person/([1-9][0-9]{0,17})")
FREE = re.compile(r"\w[\w.'’-]{0,59}")
TAKES_A_SEAT = (c.ChangeSpinner, c.ChangeStaff, c.OpenTable)
TAKES_A_FREE_NAME = (*TAKES_A_SEAT, c.ReconstituteBets)


def names_somebody(command: c.Command) -> bool:
    """Return True if the command has a person in a field of its own; a signature is proven, not named."""
    return any(True for _ in _people_in(command))


def with_registered_people(command: c.Command, casino_id: int, known: Collection[Named]) -> c.Command:
    """Return the command with the registered name of each person in it. `known` are the people at the table, with the
    names that they had when they sat down.

    Raises Refused for an unknown or malformed identifier, a name or a role that is not that person's, and a free name
    where the floor takes none.
    """
    found = {each.id: each for each in known}
    register = _registered(command, casino_id)

    def resolved(person: Named) -> Named:
        if found.get(person.id) == person:
            # Somebody who was registered after the last day opens the next one under that name.
            since = _seated_by_name(register.values(), person) if isinstance(command, c.OpenTable) else None
            return since or person
        if match := REGISTERED.fullmatch(person.id):
            return _of_register(command, register.get(int(match[1])), person)
        return _not_of_register(command, register.values(), found.get(person.id), person)

    changed = {
        field: resolved(value)
        if isinstance(value, Named)
        else {at: resolved(each) for at, each in value.items()}
        for field, value in _people_in(command)
    }
    return replace(command, **changed) if changed else command


def _people_in(command: c.Command) -> Iterator[tuple[str, Any]]:
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, Named) or (
            isinstance(value, Mapping) and any(isinstance(each, Named) for each in value.values())
        ):
            yield field, value


def _registered(command: c.Command, casino_id: int) -> dict[int, Person]:
    """Everybody of the casino by number, if the command names somebody; the casino's people are few hundreds."""
    if not names_somebody(command):
        return {}
    return {each.pk: each for each in Person.objects.filter(casino_id=casino_id)}


def _of_register(command: c.Command, registered: Person | None, person: Named) -> Named:
    if registered is None:
        raise Refused("person-not-registered", id=person.id)
    if person.name and as_compared(person.name) != as_compared(registered.display_name):
        raise Refused("person-of-another-name", id=person.id, name=registered.display_name)
    if isinstance(command, TAKES_A_SEAT) and registered.role not in SEATED:
        raise Refused("person-takes-no-seat", name=registered.display_name, role=registered.role)
    return named(registered)


def _not_of_register(
    command: c.Command, register: Iterable[Person], at_table: Named | None, person: Named
) -> Named:
    if at_table is not None:
        if person.name and as_compared(person.name) != as_compared(at_table.name):
            raise Refused("person-of-another-name", id=person.id, name=at_table.name)
        return at_table
    if not FREE.fullmatch(person.id):
        raise Refused("person-id-malformed", id=person.id[:60])
    if not person.name.strip():
        raise Refused("person-without-name", id=person.id)
    if (same_name := _seated_by_name(register, person)) is not None:
        return same_name
    if not isinstance(command, TAKES_A_FREE_NAME):
        raise Refused("person-not-at-table", name=person.name)
    return person


def _seated_by_name(register: Iterable[Person], person: Named) -> Named | None:
    """Return the person of the register who takes seats and has this name, if `person` is a free name."""
    if REGISTERED.fullmatch(person.id):
        return None
    same_name = (each for each in register if as_compared(each.display_name) == as_compared(person.name))
    return next((named(each) for each in same_name if each.is_active and each.role in SEATED), None)
