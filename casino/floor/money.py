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
    """An amount as it fits into a number's square: no cents from 10,000 on, thousands from ten million on."""
    units = abs(amount) // MINOR
    sign = "–" if amount < 0 else ""
    if units >= 10_000_000:
        return f"{sign}{units // 1000:,}k"
    return f"{sign}{units:,}" if units >= 10_000 else plain(amount)


def on_a_chip(amount: int) -> str:
    """An amount as short as a chip needs it: 150000 is `1.5k`."""
    units = amount / MINOR
    if units >= 1000:
        return f"{units / 1000:.3g}k"
    return f"{units:g}"


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
