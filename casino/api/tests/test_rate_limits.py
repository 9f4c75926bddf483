"""A client that asks too much is told so, and every client what it may still ask."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import Settings

from casino.api.access import rate_limits
from testkit.api import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_asked() -> Iterator[None]:
    rate_limits._limiter.storage.reset()
    yield
    rate_limits._limiter.storage.reset()


def left(answer: Any) -> int:
    policy, _, rest = answer.headers["RateLimit"].partition(";r=")
    assert policy == '"client"'
    return int(rest.partition(";t=")[0])


def test_every_answer_says_what_is_left(
    caller: Callable[..., Caller], settings: Settings, problem: Callable[..., Any]
) -> None:
    settings.API_REQUESTS_PER_MINUTE = 10
    system = caller()
    first = system.get("rulebooks")
    assert first.headers["RateLimit-Policy"] == '"client";q=10;w=60'
    assert left(first) == 9
    assert left(system.get("rulebooks/it-nowhere")) == 8
    assert left(system.settle({})) == 7


def test_too_much_is_refused_until_there_is_room_and_others_are_not_concerned(
    caller: Callable[..., Caller], settings: Settings, problem: Callable[..., Any], published: Any
) -> None:
    settings.API_REQUESTS_PER_MINUTE = 3
    system, other = caller(), caller()
    assert [system.get("rulebooks").status_code for _ in range(3)] == [200] * 3
    refused = system.settle(published)
    found = problem(refused)
    assert (found["status"], left(refused)) == (429, 0)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["Retry-After"] in found["detail"]
    assert other.get("rulebooks").status_code == 200
    # What was refused has used up no key.
    rate_limits._limiter.storage.reset()
    assert system.settle(published).status_code == 200


def test_unauthenticated_request_is_not_counted(caller: Callable[..., Caller], settings: Settings) -> None:
    settings.API_REQUESTS_PER_MINUTE = 1
    answers = [caller().get("rulebooks", Authorization="Bearer none") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {401}
    assert not any("RateLimit" in answer.headers for answer in answers)
