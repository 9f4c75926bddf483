"""Every reason of the ledger has words, in which what it is about stands once."""

import pytest

from casino.kit.ledger_reasons import WORDS, reason_named
from settlement.ledger.reasons import Reason, read_reason


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words_with_what_it_is_about(reason: Reason) -> None:
    named = reason_named(reason.about("F-000007"))
    assert ("F-000007" in named) == ("{about}" in WORDS[reason])
    assert "{" not in named and ":" not in named


def test_a_reason_is_read_as_it_was_written() -> None:
    assert read_reason(Reason.FILL.about("F-000007")) == (Reason.FILL, "F-000007")
    assert read_reason(Reason.PRIZES) == (Reason.PRIZES, "")
