"""English words from the time before codes, read as code and parameters by upcasters of events.

The patterns are sentences that are written no more. A text without a pattern keeps its words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from tables.codec import Data
from tables.money import Money, minor_per_unit

Pattern = tuple[str, str]
"""A code, and the words that it replaces: each parameter is a named group."""
NOT_READ = "recorded-in-words"


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _money(text: str) -> Data:
    number, _, currency = text.partition(" ")
    units, _, fraction = number.replace(",", "").partition(".")
    amount = Money(int(units) * minor_per_unit(currency) + int(fraction or 0), currency)
    return msgspec.to_builtins(amount)  # type: ignore[no-any-return]


READERS: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("minutes", "turns", "least", "count", "outstanding", "coup", "number"), int),
    **dict.fromkeys(("amount", "difference"), _money),
    "unpaid": _numbers,
    "status": lambda text: text.replace(" ", "_"),
}
"""Function that reads the words of a parameter; any other stays text."""
MONEY = r"[\d,]+(?:\.\d+)? [A-Z]{3}"
"""An amount as words had it: `1,250.50 EUR`."""


def coded(words: str, patterns: Sequence[Pattern]) -> Data | None:
    """Code and parameters of recorded words; None where no pattern reads them."""
    for code, pattern in patterns:
        if found := re.fullmatch(pattern, words, re.DOTALL):
            read = found.groupdict(default="")
            return {
                "code": code,
                "parameters": {name: READERS.get(name, str)(text) for name, text in read.items()},
            }
    return None


def coded_or_in_words(words: str, patterns: Sequence[Pattern]) -> Data:
    """Return the code of the words; unreadable words are the one parameter of a code of their own."""
    return coded(words, patterns) or {"code": NOT_READ, "parameters": {"words": words}}
