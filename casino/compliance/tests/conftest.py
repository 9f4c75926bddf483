"""What tests of the inspectors' pages share."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.people.models import Role
from testkit.house import OpenHouse

AsRole = Callable[[Role], Client]


@pytest.fixture
def new_table(casino_id: int, db: None) -> Callable[..., OpenHouse]:
    """`new_table("it-venezia")`: a casino with one open table T1 of that rulebook, opened at noon UTC."""
    return lambda rulebook, **how: OpenHouse(casino_id, rulebook, **how)
