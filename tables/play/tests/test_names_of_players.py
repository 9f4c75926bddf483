"""A player has the same name, under the same rules, whoever says it."""

import pytest

from tables.play.player_names import LONGEST_NAME, check_name, why_unfit
from tables.roulette.refusal import Refused

FIT = ["P1", "yellow", "Seat 12", "João", "Ålesund 3", "a" * LONGEST_NAME]
UNFIT = {
    " P1": 'begins and ends without blanks; "P1" is right',
    "P1\u00a0": 'begins and ends without blanks; "P1" is right',
    "P\u200b1": "can be read, and nothing else",
    "P1\x00": "can be read, and nothing else",
    "P\n1": "can be read, and nothing else",
    "P\u202e1": "can be read, and nothing else",
    "P\ufffd": "can be read, and nothing else",
    "\ud800": "can be read, and nothing else",
    "a" * (LONGEST_NAME + 1): "has 40 characters at most, not 41",
    "Joa\u0303o": 'is written in the usual form of its letters; "João" is right',
    "Ｐ１": 'is written in the usual form of its letters; "P1" is right',
}


@pytest.mark.parametrize("name", FIT)
def test_a_name_that_can_be_read_is_fit(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("name", UNFIT, ids=ascii)
def test_a_name_by_which_one_player_would_be_two_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name, "it-venezia/general-1")
    assert UNFIT[name] in refused.value.detail
    assert refused.value.clause == "it-venezia/general-1"
    assert refused.value.detail.isprintable()
    assert len(refused.value.detail) < 200


def test_two_names_that_are_fit_and_look_alike_are_the_same() -> None:
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    assert why_unfit(composed) is None
    assert why_unfit(decomposed) is not None
