"""POST rulebooks/{id}/settlements: what `manage.py settle` answers, and nothing is stored of it."""

import json
import sys
from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from casino.api.http.response import ascii_json
from casino.api.rulebooks.settlements import MOST_LINES, Settlement
from tables.stream.models import Event

pytestmark = pytest.mark.django_db


def on_the_command_line(
    request: Any, rulebook: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[str, str]:
    """What `manage.py settle` prints for a request: the answer, or else the problem."""
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(json.dumps(request).encode())))
    capsys.readouterr()
    try:
        call_command("settle", rulebook, stdout=StringIO())
    except SystemExit as ended:
        assert ended.code == 2
    out, err = capsys.readouterr()
    return out.rstrip("\n"), err.rstrip("\n")


def test_the_published_example_is_answered_byte_for_byte(caller: Callable[..., Any], published: Any) -> None:
    response = caller().settle(published)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    assert response.content.decode() == (
        '{"rulebook": "it-venezia", "version": 3, "coups": ['
        '{"number": 0, "colour": null, "lines": ['
        '{"ref": "a", "bet": "cheval:17-20", "player": "P1", "stake": 1000, "outcome": "lost", "prize": 0, '
        '"returned": 0, "held": 0, "clause": "it-venezia/payouts"}, '
        '{"ref": "b", "bet": "rouge", "player": "P1", "stake": 5000, "outcome": "imprisoned", "prize": 0, '
        '"returned": 0, "held": 5000, "level": 1, "clause": "it-venezia/prison"}], "order": []}, '
        '{"number": 18, "colour": "rouge", "lines": ['
        '{"ref": "b", "bet": "rouge", "player": "P1", "stake": 5000, "outcome": "freed", "prize": 0, '
        '"returned": 5000, "held": 0, "clause": "it-venezia/prison"}], "order": []}]}'
    )


REQUESTS = {
    "prison": (
        "it-venezia",
        {"bets": [{"ref": "b", "player": "P1", "bet": "noir", "amount": 500}], "results": [0, 2]},
    ),
    "half back": (
        "pt-americana",
        {"bets": [{"ref": "b", "player": "P", "bet": "pair", "amount": 5}], "results": [0]},
    ),
    "a version": (
        "it-live@1",
        {"bets": [{"ref": "é", "player": "Ñ", "bet": "plein:7", "amount": 1}], "results": [7]},
    ),
    "replays": (
        "it-venezia",
        {
            "bets": [{"ref": "s", "player": "P1", "bet": "serie 5/8", "amount": 600}],
            "results": [5, 8],
            "offer_replays": True,
            "replays": [{"coup": 1, "ref": "s", "replay": "a-completare"}],
        },
    ),
    "no such bet": (
        "pt-francesa",
        {"bets": [{"ref": "b", "player": "P1", "bet": "plein:37", "amount": 5}], "results": []},
    ),
    "no such key": ("pt-francesa", {"bets": [], "results": [], "colour": "red"}),
    "over a limit": (
        "pt-francesa",
        {
            "minimum": 500,
            "bets": [{"ref": "b", "player": "P1", "bet": "plein:17", "amount": 15500}],
            "results": [],
        },
    ),
}


