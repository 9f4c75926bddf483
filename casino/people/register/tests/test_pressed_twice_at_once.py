"""Every request to the register of people comes from two at the same moment: real threads on PostgreSQL."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from casino.people.acting import acting
from casino.people.models import Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.signing import own_signature
from settlement.tests.button import Button, Second
from settlement.tests.test_every_button_pressed_at_once import (
    prepared,
    pressed_at_once,
    recorded,
)
from tables.handling import handle
from tables.refusal import Refused
from tables.registers.people import commands as c
from testkit.house import OpenHouse
from testkit.people import engage

pytestmark = pytest.mark.django_db(transaction=True)
Made = Callable[[int], c.PersonCommand]
"""The command about the person of that number."""


def people_of(house: OpenHouse) -> tuple[Person, Person, Person]:
    """The administrator who asks, the officer who countersigns, and the pit boss whom it is about."""
    administrator, _, officer, boss = Person.objects.filter(casino_id=house.casino_id).order_by(
        "date_joined"
    )[:4]
    return administrator, officer, boss


def prepare(house: OpenHouse) -> None:
    for role in (Role.ADMINISTRATOR, Role.ADMINISTRATOR, Role.DIRECTION, Role.PIT_BOSS):
        engage(role, casino_id=house.casino_id)


def button(made: Made, *before: Made, second: Second) -> Button:
    def press(house: OpenHouse, key: str | None, command: Made = made) -> object:
        administrator, officer, boss = people_of(house)
        asked = command(boss.pk)
        beside = boss if isinstance(asked, c.ConfirmPerson) else officer
        two = (own_signature(administrator), own_signature(beside))
        return handle(
            PersonAggregate(house.casino_id),
            replace(asked, signatures=two),
            by=acting(administrator, "registers"),
            now=house.now,
            idempotency_key=key,
        ).events

    def with_steps(house: OpenHouse) -> None:
        prepare(house)
        for step in before:
            press(house, None, step)

    return Button(type(made(1)), "", with_steps, press, second)


SUSPEND: Made = lambda boss: c.SuspendPerson(person=boss, reason="under inquiry")  # noqa: E731
BUTTONS = (
    button(lambda _: c.EngagePerson(name="Anna M.", sign_in="anna", role="croupier"), second="refused"),
    button(lambda boss: c.RenamePerson(person=boss, name="Bruno"), second="nothing new"),
    button(lambda boss: c.ChangeRole(person=boss, role="direction"), second="nothing new"),
    button(lambda boss: c.ChangeLanguage(person=boss, language="it"), second="nothing new"),
    button(SUSPEND, second="refused"),
    button(lambda boss: c.RestorePerson(person=boss), SUSPEND, second="refused"),
    button(lambda boss: c.ConfirmPerson(person=boss), second="refused"),
    button(lambda boss: c.EndEngagement(person=boss), second="refused"),
)


@pytest.mark.parametrize("pressed", BUTTONS, ids=lambda each: each.command.__name__)
def test_request_sent_twice_at_once_is_answered_twice_and_done_once(casino_id: int, pressed: Button) -> None:
    house = prepared(pressed, casino_id)
    before = recorded(house)
    first, second = pressed_at_once(pressed, house, ("the press", "the press"))
    assert not isinstance(first, Refused), first
    assert first == second
    assert recorded(house) - before


@pytest.mark.parametrize("pressed", BUTTONS, ids=lambda each: each.command.__name__)
def test_two_who_ask_the_same_at_once_make_it_once(casino_id: int, pressed: Button) -> None:
    house = prepared(pressed, casino_id)
    before = recorded(house)
    heard = pressed_at_once(pressed, house, ("one's press", "another's press"))
    refused = [each for each in heard if isinstance(each, Refused)]
    assert len(refused) == (pressed.second == "refused"), heard
    made = recorded(house) - before
    assert sum(made.values()) in (1, 2), (
        made
    )  # a person whose row is older comes into the register with the first
    assert max(made.values()) == 1
