"""The currency of a request is the sender's remark: any code is taken, and none changes what is owed."""

import string

from hypothesis import given
from hypothesis import strategies as st

from casino.api.settlement.settle import settle_request
from tables.roulette.loader import get_rulebook, rulebooks

REQUEST = {
    "bets": [
        {"ref": "a", "player": "P1", "bet": "plein:17", "amount": 1000},
        {"ref": "b", "player": "P2", "bet": "rouge", "amount": 2500},
    ],
    "results": [0, 17],
}


@given(st.sampled_from(sorted(rulebooks())), st.text(string.ascii_uppercase, min_size=3, max_size=3))
def test_any_three_letter_code_is_taken_and_decides_nothing(rulebook: str, currency: str) -> None:
    without = settle_request(REQUEST, get_rulebook(rulebook))
    assert settle_request({**REQUEST, "currency": currency}, get_rulebook(rulebook)) == without
