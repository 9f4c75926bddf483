"""Amounts in words."""

import pytest

from tables.money import in_words


@pytest.mark.parametrize(
    ("amount", "currency", "words"),
    [
        (500, "EUR", "5 EUR"),
        (1250, "CHF", "12.50 CHF"),
        (123456705, "EUR", "1,234,567.05 EUR"),
        (-5, "EUR", "-0.05 EUR"),
        (1250, "JPY", "1,250 JPY"),
        (1250, "TND", "1.250 TND"),
    ],
)
def test_an_amount_is_said_in_its_currencys_own_units(amount: int, currency: str, words: str) -> None:
    assert in_words(amount, currency) == words
