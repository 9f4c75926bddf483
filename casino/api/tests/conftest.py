"""A client of the API with its token, as tests of the API need."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from casino.api.clients import NewClient, create_client
from casino.api.scopes import TABLES_READ
from casino.api.testing import REQUEST, Caller, problem_of, serving
from tables.house.models import Casino


@pytest.fixture
def casino(db: None, casino_id: int) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")


@pytest.fixture
def register(casino: Casino) -> Callable[..., NewClient]:
    """`register(*scopes)`: a client of the casino, with its secret; without scopes it may read tables."""

    def made(*scopes: str, name: str = "cash-desk") -> NewClient:
        return create_client(name=name, casino=casino, scopes=scopes or (TABLES_READ,))

    return made


@pytest.fixture
def caller(register: Callable[..., NewClient]) -> Callable[..., Caller]:
    """`caller(*scopes)`: a system with a client of its own that has asked for its token."""
    return lambda *scopes: Caller(register(*scopes))


@pytest.fixture
def published() -> dict[str, Any]:
    """The request that is printed in the documentation."""
    return deepcopy(REQUEST)


@pytest.fixture
def problem() -> Callable[[Any], dict[str, Any]]:
    """`problem(response)`: the problem that a response is, checked for what every problem has."""
    return problem_of


@pytest.fixture
def web_server(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """The address of the house's real web server, on the database of the test."""
    with serving(tmp_path) as address:
        yield address
