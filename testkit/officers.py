"""Officers who confirm what API clients requested, for tests of the API."""

import json
from typing import Any
from uuid import UUID

from django.utils import timezone

from casino.api.models import WaitingRequest
from casino.api.waiting.deciding import confirm
from casino.api.waiting.operations import Carried
from casino.people.models import Person, Role
from casino.people.signing import own_signature
from testkit.api import Caller
from testkit.people import engage


def officer_of(casino_id: int) -> Person:
    """The casino's administrator of the tests, engaged where there is none yet."""
    there = Person.objects.filter(casino_id=casino_id, role=Role.ADMINISTRATOR).first()
    return there or engage(Role.ADMINISTRATOR, casino_id=casino_id)


def register_by_request(system: Caller, table: dict[str, Any], key: str = "table") -> Any:
    """Register a table as a client requests it and an officer confirms it; the result."""
    return confirmed(system.post("tables", table, key), officer_of(system.client.casino_id))


def requested(response: Any) -> Any:
    """The waiting request that a response with status 202 is."""
    assert response.status_code == 202, response.content
    return json.loads(response.content)


def confirmed(response: Any, officer: Person, *beside: Person) -> Any:
    """The result of the request of a response, which the officer confirms now and others countersign."""
    confirm_now(response, officer, *beside)
    return result_of(response)


def confirm_now(response: Any, officer: Person, *beside: Person) -> Carried:
    """Confirm the request of a response as the officer, and return the result that the officer sees."""
    number = UUID(requested(response)["id"])
    signed = tuple(map(own_signature, (officer, *beside)))
    return confirm(number, officer, signatures=signed, now=timezone.now())[1]


def result_of(response: Any) -> Any:
    """The result that the client of a response reads."""
    return WaitingRequest.objects.get(pk=requested(response)["id"]).result
