"""The staff of a casino for tests of two people: an administrator, two officers, a pit boss."""

from typing import Any

from django.utils import timezone

from casino.people.acting import acting
from casino.people.models import Person, Role
from casino.people.pin_hashing import matches_pin
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.confirming import NewSecrets, confirm_person
from casino.people.register.secrets import set_pin
from casino.people.signing import own_signature
from tables.handling import handle
from tables.handling.models import Casino
from tables.registers.people import commands as people
from testkit.house import OpenHouse
from testkit.people import engage

PIN, OWN_PIN = "4711", "8264"
"""The PIN that an account begins with, and the one that its person chooses when they are confirmed."""
OWN_PASSWORD = "a password of my own, chosen here"


class Staff:
    """A casino of which a table has opened, unless it is being set up, with an administrator and two officers."""

    def __init__(self, casino_id: int, *, set_up: bool = False) -> None:
        self.casino_id, self.now = casino_id, timezone.now()
        Casino.objects.get_or_create(id=casino_id, defaults={"name": "Casino Real"})
        self.administrator, self.direction, self.inspector, self.boss = (
            engage(role, casino_id=casino_id, pin=PIN)
            for role in (Role.ADMINISTRATOR, Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PIT_BOSS)
        )
        if not set_up:
            self.house = OpenHouse(casino_id, "pt-francesa", now=self.now)

    def engaged(self, role: Role, name: str = "Anna M.", beside: Person | None = None) -> Person:
        """Somebody whom the administrator engages, with the second officer `beside`, and who has a PIN."""
        signatures = [own_signature(each) for each in (self.administrator, beside) if each]
        command = people.EngagePerson(
            name=name, sign_in=name.split(maxsplit=1)[0].lower(), role=role, signatures=tuple(signatures)
        )
        outcome = self.does(self.administrator, command)
        person = Person.objects.get(pk=outcome.state.number)
        set_pin(person, PIN, by=acting(person, "setup-link"), now=self.now)
        person.refresh_from_db()
        return person

    def does(self, who: Person, command: people.PersonCommand) -> Any:
        return handle(PersonAggregate(self.casino_id), command, by=acting(who, "people"), now=self.now)

    def confirmed(self, person: Person, by: Person) -> Person:
        """The person, whom the officer confirms and who chooses the other PIN and another password."""
        person.refresh_from_db()
        before, after = (PIN, OWN_PIN) if matches_pin(PIN, person) else (OWN_PIN, PIN)
        confirm_person(by, person, before, chosen(after), now=self.now)
        person.refresh_from_db()
        return person


def chosen(pin: str = OWN_PIN) -> NewSecrets:
    """What a person who is confirmed chooses; the password is another one at each PIN."""
    return NewSecrets(pin=pin, password=f"{OWN_PASSWORD} {pin}")


def confirmation(pin: str = PIN, own: str = OWN_PIN, **more: str) -> dict[str, str]:
    """The form of a confirmation: the PIN so far, and the secrets that the person chooses."""
    password = chosen(own).password
    return {
        "pin": pin,
        "new_pin": own,
        "new_pin_again": own,
        "new_password": password,
        "new_password_again": password,
        **more,
    }


def beside(person: Person, pin: str = PIN) -> dict[str, str]:
    return {"signer": person.username, "pin": pin}
