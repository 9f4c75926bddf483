"""Violations that were recorded as sentences are read as codes, and shown as they were where they cannot be."""

from typing import Any

import pytest

from tables.play.events import TABLE_EVENTS, ViolationRaised
from tables.play.reader.older_violations import PATTERNS, from_detail

RECORDED = {"violation": "12-x", "rule": "x", "clause": "pt-francesa/9", "coup": None, "due_at": None}
READ: list[tuple[str, str, dict[str, Any]]] = [
    ("ball A not changed within 60 minutes", "ball-not-changed", {"ball": "A", "minutes": 60}),
    ("ball B was put back into play", "same-ball-again", {"ball": "B"}),
    ("the change was not announced", "ball-change-unannounced", {}),
    ("ball launched while payments of coup 1, 2 were open", "launched-before-payments", {"unpaid": [1, 2]}),
    (
        "ball launched while payments of coup 7 were open and the change of P1 (T1/2026-11-20/c1) was being made",
        "launched-before-payments-and-change",
        {"unpaid": [7], "player": "P1", "receipt": "T1/2026-11-20/c1"},
    ),
    (
        "ball launched while the change of P1 (T1/2026-11-20/c1) was being made",
        "launched-during-change",
        {"player": "P1", "receipt": "T1/2026-11-20/c1"},
    ),
    ("the reader saw the ball run with the wheel", "ball-seen-with-wheel", {}),
    ("ball and wheel both ran clockwise", "ball-with-wheel", {"direction": "clockwise"}),
    (
        "the wheel ran anticlockwise in this launch and in the one before",
        "launches-do-not-alternate",
        {"direction": "anticlockwise"},
    ),
    ("control not told of the suspension within 10 minutes", "control-not-told", {"minutes": 10}),
    ("the sign not confirmed changed within 5 minutes of the notice", "sign-not-confirmed", {"minutes": 5}),
    ("the ball made 1 full turn, and 3 are the least", "too-few-turns", {"turns": 1, "least": 3}),
    ("the ball made 2 full turns, and 3 are the least", "too-few-turns", {"turns": 2, "least": 3}),
    (
        "Spinner 1 not replaced at the ball within 30 minutes",
        "spinner-not-replaced",
        {"spinner": "Spinner 1", "minutes": 30},
    ),
    (
        "Spinner 1 passed the ball after 12 minutes without notice",
        "ball-passed-early",
        {"spinner": "Spinner 1", "minutes": 12},
    ),
    (
        "ball B, B-2, was found unfit: it is replaced (chipped)",
        "ball-unfit",
        {"ball": "B", "serial": "B-2", "remarks": "chipped"},
    ),
    (
        "wheel W-1 was found unfit while it is played on",
        "wheel-unfit",
        {"serial": "W-1", "remarks": ""},
    ),
    (
        "3 chips with the symbol star were seen with P2: they are played at their own table alone",
        "chips-of-another-table",
        {"count": 3, "symbol": "star", "player": "P2"},
    ),
    (
        "61 yellow chips were presented, but 60 are out",
        "more-chips-than-outstanding",
        {"count": 61, "colour": "yellow", "outstanding": 60},
    ),
    (
        "1 late yellow chips were presented, but 0 are out",
        "more-late-chips-than-outstanding",
        {"count": 1, "colour": "yellow", "outstanding": 0},
    ),
]


@pytest.mark.parametrize(("detail", "code", "parameters"), READ)
def test_a_recorded_sentence_is_read_as_its_code(detail: str, code: str, parameters: dict[str, Any]) -> None:
    event = TABLE_EVENTS.decode("violation_raised", from_detail({**RECORDED, "detail": detail}))
    assert isinstance(event, ViolationRaised)
    assert (event.code, event.parameters, event.words) == (code, parameters, "")
    assert (event.violation, event.clause) == ("12-x", "pt-francesa/9")


def test_every_sentence_that_was_recorded_is_read() -> None:
    assert {code for _, code, _ in READ} == {code for code, _ in PATTERNS}


def test_words_that_name_bets_in_a_casinos_language_stay_as_they_were() -> None:
    detail = "Cavalo 17–20 of B paid before Pleno 17 of A: a player's prizes are paid together"
    event = TABLE_EVENTS.decode("violation_raised", from_detail({**RECORDED, "detail": detail}))
    assert isinstance(event, ViolationRaised)
    assert (event.code, event.parameters, event.words) == ("", {}, detail)
