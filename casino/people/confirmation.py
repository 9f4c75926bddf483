"""Confirmation of accounts as people: an account counts as a second person only after somebody else confirmed it.

Somebody who engaged a person, changed their role, issued their link or reset a secret may hold both accounts. So a
person who is to be confirmed signs in no act of two people, neither first nor second. The only exception are people of
the time when the casino was set up, before its first table opened. They count together with everybody except the makers
of their account, and they are listed until they are confirmed. Until that first opening they count with the makers,
too.

An administrator does not count together with another account of the same maker either. An administrator with a second
officer changes every account and register, so two such accounts would be enough to take over any other. At the tables
two people whom one administrator engaged do count, or a new casino could not close its first night.
"""

from collections.abc import Iterable
from itertools import combinations

from casino.people.acting import identity, keys_of
from casino.people.models import Confirmation, Person, Role
from tables.handling.set_up import is_being_set_up
from tables.play.events import Signature
from tables.refusal import Refused


class NotTwoPeople(Refused):
    """An account that does not count as a second person."""


def check_counts(person: Person) -> None:
    """Raise NotTwoPeople for a person who is to be confirmed before they sign with another person."""
    if person.confirmation == Confirmation.NEEDED:
        raise NotTwoPeople("signatory-not-confirmed", name=person.display_name)


def check_count_together(casino_id: int, signatures: Iterable[Signature]) -> None:
    """Raise NotTwoPeople unless each human signatory counts together with the others. Machines that signed do not
    count.
    """
    keys = keys_of(each.person for each in signatures)
    people = list(Person.objects.filter(pk__in=keys, casino_id=casino_id).order_by("pk"))
    for person in people:
        check_counts(person)
    made = [(person, maker) for person in people for maker in people if _made(person, maker)]
    if made and not is_being_set_up(casino_id):
        person, maker = made[0]
        raise NotTwoPeople("signatory-made-by-the-other", name=person.display_name, maker=maker.display_name)
    one_hand = [pair for pair in combinations(people, 2) if _administers(*pair) and common_makers(*pair)]
    if one_hand and not is_being_set_up(casino_id):
        one, other = one_hand[0]
        raise NotTwoPeople("signatories-of-one-maker", name=one.display_name, other=other.display_name)


def _administers(*people: Person) -> bool:
    return any(each.role == Role.ADMINISTRATOR for each in people)


def common_makers(one: Person, other: Person) -> set[str]:
    """Return the identifiers of the people who may hold both accounts.

    The person of an account and its makers may hold it.
    """
    return {identity(one), *_makers_behind(one)} & {identity(other), *_makers_behind(other)}


def _makers_behind(person: Person) -> set[str]:
    """Return the people who had a part in the account since it was last confirmed, and the makers of those likewise."""
    found: set[str] = set()
    accounts = Person.objects.filter(casino_id=person.casino_id).exclude(confirmation=Confirmation.CONFIRMED)
    keys = {person.pk}
    while keys:
        makers = {
            each for row in accounts.filter(pk__in=keys).values_list("makers", flat=True) for each in row
        }
        new = {each for each in makers if each.startswith("person/")} - found
        found |= new
        keys = {int(each.removeprefix("person/")) for each in new}
    return found


def _made(person: Person, maker: Person) -> bool:
    """Return whether `maker` had a part in the account of `person`, who is still to be confirmed."""
    return person.confirmation == Confirmation.SET_UP and identity(maker) in person.makers
