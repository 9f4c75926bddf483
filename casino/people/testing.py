"""People for tests: one call makes a colleague of a role."""

from collections.abc import Callable
from itertools import count

import pytest

from casino.people.models import Person, Role

PASSWORD = "a long enough password"
_numbers = count(1)


def engage(role: Role, *, casino_id: int = 1, sign_in: str | None = None) -> Person:
    """A person of this role at a casino, who signs in with PASSWORD."""
    number = next(_numbers)
    return Person.objects.create_user(
        sign_in or f"{role}-{number}",
        PASSWORD,
        casino_id=casino_id,
        role=role,
        display_name=f"{role.label} {number}",
    )


@pytest.fixture
def colleague(db: None) -> Callable[..., Person]:
    """Makes people: `colleague(Role.PIT_BOSS, casino_id=...)`."""
    return engage
