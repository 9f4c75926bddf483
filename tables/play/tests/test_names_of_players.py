"""A player has the same name, under the same rules, whoever says it."""

from typing import Any

import pytest

from casino.kit.sentences import sentence_of
from tables.play.player_names import LONGEST_NAME, check_name, why_unfit
from testkit.refusals import expect_refusal

FIT = ["P1", "yellow", "Seat 12", "João", "Ålesund 3", "a" * LONGEST_NAME]
UNFIT: dict[str, tuple[str, dict[str, Any]]] = {
    " P1": ("name-with-blanks", {"name": " P1", "right": "P1"}),
    "P1\u00a0": ("name-with-blanks", {"name": "P1?", "right": "P1"}),
    "P\u200b1": ("name-unreadable", {"name": "P?1"}),
    "P1\x00": ("name-unreadable", {"name": "P1?"}),
    "P\n1": ("name-unreadable", {"name": "P?1"}),
    "P\u202e1": ("name-unreadable", {"name": "P?1"}),
    "P\ufffd": ("name-unreadable", {}),
    "\ud800": ("name-unreadable", {"name": "?"}),
    "a" * (LONGEST_NAME + 1): ("name-too-long", {"limit": 40, "value": 41}),
    "Joa\u0303o": ("name-in-unusual-letters", {"right": "João"}),
    "Ｐ１": ("name-in-unusual-letters", {"right": "P1"}),
}


@pytest.mark.parametrize("name", FIT)
def test_a_name_that_can_be_read_is_fit(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("name", UNFIT, ids=ascii)
def test_a_name_by_which_one_player_would_be_two_is_refused(name: str) -> None:
    code, parameters = UNFIT[name]
    with expect_refusal(code, clause="it-venezia/general-1", **parameters) as refused:
        check_name(name, "it-venezia/general-1")
    sentence = sentence_of(refused.value.refusal)
    assert sentence.isprintable()
    assert len(sentence) < 200


def test_two_names_that_are_fit_and_look_alike_are_the_same() -> None:
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    assert why_unfit(composed) is None
    assert why_unfit(decomposed) is not None
