"""Closes under pressure that were recorded in words are read as codes, and shown as they were where they cannot be."""

from typing import Any

import pytest

from casino.kit.sentences import sentence_of
from tables.play.day.older_closings import PATTERNS, closing_from_words, opening_from_words
from tables.play.events import LeftOpen

PERSON = {"id": "p1", "name": "Boss"}
READ: list[tuple[str, str, dict[str, Any]]] = [
    ("slip F-000012", "slip-left-open", {"slip": "F-000012"}),
    ("box T1-A", "box-left-open", {"serial": "T1-A"}),
    (
        "1,250.50 EUR in notes, in no box",
        "notes-left-open",
        {"amount": {"amount": 125_050, "currency": "EUR"}},
    ),
    ("the closing count of the float", "closing-count-left-open", {}),
    (
        "the float, counted 5 EUR more than was handed on",
        "float-left-with-more",
        {"difference": {"amount": 500, "currency": "EUR"}},
    ),
    (
        "the float, counted 1,000 JPY less than was handed on",
        "float-left-with-less",
        {"difference": {"amount": 1_000, "currency": "JPY"}},
    ),
    (
        "the float, counted with other chips than were handed on, worth as much together",
        "float-left-with-other-chips",
        {},
    ),
    (
        "20 yellow chips of P1",
        "colour-chips-left-open",
        {"count": 20, "colour": "yellow", "player": "P1"},
    ),
]


def closed_with(what: str) -> dict[str, Any]:
    """How a close under pressure was recorded with one thing left open."""
    left = [{"kind": "slip", "what": what}]
    return {"day": "2026-11-20", "reason": "x", "left": left, "ordered_by": PERSON, "signed_by": PERSON}


def test_all_that_was_recorded_in_words_is_tried_here() -> None:
    assert [code for _, code, _ in READ] == [code for code, _ in PATTERNS]


@pytest.mark.parametrize(("what", "code", "parameters"), READ)
def test_older_blockers_are_shown_in_the_same_words(what: str, code: str, parameters: dict[str, Any]) -> None:
    (left,) = closing_from_words({"coups": 3, "forced": closed_with(what)})["forced"]["left"]
    assert left == {"kind": "slip", "code": code, "parameters": parameters}
    assert sentence_of(LeftOpen(**left)) == what


def test_unreadable_older_blocker_keeps_its_words() -> None:
    (left,) = opening_from_words({"forced_close": closed_with("a cat")})["forced_close"]["left"]
    assert left == {"kind": "slip", "code": "recorded-in-words", "parameters": {"words": "a cat"}}
    assert sentence_of(LeftOpen(**left)) == "a cat"


def test_a_day_that_was_closed_or_opened_as_any_other_is_as_it_was() -> None:
    assert closing_from_words({"coups": 3, "forced": None}) == {"coups": 3, "forced": None}
    assert opening_from_words({"table": "T1"}) == {"table": "T1"}
