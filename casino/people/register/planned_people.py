"""The register of people as it would be: each command is decided, and nothing is locked or stored."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from casino.people.models import Person, Role
from casino.people.register.aggregate import (
    BEGINNING,
    PersonAggregate,
    UnknownPerson,
    as_found,
    entered_names,
)
from tables.handling import Actor, Foreseen, Happened, How, foresee
from tables.registers.people import commands as c
from tables.registers.people.decide import Around
from tables.registers.people.state import PersonState
from tables.text import as_compared

FIRST_NUMBER = 1_000_000_000_000
"""Number of a person who would be engaged: no real person has such a number."""


class PlannedPeople:
    """The people of a casino after all commands that were given here."""

    def __init__(self, casino_id: int, by: Actor, now: datetime) -> None:
        self.casino_id, self.by, self.now = casino_id, by, now
        self.states: dict[int, PersonState] = {}
        """States by number, of everybody whom the list would change."""
        self.names: dict[str, int] = {}
        """Numbers of people by the name that each would have, as names are compared."""
        self.administrators: dict[int, int] = {}
        """Change of the number of administrators with a password, by the person's number."""

    def do(self, command: c.PersonCommand) -> Foreseen[PersonState]:
        """Decide a command after the ones before. Raises Refused."""
        aggregate = _PlannedPerson(self)
        found = foresee(aggregate, command, by=self.by, now=self.now)
        self._keep(aggregate.number, found.state, aggregate.row)
        return found

    def _keep(self, number: int, state: PersonState, row: Person | None) -> None:
        before = self.states.get(number)
        if before is not None and self.names.get(as_compared(before.name)) == number:
            del self.names[as_compared(before.name)]
        self.states[number] = state
        self.names[as_compared(state.name)] = number
        if row is not None and row.is_active and not row.must_set_password:
            is_one, was_one = state.role == Role.ADMINISTRATOR, row.role == Role.ADMINISTRATOR
            self.administrators[number] = is_one - was_one

    def has_given_up(self, sign_in: str, name: str) -> bool:
        """Return whether the person of this sign-in would have another name."""
        known = (each for each in self.states.values() if each.sign_in == sign_in)
        return any(as_compared(each.name) != as_compared(name) for each in known)


class _PlannedPerson(PersonAggregate):
    def __init__(self, plan: PlannedPeople) -> None:
        super().__init__(plan.casino_id)
        self.plan = plan

    def load(self, command: c.PersonCommand, now: datetime) -> PersonState:
        self.day = now.date().isoformat()
        if not isinstance(command, c.OfPerson):
            self.number = FIRST_NUMBER + len(self.plan.states)
            return PersonState()
        self.number = command.person
        self.row = Person.objects.filter(pk=self.number, casino_id=self.casino_id).first()
        if self.row is None:
            raise UnknownPerson("person-unknown", person=self.number)
        return self.plan.states.get(self.number) or self._as_stands()

    def prepare(self, state: PersonState, command: c.PersonCommand, how: How) -> PersonState:
        """Somebody whose row is older than the register would come into it first."""
        self.acting = how["by"].id
        if self.row is None or state.version:
            return state
        begun = {"by": msgspec.to_builtins(BEGINNING)}
        for version, event in enumerate(as_found(self.row, self.day), start=1):
            state = self.evolve(state, Happened(event, version, how["now"], begun))
        return state

    def _around(self, state: PersonState, command: c.PersonCommand) -> Around:
        around, plan = super()._around(state, command), self.plan
        name, _ = entered_names(state, command)
        namesake = around.namesake
        if namesake and plan.has_given_up(namesake, name):
            namesake = ""
        other = plan.names.get(as_compared(name)) if name else None
        if other is not None and other != self.number:
            namesake = plan.states[other].sign_in
        more = sum(change for number, change in plan.administrators.items() if number != self.number)
        return replace(around, namesake=namesake, other_administrators=around.other_administrators + more)
