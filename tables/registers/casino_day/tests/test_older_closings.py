"""What a close of the house left over, recorded in words, is read as codes and shown as it was."""

from typing import Any

import pytest

from casino.kit.sentences import sentence_of
from tables.registers.casino_day.events import CASINO_DAY_EVENTS, ClosingBlocker
from tables.registers.casino_day.older_closings import PATTERNS, closing_from_words

READ: list[tuple[str, str, dict[str, Any]]] = [
    (
        "d1 of T1 about coup 1 is not decided",
        "dispute-undecided",
        {"dispute": "d1", "table": "T1", "coup": 1},
    ),
    (
        "h1, held at T1 since 2026-11-20, has no receipt",
        "held-without-receipt",
        {"held": "h1", "table": "T1", "day": "2026-11-20"},
    ),
    ("slip F-000001 of T1 is on its way", "slip-left-on-its-way", {"slip": "F-000001", "table": "T1"}),
    (
        "slip C-000001 of T1 has left the table and is not received",
        "slip-left-unreceived",
        {"slip": "C-000001", "table": "T1"},
    ),
    (
        "slip C-000001 of T1 is sent for",
        "slip-left",
        {"slip": "C-000001", "table": "T1", "status": "sent_for"},
    ),
    ("box T1-A of T1 is not counted", "box-not-counted", {"box": "T1-A", "table": "T1"}),
    (
        "the count of box T1-A of T1 is not accepted",
        "box-count-not-accepted",
        {"box": "T1-A", "table": "T1"},
    ),
    (
        "the count of box T1-A of T1, 50 EUR more than recorded, is not accepted",
        "box-count-higher-not-accepted",
        {"box": "T1-A", "table": "T1", "difference": {"amount": 5_000, "currency": "EUR"}},
    ),
    (
        "the count of box T1-A of T1, 0.50 EUR less than recorded, is not accepted",
        "box-count-lower-not-accepted",
        {"box": "T1-A", "table": "T1", "difference": {"amount": 50, "currency": "EUR"}},
    ),
]
PRESSURE = "T1 was closed under pressure with box T1-A left open, which its next day has not explained"


def left_over(what: str) -> dict[str, Any]:
    """What the record has of one thing, in the newest shape."""
    forced = {"reason": "x", "left": [{"kind": "box", "ref": "r", "table": "T1", "what": what}]}
    (left,) = closing_from_words({"day": "2026-11-20", "forced": forced})["forced"]["left"]
    found: dict[str, Any] = left
    return found


def test_all_that_was_recorded_in_words_is_tried_here() -> None:
    assert [code for _, code, _ in READ] == [code for code, _ in PATTERNS]
    assert CASINO_DAY_EVENTS.upcasters == {"house_day_closed": (closing_from_words,)}


@pytest.mark.parametrize(("what", "code", "parameters"), READ)
def test_older_blockers_of_a_day_are_shown_in_the_same_words(
    what: str, code: str, parameters: dict[str, Any]
) -> None:
    left = left_over(what)
    assert (left["kind"], left["ref"], left["table"]) == ("box", "r", "T1")
    assert (left["code"], left["parameters"]) == (code, parameters)
    assert sentence_of(ClosingBlocker(**left)) == what


def test_older_blocker_of_a_table_keeps_its_words() -> None:
    left = left_over(PRESSURE)
    assert (left["code"], left["parameters"]) == ("recorded-in-words", {"words": PRESSURE})
    assert sentence_of(ClosingBlocker(**left)) == PRESSURE


def test_a_day_that_was_closed_as_any_other_is_as_it_was() -> None:
    assert closing_from_words({"day": "2026-11-20", "forced": None}) == {"day": "2026-11-20", "forced": None}
