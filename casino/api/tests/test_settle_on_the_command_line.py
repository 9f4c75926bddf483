"""`manage.py settle`: a request in, an answer or one problem out, and no database anywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from testkit.command_line import Ended, run_command

ROOT = Path(__file__).parents[3]
NO_DATABASE = "postgres://nobody@127.0.0.1:1/nowhere"


def settle(rulebook: str, request: str | bytes) -> Ended:
    return run_command("settle", rulebook, stdin=request)


def test_the_published_example_is_answered_byte_for_byte(tmp_path: Path) -> None:
    request = """{"currency": "EUR", "minimum": 500,
     "bets": [{"ref": "a", "player": "P1", "bet": "cheval:17-20", "amount": 1000},
              {"ref": "b", "player": "P1", "bet": "rouge", "amount": 5000}],
     "choices": [{"coup": 1, "ref": "b", "choice": "stay"}],
     "results": [0, 18]}"""
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "settle", "it-venezia"],
        input=request.encode(),
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": NO_DATABASE, "PERMANENCE_DATA": str(tmp_path)},
        timeout=60,
    )
    assert done.stdout.decode() == (
        '{"rulebook": "it-venezia", "version": 3, "coups": ['
        '{"number": 0, "colour": null, "lines": ['
        '{"ref": "a", "bet": "cheval:17-20", "player": "P1", "stake": 1000, "outcome": "lost", "prize": 0, '
        '"returned": 0, "held": 0, "clause": "it-venezia/payouts"}, '
        '{"ref": "b", "bet": "rouge", "player": "P1", "stake": 5000, "outcome": "imprisoned", "prize": 0, '
        '"returned": 0, "held": 5000, "level": 1, "clause": "it-venezia/prison"}], "order": []}, '
        '{"number": 18, "colour": "rouge", "lines": ['
        '{"ref": "b", "bet": "rouge", "player": "P1", "stake": 5000, "outcome": "freed", "prize": 0, '
        '"returned": 5000, "held": 0, "clause": "it-venezia/prison"}], "order": []}]}\n'
    )
    assert (done.returncode, done.stderr) == (0, b"")


FIVE_AROUND_8 = {8: 3500, 11: 3500, 10: 3500, 17: 0}
FINAL_4 = {14: 3500, 4: 3500, 5: 0}
FINAL_7 = {27: 3500, 8: 0}


@pytest.mark.parametrize(
    ("rulebook", "said", "code", "amount", "prizes"),
    [
        *(
            pytest.param("it-live", *case, marks=pytest.mark.clause("it-live/announced"))
            for case in (
                ("finale 4", "finale:4", 400, FINAL_4),
                ("puntata su finale 7", "finale:7", 300, FINAL_7),
                ("8 e adiacenti", "voisins-de:8/2", 500, FIVE_AROUND_8),
                ("8 et deux voisins", "voisins-de:8/2", 500, FIVE_AROUND_8),
            )
        ),
        pytest.param(
            "it-live",
            "1 a 18",
            "manque",
            400,
            {18: 400, 19: 0, 0: 0},
            marks=pytest.mark.clause("it-live/bets"),
        ),
        pytest.param(
            "it-live", "25-36", "douzaine:3", 400, {25: 800, 24: 0}, marks=pytest.mark.clause("it-live/bets")
        ),
        pytest.param(
            "it-venezia",
            "un numéro et deux voisins 8",
            "voisins-de:8/2",
            500,
            FIVE_AROUND_8,
            marks=pytest.mark.clause("it-venezia/neighbours"),
        ),
    ],
)
def test_bet_by_a_name_of_the_source_is_settled(
    rulebook: str, said: str, *, code: str, amount: int, prizes: dict[int, int]
) -> None:
    for number, prize in prizes.items():
        bet = {"ref": "a", "player": "P1", "bet": said, "amount": amount}
        done = settle(
            rulebook, json.dumps({"currency": "EUR", "minimum": 50, "bets": [bet], "results": [number]})
        )
        assert done.returncode == 0, done.stderr
        (coup,) = json.loads(done.stdout)["coups"]
        assert {line["bet"] for line in coup["lines"]} == {code}
        assert sum(line["prize"] for line in coup["lines"]) == prize, (said, number)


def test_final_that_does_not_divide_into_its_chips_names_the_amounts_that_do() -> None:
    bet = {"ref": "a", "player": "P1", "bet": "finale 7", "amount": 400}
    done = settle("it-live", json.dumps({"currency": "EUR", "minimum": 50, "bets": [bet], "results": []}))
    assert done.returncode == 2
    assert "bets[0].amount: finale:7" in json.loads(done.stderr)["detail"]


BET = '{"ref": "a", "player": "P1", "bet": "rouge", "amount": 400}'
WRONG: dict[str, Any] = {
    "no rulebook": ("fr-lyon", "{}", "RULEBOOK: fr-lyon: no such rulebook; there are it-campione"),
    "no such version": ("it-live@7", "{}", "RULEBOOK: it-live: no version 7; there are 1"),
    "no JSON": ("it-venezia", '{"bets": [}', "request: not JSON at line 1, column 11"),
    "nothing": ("it-venezia", "", "request: not JSON at line 1, column 1"),
    "no text": ("it-venezia", b"\xff\xfe\xfa", "request: not JSON that can be read"),
    "too deep": ("it-venezia", "[" * 100_000, "request: not JSON that can be read"),
    "a key twice": ("it-venezia", '{"bets": [], "bets": []}', "request: the key 'bets' stands twice"),
    "a key missing": ("it-venezia", '{"bets": []}', "request: the key 'results' is missing"),
    "a stake under the minimum": (
        "it-venezia",
        f'{{"minimum": 500, "bets": [{BET}], "results": []}}',
        "bets[0].amount: rouge: 4 EUR is under the minimum 5 EUR",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_malformed_settle_command_prints_one_problem_on_standard_error(case: str) -> None:
    rulebook, request, message = WRONG[case]
    done = settle(rulebook, request)
    assert (done.returncode, done.stdout) == (2, "")
    problem = json.loads(done.stderr)
    assert problem["detail"].startswith(message)
    assert problem["status"] == 422
    assert {"type", "title"} <= set(problem)


def test_an_unforeseen_name_is_answered_as_it_was_asked() -> None:
    request = '{"bets": [{"ref": "赌", "player": "Zoë", "bet": "noir", "amount": 1}], "results": [2]}'
    done = settle("it-live", request)
    (line,) = json.loads(done.stdout)["coups"][0]["lines"]
    assert (line["ref"], line["player"]) == ("赌", "Zoë")
