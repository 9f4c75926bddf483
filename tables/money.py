"""Amounts in figures and words for people: a refusal shows `12.50 EUR`, never 1250."""

from __future__ import annotations

from functools import cache

import msgspec
from babel.numbers import get_currency_precision


class Money(msgspec.Struct, frozen=True):
    """An amount in whole minor units of a currency (ISO 4217), as refusals and violations carry it."""

    amount: int
    currency: str

    def __str__(self) -> str:
        """Return the amount for a log line: `12.50 EUR`."""
        return in_words(self.amount, self.currency)


@cache
def decimals_of(currency: str) -> int:
    """Return the number of decimals of a currency, by the Unicode CLDR: EUR 2, JPY 0, TND 3."""
    return int(get_currency_precision(currency))


@cache
def minor_per_unit(currency: str) -> int:
    """Return the number of minor units in one of the currency's major units: EUR 100, JPY 1, TND 1000."""
    return int(10 ** decimals_of(currency))


def in_figures(amount: int, currency: str, *, shortest: bool = False) -> str:
    """Return an amount of minor units as Python writes figures: -124500 EUR is `-1,245.00`.

    `shortest` leaves decimals out where all of them are zero: `-1,245`.
    """
    units, rest = divmod(abs(amount), minor_per_unit(currency))
    decimals = decimals_of(currency)
    fraction = f".{rest:0{decimals}d}" if decimals and (rest or not shortest) else ""
    return f"{'-' if amount < 0 else ''}{units:,}{fraction}"


def in_words(amount: int, currency: str) -> str:
    """Return an amount of whole minor units with its currency: 500 is `5 EUR`, 1250 `12.50 EUR`, -5 `-0.05 EUR`."""
    return f"{in_figures(amount, currency, shortest=True)} {currency}"