@pytest.mark.parametrize("case", REQUESTS)
def test_the_answer_is_that_of_the_command_line(
    case: str, caller: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rulebook, request = REQUESTS[case]
    response = caller().settle(request, rulebook=rulebook)
    answer, problem = on_the_command_line(request, rulebook, monkeypatch, capsys)
    assert response.content.decode() == (answer or problem)
    assert response.status_code == (200 if answer else 422)


@pytest.mark.parametrize("case", [case for case in REQUESTS if case[:2] != "no" and "limit" not in case])
def test_the_answer_is_of_the_shape_that_the_schema_tells(case: str, caller: Callable[..., Any]) -> None:
    rulebook, request = REQUESTS[case]
    answer = json.loads(caller().settle(request, rulebook=rulebook).content)
    assert json.loads(ascii_json(msgspec.convert(answer, Settlement))) == answer


def offered(
    system: Any, rulebook: str, bet: str, amount: int, number: int, **more: Any
) -> list[dict[str, Any]]:
    request = {
        "bets": [{"ref": "s", "player": "P1", "bet": bet, "amount": amount}],
        "results": [number],
        **more,
    }
    answer = json.loads(system.settle({**request, "offer_replays": True}, rulebook=rulebook).content)
    found: list[dict[str, Any]] = answer["coups"][0]["open_replays"]
    return found


@pytest.mark.clause("it-venezia/replay")
def test_replay_shows_stake_restake_and_payout_before_confirmation(
    caller: Callable[..., Any],
) -> None:
    ways = offered(caller(), "it-venezia", "vicini dello zero", 4500, 0)
    assert {way["replay"]: (way["stays"], way["restaked"], way["paid_out"]) for way in ways} == {
        "a-rifare": (1000, 4500, 6500),
        "a-completare": (1000, 3500, 7500),
        "per-il-tutto": (1000, 8000, 3000),
    }
    for way in ways:
        assert way["won"] + way["stake"] == way["stays"] + way["restaked"] + way["paid_out"] == 12_000
        assert way["clause"] == "it-venezia/replay"


@pytest.mark.clause("it-venezia/replay")
def test_the_way_that_was_chosen_lies_on_the_cloth_for_the_next_coup(caller: Callable[..., Any]) -> None:
    request = {
        "bets": [{"ref": "s", "player": "P1", "bet": "vicini dello zero", "amount": 4500}],
        "results": [0, 26],
        "replays": [{"coup": 1, "ref": "s", "replay": "a-rifare"}],
    }
    first, second = json.loads(caller().settle(request).content)["coups"]
    (told,) = first["replays"]
    assert (told["stays"], told["restaked"], told["paid_out"]) == (1000, 4500, 6500)
    assert [(bet["ref"], bet["bet"], bet["amount"]) for bet in told["bets"]] == [
        ("s+", "voisins", 4500),
        ("s+1", "transversale:0-2-3", 1000),
    ]
    assert {line["ref"]: line["outcome"] for line in second["lines"]} == {"s+": "won", "s+1": "lost"}


@pytest.mark.clause("pt-americana/28")
def test_the_parol_is_seen_before_confirming_with_what_it_leaves(caller: Callable[..., Any]) -> None:
    (way,) = offered(caller(), "pt-americana", "voisins", 900, 0)
    assert (way["replay"], way["clause"]) == ("parol", "pt-americana/28")
    assert (way["won"], way["stake"]) == (2200, 200)
    assert (way["stays"], way["restaked"], way["paid_out"]) == (200, 1600, 600)
    assert [(bet["bet"], bet["amount"]) for bet in way["bets"]] == [("voisins", 1800)]


@pytest.mark.clause("pt-americana/28")
@pytest.mark.clause("pt-americana/34")
def test_a_parol_over_the_limit_says_so_before_confirming(caller: Callable[..., Any]) -> None:
    (way,) = offered(caller(), "pt-americana", "tiers", 30_000, 11, minimum=500)
    refused = way["refused"]
    assert (refused["clause"], refused["limit"], refused["value"]) == ("pt-americana/34", 60_000, 90_000)


@pytest.mark.clause("pt-francesa/24")
def test_a_stake_outside_the_limits_is_a_refusal_with_clause_limit_and_value(
    caller: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    rulebook, request = REQUESTS["over a limit"]
    found = problem(caller().settle(request, rulebook=rulebook))
    assert found["status"] == 422
    assert found["type"] == "urn:permanence:problem:outside-limits"
    assert (found["clause"], found["limit"], found["value"]) == ("pt-francesa/24", 15_000, 15_500)
    assert found["detail"].startswith("bets[0].amount: plein:17: 155 EUR is over the maximum 150 EUR")


def test_nothing_enters_the_record(caller: Callable[..., Any], casino: Any, published: Any) -> None:
    assert caller().settle(published).status_code == 200
    assert not Event.objects.filter(casino_id=casino.pk).exists()


def test_more_work_than_one_request_should_ask_for_is_refused(
    caller: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    bet = {"player": "P1", "bet": "rouge", "amount": 1}
    request = {"bets": [{"ref": str(ref), **bet} for ref in range(501)], "results": [0] * 100}
    found = problem(caller().settle(request, rulebook="it-campione"))
    assert (found["status"], found["limit"], found["value"]) == (422, MOST_LINES, 50_100)


@pytest.mark.parametrize(
    "body", [[], None, 7, "bets", {"bets": 1, "results": {}}, {"bets": {"a": 1}, "results": [0]}]
)
def test_malformed_settlement_request_is_a_problem(
    body: Any, caller: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    assert problem(caller().settle(body))["status"] == 422
