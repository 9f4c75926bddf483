"""Speakers at the tables: the tellers of a simulated day are the demonstration's people, and sign with their PIN."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from casino.people.acting import acting, keys_of
from casino.people.demonstration_house import CASINO_ID, PIN
from casino.people.models import Person
from casino.people.signing import own_signature, signature_of
from tables.handling import Actor
from tables.play.events import Signature

TERMINAL = "demonstration"
"""Terminal of simulated acts: it distinguishes them in the record from a visitor's acts as the same person."""
SIGN_IN_OF: Mapping[str, str] = MappingProxyType(
    {
        "chief": "chef",
        "pit-boss": "pitboss",
        "direction": "management",
        "cash-desk": "cashdesk",
        "inspector": "inspector",
        "controller": "controller",
    }
)
"""The demonstration's person of each teller."""


class DemonstrationPeople:
    """The acting people, by teller; read once. Croupiers are read when they sign."""

    def __init__(self) -> None:
        people = Person.objects.filter(casino_id=CASINO_ID, username__in=SIGN_IN_OF.values())
        by_sign_in = {person.username: person for person in people}
        self._people = {teller: by_sign_in[sign_in] for teller, sign_in in SIGN_IN_OF.items()}
        self._by_role = {person.role: person for person in people}

    def actor(self, teller: str) -> Actor:
        return acting(self._people[teller], TERMINAL)

    def signatures(self, by: str, wanted: Iterable[Signature], now: datetime) -> tuple[Signature, ...]:
        """Return the signatures of the people behind the `wanted` ones: the acting person has signed, the others
        give their PIN.
        """
        actor = self._people[by]
        return tuple(
            own_signature(actor)
            if (person := self._person(each)) == actor
            else signature_of(person.username, PIN, beside=actor, now=now)
            for each in wanted
        )

    def own(self, teller: str) -> Signature:
        return own_signature(self._people[teller])

    def _person(self, wanted: Signature) -> Person:
        """A teller is one of the demonstration's people, by name or else by the role; a croupier is who sits there."""
        named = self._people.get(wanted.person.id) or self._by_role.get(wanted.role)
        return named or Person.objects.get(casino_id=CASINO_ID, pk__in=keys_of([wanted.person]))
