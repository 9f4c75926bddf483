"""Why a payment differs, once recorded by the platform in words, is read as a code; a person's words are left alone."""

from typing import Any

import pytest

from casino.kit.sentences import CODES, sentence
from tables.play.events import TABLE_EVENTS, PaymentDiffered
from tables.play.payment.older_differences import PATTERNS, difference_from_words

READ: list[tuple[str, str, str, dict[str, Any]]] = [
    (
        "paid otherwise on 17, which stands again",
        "another_number",
        "paid-otherwise-on-number",
        {"number": 17},
    ),
    ("paid on 0, which does not stand", "another_number", "paid-on-other-number", {"number": 0}),
    ("its bets were put back after they were paid", "bets_put_back", "paid-before-bets-put-back", {}),
]


def recorded(reason: str, because: str) -> dict[str, Any]:
    """The data of a difference as it was recorded with a reason in words."""
    laid = {"coup": 1, "refs": ["b1"], "player": "P1", "bet": "plein:17"}
    return laid | {
        "difference": "x1",
        "worked_out": 0,
        "paid": 500,
        "reason": reason,
        "because": because,
    }


def read(data: dict[str, Any]) -> PaymentDiffered:
    event = TABLE_EVENTS.decode("payment_differed", difference_from_words(data))
    assert isinstance(event, PaymentDiffered)
    return event


def test_all_that_was_recorded_in_words_is_tried_here() -> None:
    assert [code for _, _, code, _ in READ] == [code for code, _ in PATTERNS]


@pytest.mark.parametrize(("words", "because", "code", "parameters"), READ)
def test_the_platforms_words_are_read_as_a_code_and_shown_by_it(
    words: str, because: str, code: str, parameters: dict[str, Any]
) -> None:
    event = read(recorded(words, because))
    assert (event.reason, event.code, event.parameters) == ("", code, parameters)
    assert sentence(event.code, event.parameters, CODES) == words.replace("otherwise", "differently")


def test_a_persons_words_stay_also_where_they_read_like_the_platforms() -> None:
    event = read(recorded("paid on 17, which does not stand", "paid"))
    assert (event.reason, event.code) == ("paid on 17, which does not stand", "")


def test_words_that_no_pattern_reads_are_kept() -> None:
    event = read(recorded("paid in another life", "another_number"))
    assert (event.reason, event.code) == ("paid in another life", "")
