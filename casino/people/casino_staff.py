"""The casino's people as they sit at tables, and which of those who sit at one can sign there as its croupier.

A name typed for a seat means the person registered under it. Somebody who is not registered sits and is recorded, and
signs nothing.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from casino.people.acting import identity, identity_of, keys_of, named
from casino.people.models import SIGN_IN, Person, Role
from casino.people.signing import Colleague
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.stream.database import Statement, run
from tables.text import as_compared

# A table's page asks for it each time that it is made, so the server has it prepared.
READ_WHO_SIGNS_AND_SITS = Statement(
    "read_who_signs_and_sits",
    f"""
    SELECT id, username, display_name, role, pin <> '' FROM {Person._meta.db_table}
    WHERE casino_id = %(casino_id)s AND is_active
    ORDER BY role, display_name, id
    """,
)

SEATED = (Role.CROUPIER, Role.CHEF_DE_TABLE)
"""Roles that take seats at the tables."""


def staff_of_casino(casino_id: int) -> tuple[Named, ...]:
    """Everybody registered who takes seats, by role and name. One query."""
    people = Person.objects.filter(casino_id=casino_id, is_active=True, role__in=SEATED)
    return tuple(named(each) for each in people.order_by("-role", "display_name", "pk"))


def who_signs_and_sits(
    person: Person, seated: Iterable[Named]
) -> tuple[tuple[Colleague, ...], tuple[Named, ...]]:
    """`colleagues_who_sign` beside this person at a table, as they are offered, and `staff_of_casino`, in one query."""
    people = run(READ_WHO_SIGNS_AND_SITS, casino_id=person.casino_id)
    here, sign, sit = {*keys_of(seated)}, [], []
    for key, username, display_name, role, has_pin in people:
        if has_pin and key != person.pk and (role in SIGN_IN or key in here):
            sign.append(Colleague(username, display_name, role))
        if role in SEATED:
            sit.append((role, Named(id=identity_of(key), name=display_name)))
    sit.sort(key=lambda each: each[0], reverse=True)
    return tuple(sign), tuple(named for _, named in sit)


def as_registered(people: Mapping[str, Named], casino_id: int) -> dict[str, Named]:
    """Return the same mapping (by position, for example), with each registered name replaced by the casino's person."""
    house = {as_compared(each.name): each for each in staff_of_casino(casino_id)}
    return {place: house.get(as_compared(each.name), each) for place, each in people.items()}


def croupiers_who_sign(casino_id: int, seated: Iterable[Named]) -> dict[str, str]:
    """Return the croupiers with a PIN among the seated staff: the record's identifier to the name they sign with."""
    found = Person.objects.filter(
        casino_id=casino_id, is_active=True, role=Role.CROUPIER, pk__in=keys_of(seated)
    )
    return {identity(each): each.username for each in found.exclude(pin="")}


def with_registered_staff(command: c.Command, casino_id: int, state: State | None) -> c.Command:
    """Return the command with each seated name replaced by the casino's registered person; any other command as it is.

    A spinner who is at the table already stays who they are there.
    """
    match command:
        case c.ChangeSpinner() if state is not None and command.person in known_at(state):
            return command
        case c.ChangeStaff(person=person) | c.ChangeSpinner(person=person) if person is not None:
            return replace(command, **as_registered({"person": person}, casino_id))
        case c.OpenTable():
            return replace(
                command,
                staff=as_registered(command.staff, casino_id),
                second_staff=as_registered(command.second_staff, casino_id),
            )
    return command
