"""Amounts in words for people: a refusal says `12.50 EUR`, never 1250."""

from __future__ import annotations

import msgspec

# ISO 4217: how many decimals a currency's major unit has, where it is not two.
DECIMALS = {
    **dict.fromkeys(("CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}


class Money(msgspec.Struct, frozen=True):
    """An amount in whole minor units of a currency (ISO 4217), as refusals and violations carry it."""

    amount: int
    currency: str

    def __str__(self) -> str:
        """The amount for a log line: `12.50 EUR`."""
        return in_words(self.amount, self.currency)


def in_words(amount: int, currency: str) -> str:
    """An amount of whole minor units with its currency: 500 is `5 EUR`, 1250 `12.50 EUR`, -5 `-0.05 EUR`."""
    decimals = DECIMALS.get(currency, 2)
    units, rest = divmod(abs(amount), 10**decimals)
    fraction = f".{rest:0{decimals}d}" if rest else ""
    return f"{'-' if amount < 0 else ''}{units:,}{fraction} {currency}"
