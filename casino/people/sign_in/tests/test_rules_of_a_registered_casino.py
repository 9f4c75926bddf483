"""What a casino registers of signing in is what its people are asked for."""

import pytest

from casino.people.models import Role
from casino.people.sign_in.rules import rules_of
from tables.handling import Actor
from tables.handling.registers import register_casino
from testkit.play import NOON

pytestmark = pytest.mark.django_db


def test_the_rules_are_those_of_the_register(casino_id: int) -> None:
    values = {
        "name": "Casino",
        "time_zone": "Europe/Lisbon",
        "second_factor_roles": ["cash_desk"],
        "idle_minutes": 3,
        "password_days": 90,
    }
    register_casino(values, by=Actor(id="a", name="A"), now=NOON, casino_id=casino_id)
    rules = rules_of(casino_id)
    assert (rules.second_factor_roles, rules.idle_minutes, rules.password_days) == ((Role.CASH_DESK,), 3, 90)
