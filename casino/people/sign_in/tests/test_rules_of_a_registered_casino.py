"""What a casino registers of signing in goes before what the server is set to."""

import pytest
from django.core.cache import cache

from casino.people.models import Role
from casino.people.sign_in.rules import rules_of
from tables.handling import Actor
from tables.handling.casino_registration import register_casino
from tables.handling.models import Casino
from testkit.play import NOON

pytestmark = pytest.mark.django_db


def test_the_register_goes_before_the_settings(casino_id: int) -> None:
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


def test_a_casino_that_registered_nothing_has_the_settings(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Older")
    cache.clear()
    rules = rules_of(casino_id)
    assert Role.ADMINISTRATOR in rules.second_factor_roles
    assert rules.idle_minutes == 15
