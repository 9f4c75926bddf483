"""What is posted is done once: the same key with the same body gives the first answer again."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from casino.api.http import idempotency
from casino.api.models import FirstAnswer
from casino.api.rulebooks import settlements
from casino.api.settlement.settle import settle_request
from testkit.api import Caller
from testkit.stream import wait_until

pytestmark = pytest.mark.django_db


def test_the_same_key_with_the_same_body_gives_the_first_answer_again(
    caller: Callable[..., Any], published: Any
) -> None:
    system = caller()
    first = system.settle(published)
    # What lies in the table is given, not worked out again.
    FirstAnswer.objects.update(body=first.content.replace(b"cheval", b"CHEVAL"))
    again = system.settle(published)
    assert again.status_code == first.status_code == 200
    assert again.content == first.content.replace(b"cheval", b"CHEVAL")
    assert again.headers["Content-Type"] == first.headers["Content-Type"]


def test_a_refusal_is_a_first_answer_too(caller: Callable[..., Any], problem: Callable[..., Any]) -> None:
    system = caller()
    assert problem(system.settle({"bets": []})) == problem(system.settle({"bets": []}))
    assert problem(system.settle({"bets": [], "results": []}))["status"] == 409


def test_the_same_key_with_another_body_is_a_conflict_and_leaves_the_first_answer(
    caller: Callable[..., Any], problem: Callable[..., Any], published: Any
) -> None:
    system = caller()
    first = system.settle(published)
    assert problem(system.settle({**published, "minimum": 400}))["status"] == 409
    assert system.settle(published).content == first.content


def test_the_same_key_at_another_address_is_a_conflict(
    caller: Callable[..., Any], problem: Callable[..., Any], published: Any
) -> None:
    system = caller()
    assert system.settle(published, rulebook="it-venezia").status_code == 200
    assert problem(system.settle(published, rulebook="it-campione"))["status"] == 409


def test_keys_are_a_clients_own(caller: Callable[..., Any], published: Any) -> None:
    one, other = caller(), caller()
    assert one.settle(published).status_code == 200
    assert other.settle({**published, "minimum": 400}).status_code == 200


WRONG_KEYS = {
    "none": None,
    "an empty one": "",
    "one with a space": "a b",
    "doubled by a proxy": "k, k",
    "doubled without a space": "k,k",
    "no ASCII": "é",
    "too long": "x" * 256,
}


@pytest.mark.parametrize("case", WRONG_KEYS)
def test_without_a_key_that_is_right_nothing_is_posted(
    case: str, caller: Callable[..., Any], problem: Callable[..., Any], published: Any
) -> None:
    found = problem(caller().settle(published, WRONG_KEYS[case]))
    assert (found["status"], "Idempotency-Key" in found["detail"]) == (400, True)
    assert not FirstAnswer.objects.exists()


def test_unreadable_request_leaves_its_key_free(
    caller: Callable[..., Any], problem: Callable[..., Any], published: Any
) -> None:
    system = caller()
    assert problem(system.settle(b'{"bets": [}'))["status"] == 400
    assert problem(system.settle(published, rulebook="fr-lyon"))["status"] == 404
    assert system.settle(published).status_code == 200


def test_a_key_is_free_again_once_its_answer_has_expired(caller: Callable[..., Any], published: Any) -> None:
    system = caller()
    system.settle(published)
    kept = FirstAnswer.objects.get()
    assert kept.expires_at > timezone.now() + timedelta(hours=23)
    FirstAnswer.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert system.settle({**published, "minimum": 400}).status_code == 200


def test_request_that_breaks_half_way_leaves_its_key_free(
    caller: Callable[..., Any], problem: Callable[..., Any], published: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = caller()
    with monkeypatch.context() as broken:
        broken.setattr(settlements, "MOST_LINES", None)
        assert problem(system.settle(published))["status"] == 500
    assert not FirstAnswer.objects.exists()
    assert system.settle(published).status_code == 200


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_time_the_second_waits_and_gets_the_answer_of_the_first(
    caller: Callable[..., Any], published: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    system: Caller = caller()
    worked_out: list[str] = []
    goes_on = threading.Event()

    def slowly(document: Any, rulebook: Any) -> Any:
        worked_out.append(rulebook.id)
        assert goes_on.wait(30)
        return settle_request(document, rulebook)

    monkeypatch.setattr("casino.api.rulebooks.settlements.settle.settle_request", slowly)
    answers: list[bytes] = []

    def ask() -> None:
        try:
            answers.append(system.settle(published).content)
        finally:
            connection.close()

    both = [threading.Thread(target=ask) for _ in range(2)]
    both[0].start()
    wait_until(lambda: worked_out, "the first has begun")
    both[1].start()
    wait_until(second_waits, "the second waits for the first")
    goes_on.set()
    for thread in both:
        thread.join(30)
    assert worked_out == ["it-venezia"]
    assert answers[0] == answers[1]
    assert json.loads(answers[0])["coups"]


def second_waits() -> bool:
    """Whether somebody waits for a lock that a claim of a key holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND wait_event_type = 'Lock' AND query LIKE '%%INSERT INTO api_firstanswer%%'"
        )
        return bool(cursor.fetchone()[0])


def test_answers_are_kept_for_as_long_as_the_documentation_says() -> None:
    assert timedelta(hours=24) == idempotency.KEPT
