"""A person who acts on a screen."""

from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from casino.people.models import Person
from tables.handling import Actor
from tables.play.events import Person as Named


def person_of(request: HttpRequest) -> Person:
    """Return the signed-in person. Raises PermissionDenied without one; the gate of a view excludes this before."""
    if isinstance(request.user, Person):
        return request.user
    raise PermissionDenied("Sign in first.")


async def person_waiting(request: HttpRequest) -> Person:
    """Return the person of an asynchronous view."""
    person = await request.auser()
    if isinstance(person, Person):
        return person
    raise PermissionDenied("Sign in first.")


def identity(person: Person) -> str:
    return identity_of(person.pk)


def identity_of(key: int) -> str:
    """The record's identifier of the person with that key."""
    return f"person/{key}"


def acting(person: Person, terminal: str) -> Actor:
    """The person as the record names who acts, and at which terminal: `floor`, `cash`, `RF1/pit-boss`."""
    return Actor(id=identity(person), name=person.display_name, terminal=terminal)


def named(person: Person) -> Named:
    """Somebody as the record has them: at a table's seat, and where they sign."""
    return Named(id=identity(person), name=person.display_name)


def keys_of(people: Iterable[Named]) -> list[int]:
    """Return the keys of the registered people among these, as the record names them."""
    ids = (each.id.partition("/") for each in people)
    return [int(key) for kind, _, key in ids if kind == "person" and key.isascii() and key.isdecimal()]
