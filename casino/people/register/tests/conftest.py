"""A casino with an administrator, a second one, the direction and a pit boss, and what tests ask of the register."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from casino.people.models import Person, Role
from tables.handling.models import Casino
from testkit.pages import Element, read_page
from testkit.people import browser_of, engage

PIN = "4711"
PASSWORD = "faites vos jeux, messieurs"


class House(msgspec.Struct):
    """The casino's people, and the browser of its administrator."""

    casino_id: int
    administrator: Person
    second: Person
    direction: Person
    boss: Person
    browser: Client

    def post(self, path: str, browser: Client | None = None, **form: Any) -> tuple[int, Element]:
        """Status and page of what was posted under /people/, by the administrator."""
        response = (browser or self.browser).post(f"/people/{path}", form)
        return response.status_code, read_page(response.content)

    def change(self, person: Person, command: str, browser: Client | None = None, **form: Any) -> int:
        """The status of a change; it has to be carried out, and the person's row is read anew."""
        status, _ = self.post(f"{person.pk}/{command}", browser, **form)
        person.refresh_from_db()
        return status

    def refused(self, person: Person, command: str, browser: Client | None = None, **form: Any) -> str:
        """The one sentence with which a change is refused."""
        status, page = self.post(f"{person.pk}/{command}", browser, **form)
        assert status == 422
        return only_sentence(page)

    def engage(self, **form: str) -> Person:
        """Whoever is engaged by the form."""
        known = set(Person.objects.values_list("pk", flat=True))
        entered: dict[str, Any] = {
            "name": "Anna M.",
            "sign_in": "anna",
            "role": "pit_boss",
            "language": "",
        } | form
        assert self.post("engage-person", **entered)[0] == 302
        return Person.objects.exclude(pk__in=known).get()

    def link(self, person: Person) -> str:
        """The path of the one-time link that the person's page shows now."""
        page = read_page(self.browser.get(f"/people/{person.pk}/").content)
        (shown,) = page.select("#setup-links code")
        return shown.get_text().removeprefix("http://testserver")


def only_sentence(page: Element) -> str:
    (said,) = page.select("[role=alert]")
    return said.get_text()


@pytest.fixture
def house(casino_id: int, db: None) -> House:
    Casino.objects.create(id=casino_id, name="Casino Real")
    people = [
        engage(role, casino_id=casino_id, pin=PIN)
        for role in (Role.ADMINISTRATOR, Role.ADMINISTRATOR, Role.DIRECTION, Role.PIT_BOSS)
    ]
    return House(casino_id, people[0], people[1], people[2], people[3], browser_of(people[0]))


Colleague = Callable[..., Person]
