"""What tests of the inspectors' pages share."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.people.models import Role
from casino.people.testing import engage
from tables.house.testing import OpenHouse

AsRole = Callable[[Role], Client]


@pytest.fixture
def as_role(casino_id: int, db: None) -> AsRole:
    """`as_role(Role.GAMES_INSPECTOR)`: a browser in which somebody with this role is signed in."""

    def signed_in(role: Role) -> Client:
        client = Client()
        client.force_login(
            engage(role, casino_id=casino_id), backend="django.contrib.auth.backends.ModelBackend"
        )
        return client

    return signed_in


@pytest.fixture
def new_table(casino_id: int, db: None) -> Callable[..., OpenHouse]:
    """`new_table("it-venezia")`: a casino with one open table T1 of that rulebook, opened at noon UTC."""
    return lambda rulebook, **how: OpenHouse(casino_id, rulebook, **how)
