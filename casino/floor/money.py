"""Money and counts on a screen. Amounts are whole minor units; every currency of the rulebooks has two decimals."""

import re
from decimal import Decimal

MINOR = 100
TYPED = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")


def money(amount: int) -> str:
    """An amount in full: 124500 is `1,245.00`, -1845 is `– 18.45`."""
    sign = "– " if amount < 0 else ""
    units, cents = divmod(abs(amount), MINOR)
    return f"{sign}{units:,}.{cents:02d}"


def plain(amount: int) -> str:
    """An amount without needless decimals: 500 is `5`, 250 is `2.50`."""
    units, cents = divmod(abs(amount), MINOR)
    sign = "–" if amount < 0 else ""
    return f"{sign}{units:,}.{cents:02d}" if cents else f"{sign}{units:,}"


def in_a_field(amount: int) -> str:
    """An amount as a person would type it: 150000 is `1500`."""
    return plain(amount).replace(",", "")


def in_a_square(amount: int) -> str:
    """An amount as it fits into a number's square: no cents from 1,000 on, `147k` and `1.47M` from six digits on."""
    units = abs(amount) // MINOR
    sign = "–" if amount < 0 else ""
    if units >= 100_000:
        return sign + _shortened(units, digits=3)
    return f"{sign}{units:,}" if units >= 1000 else plain(amount)


def on_a_chip(amount: int) -> str:
    """An amount as short as a chip needs it: 150000 is `1.5k`, 100000000 is `1M`; never more than what lies there."""
    units = amount // MINOR
    if units >= 1000:
        return _shortened(units, digits=2)
    return str(units) if units >= 100 else f"{amount / MINOR:g}"


def _shortened(units: int, digits: int) -> str:
    """Whole units in thousands or millions, its decimals cut so that about so many digits are left."""
    size, letter = (1_000_000, "M") if units >= 1_000_000 else (1000, "k")
    decimals = max(0, digits - len(str(units // size)))
    cut = Decimal(units * 10**decimals // size) / 10**decimals
    return f"{cut.normalize():f}{letter}"


def counted(number: int, what: str) -> str:
    """So many of a thing: `1 bet`, `1,200 bets`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def entered(text: str) -> int:
    """The amount that somebody typed in major units (`12.50` or `12,50`), in minor units.

    Raises ValueError, in words for that person, when it is no amount.
    """
    typed = text.strip().replace(",", ".")
    if not TYPED.fullmatch(typed) or not (amount := int(Decimal(typed) * MINOR)):
        raise ValueError(f"“{text[:20]}” is no amount: write 25 or 12.50")
    return amount
