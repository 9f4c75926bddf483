"""A person who acts on a screen, and what every screen says of a request that was sent before."""

from casino.people.models import Person
from tables.house.door import Actor

SENT_BEFORE = "This was sent before with something else in it: send it again."
"""Of a key that came with another request before: IdempotencyConflict."""


def identity(person: Person) -> str:
    """The identifier under which the record has the person."""
    return f"person/{person.pk}"


def acting(person: Person, terminal: str) -> Actor:
    """The person as the record has whoever said something, and at which terminal: `floor`, `cash`, `RF1/pit-boss`."""
    return Actor(id=identity(person), name=person.display_name, terminal=terminal)
