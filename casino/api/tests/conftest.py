"""A client of the API with its token, as tests of the API need."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino.api.clients import NewClient, create_client
from casino.api.scopes import TABLES_READ
from tables.house.models import Casino

BETS = [
    {"ref": "a", "player": "P1", "bet": "cheval:17-20", "amount": 1000},
    {"ref": "b", "player": "P1", "bet": "rouge", "amount": 5000},
]
REQUEST: dict[str, Any] = {
    "currency": "EUR",
    "minimum": 500,
    "bets": BETS,
    "choices": [{"coup": 1, "ref": "b", "choice": "stay"}],
    "results": [0, 18],
}


class Caller:
    """A system that calls the API with the token of its own client."""

    def __init__(self, made: NewClient, *, scope: str | None = None) -> None:
        self.client = made.client
        self.http = Client(raise_request_exception=False)
        asked = {"grant_type": "client_credentials", "client_id": made.client.client_id}
        asked |= {"client_secret": made.secret} | ({} if scope is None else {"scope": scope})
        self.token = json.loads(self.http.post("/oauth/token/", asked).content)["access_token"]

    def get(self, path: str, **headers: str) -> Any:
        return self.http.get(f"/api/v1/{path}", headers=self._signed(headers))

    def post(self, path: str, body: Any, key: str | None = "one", **headers: str) -> Any:
        """With this idempotency key, or without where it is None; what is no bytes is sent as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        keyed = {} if key is None else {"Idempotency-Key": key}
        return self.http.post(
            f"/api/v1/{path}", sent, "application/json", headers=self._signed({**keyed, **headers})
        )

    def settle(self, body: Any, key: str | None = "one", rulebook: str = "it-venezia") -> Any:
        return self.post(f"rulebooks/{rulebook}/settlements", body, key)

    def _signed(self, headers: dict[str, str]) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", **headers}


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
    return json.loads(json.dumps(REQUEST))


def problem(response: Any) -> dict[str, Any]:
    """The problem that a response is, checked for what every problem has."""
    assert response.headers["Content-Type"] == "application/problem+json", response.content
    found = json.loads(response.content)
    assert found["status"] == response.status_code
    assert found["type"].startswith("urn:permanence:problem:")
    assert found["title"]
    assert found["detail"]
    return found


@pytest.fixture(name="problem")
def _problem() -> Callable[[Any], dict[str, Any]]:
    return problem
