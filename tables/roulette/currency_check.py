"""Check that a currency exists: it is legal tender somewhere today, by the Unicode CLDR, which Babel carries."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from babel.core import get_global

from tables.roulette.fault_words import quoted


@cache
def currencies() -> frozenset[str]:
    """Return the codes of ISO 4217 that are legal tender today."""
    return frozenset(
        code
        for of_a_territory in get_global("territory_currencies").values()
        for code, _, until, is_tender in of_a_territory
        if is_tender and until is None
    )


def no_currency(code: str) -> str | None:
    """Return the fault of a code that no currency has, with a likely code; None for a currency."""
    if code in currencies():
        return None
    if not re.fullmatch("[A-Z]{3}", code):
        return f"{quoted(code)} is not a code of ISO 4217. Write three capital letters such as EUR."
    close = get_close_matches(code, sorted(currencies()), n=1)
    return f"Nobody pays with {quoted(code)} today. Write a code of ISO 4217 such as {close[0] if close else 'EUR'}."
