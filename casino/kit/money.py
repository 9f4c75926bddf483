"""Money and counts as text, on screens, papers and in files, and amounts as people type them.

Amounts are whole minor units; every currency of the rulebooks has two decimals. The functions write English, as the
floor does; `Figures` writes the language of a sign or of the reference pages: `1,800.50` in English is `1.800,50` in
Italian and `1 800,50` in French.
"""

import re
from decimal import Decimal
from functools import cache

import msgspec
from babel.numbers import get_decimal_symbol, get_group_symbol

MINOR = 100
NARROW = "\u202f"
"""The narrow space that does not break, between a French number's thousands."""
_SPACES = re.compile(f"[{NARROW}\u00a0 ]")
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


def in_major_units(amount: int) -> str:
    """An amount for a file that programs read: -124500 is `-1245.00`, without thousands and with a minus sign."""
    units, cents = divmod(abs(amount), MINOR)
    return f"{'-' if amount < 0 else ''}{units}.{cents:02d}"


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


def count(number: int) -> str:
    """A number with its thousands: `1,200`."""
    return f"{number:,}"


def entered(text: str) -> int:
    """The amount that somebody typed in major units (`12.50` or `12,50`), in minor units.

    Raises ValueError, in words for that person, when it is no amount.
    """
    typed = text.strip().replace(",", ".")
    if not TYPED.fullmatch(typed) or not (amount := int(Decimal(typed) * MINOR)):
        raise ValueError(f"“{text[:20]}” is no amount: write 25 or 12.50")
    return amount


class Figures(msgspec.Struct, frozen=True):
    """How one language writes figures: what stands between thousands, and what before decimals."""

    thousands: str
    point: str

    def plain(self, amount: int) -> str:
        """An amount without needless decimals: 180000 is `1.800`, 250 is `2,50`."""
        return self._written(plain(amount))

    def money(self, amount: int) -> str:
        """An amount in full: 180000 is `1.800,00`."""
        return self._written(money(amount))

    def in_a_field(self, amount: int) -> str:
        """An amount as a person would type it: 180050 is `1800,50`."""
        return self.plain(amount).replace(self.thousands, "")

    def decimal(self, figure: str) -> str:
        """A figure such as `97.30` or `1.5`, which has no thousands."""
        return self._written(figure)

    def entered(self, typed: str) -> int:
        """The amount that somebody typed, also with thousands as this language groups them.

        Point and comma are as good as each other before one or two decimals. Raises ValueError, in English words,
        when it is no amount.
        """
        said = _SPACES.sub(NARROW, typed.strip())
        grouped = (
            rf"[0-9]{{1,3}}({re.escape(self.thousands)}[0-9]{{3}})+({re.escape(self.point)}[0-9]{{1,2}})?"
        )
        if not re.fullmatch(grouped, said):
            return entered(typed)
        return entered(said.replace(self.thousands, ""))

    def _written(self, figure: str) -> str:
        return figure.translate(str.maketrans(",.", self.thousands + self.point))


@cache
def figures_of(language: str) -> Figures:
    """The figures of a language, as Babel has them."""
    return Figures(get_group_symbol(language), get_decimal_symbol(language))


ENGLISH = figures_of("en")
