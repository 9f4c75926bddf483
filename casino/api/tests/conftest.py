"""A client of the API with its token, as tests of the API need."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from casino.api.access.clients import NewClient, create_client
from casino.api.access.scopes import TABLES_READ
from tables.handling.models import Casino
from testkit.api import REQUEST, Caller, problem_of, serving


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


@pytest.fixture(scope="module")
def shared_web_server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The web server for the tests of a file: starting it costs seconds, and each test has its own casino."""
    with serving(tmp_path_factory.mktemp("web")) as address:
        yield address


@pytest.fixture
def web_server(transactional_db: None, shared_web_server: str) -> str:
    """The address of the house's real web server, on the database of the test."""
    return shared_web_server
