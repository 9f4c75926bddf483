"""Money and counts as text, on screens, papers and in files, and amounts as people type them.

Amounts are whole minor units; every currency of the rulebooks has two decimals. `Figures` writes one language, such as
that of a sign: `1,800.50` in English is `1.800,50` in Italian and `1 800,50` in French and Portuguese. The
functions write the reader's.
"""

import re
from decimal import Decimal
from functools import cache, lru_cache

import msgspec
from babel.numbers import get_decimal_symbol, get_group_symbol
from django.utils.translation import get_language

from casino.languages.language import ENGLISH, locale_of, supported
from tables.roulette.money import in_words

MINOR = 100
_SPACES = re.compile("[\u202f\u00a0 ]")
"""The narrow space between a French number's thousands, the wider one of Portugal's, and that of a keyboard."""
GROUPED_ELSEWHERE = re.compile(r"[0-9]{1,3}((?P<between>[.,])[0-9]{3})+(?!(?P=between))[.,][0-9]{1,2}")
"""Thousands with one sign and decimals with the other: `1.800,50` and `1,800.50` are plain in every language."""
TYPED = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")


AMOUNTS_KEPT = 10_000
"""A page writes hundreds of amounts, and the next one nearly all of them again."""


class Figures(msgspec.Struct, frozen=True):
    """Figures of one language: the separators of thousands and of decimals."""

    thousands: str
    point: str

    @lru_cache(AMOUNTS_KEPT)  # noqa: B019  there are as many as languages
    def money(self, amount: int) -> str:
        units, cents = divmod(abs(amount), MINOR)
        return self.decimal(f"{'– ' if amount < 0 else ''}{units:,}.{cents:02d}")

    @lru_cache(AMOUNTS_KEPT)  # noqa: B019
    def plain(self, amount: int) -> str:
        units, cents = divmod(abs(amount), MINOR)
        sign = "–" if amount < 0 else ""
        return self.decimal(f"{sign}{units:,}.{cents:02d}" if cents else f"{sign}{units:,}")

    @lru_cache(AMOUNTS_KEPT)  # noqa: B019
    def in_a_field(self, amount: int) -> str:
        return self.plain(amount).replace(self.thousands, "")

    def decimal(self, figure: str) -> str:
        """A figure as Python writes it, such as `97.30` or `1,200`."""
        if (self.thousands, self.point) == (",", "."):
            return figure
        return figure.translate(str.maketrans(",.", self.thousands + self.point))

    def entered(self, typed: str) -> int:
        """Return the amount typed in major units, also with thousands as this language groups them.

        Point and comma are both accepted before one or two decimals. Raises ValueError, in English words, for a
        malformed amount.
        """
        amount = typed.strip()
        if _SPACES.fullmatch(self.thousands):
            amount = _SPACES.sub(self.thousands, amount)
        grouped = (
            rf"[0-9]{{1,3}}({re.escape(self.thousands)}[0-9]{{3}})+({re.escape(self.point)}[0-9]{{1,2}})?"
        )
        if re.fullmatch(grouped, amount):
            amount = amount.replace(self.thousands, "")
        elif found := GROUPED_ELSEWHERE.fullmatch(amount):
            amount = amount.replace(found["between"], "")
        amount = amount.replace(",", ".")
        if not TYPED.fullmatch(amount) or not (minor := int(Decimal(amount) * MINOR)):
            raise ValueError(f"“{typed[:20]}” is no amount: write 25 or 12.50")
        return minor


@cache
def figures_of(language: str) -> Figures:
    """The figures of a language, as Babel has them."""
    locale = locale_of(language)
    return Figures(get_group_symbol(locale), get_decimal_symbol(locale))


def reader_figures() -> Figures:
    """The figures of the reader's language."""
    return _figures_read_in(get_language() or ENGLISH)


@cache
def _figures_read_in(tag: str) -> Figures:
    """The figures of the language of ours that a tag means."""
    return figures_of(supported(tag) or ENGLISH)


def money(amount: int) -> str:
    """An amount in full: 124500 is `1,245.00`, -1845 is `– 18.45`."""
    return reader_figures().money(amount)


def with_currency(amount: int, currency: str) -> str:
    """An amount with its currency: 1250 is `12.50 EUR`."""
    return reader_figures().decimal(in_words(amount, currency))


def plain(amount: int) -> str:
    """An amount without needless decimals: 500 is `5`, 250 is `2.50`."""
    return reader_figures().plain(amount)


def in_a_field(amount: int) -> str:
    """An amount as a person would type it: 150000 is `1500`."""
    return reader_figures().in_a_field(amount)


def in_major_units(amount: int) -> str:
    """An amount for a file that programs read: -124500 is `-1245.00`, without thousands and with a minus sign."""
    units, cents = divmod(abs(amount), MINOR)
    return f"{'-' if amount < 0 else ''}{units}.{cents:02d}"


def in_a_square(amount: int) -> str:
    """An amount as it fits into a number's square: no cents from 1,000 on, `147k` and `1.47M` from six digits on."""
    units = abs(amount) // MINOR
    if units < 1000:
        return plain(amount)
    sign = "–" if amount < 0 else ""
    short = _shortened(units, digits=3) if units >= 100_000 else f"{units:,}"
    return reader_figures().decimal(sign + short)


def on_a_chip(amount: int) -> str:
    """Return an amount as short as a chip needs it: 150000 is `1.5k`, 100000000 is `1M`; rounded down."""
    units = amount // MINOR
    short = _shortened(units, digits=2) if units >= 1000 else str(units) if units >= 100 else ""
    return reader_figures().decimal(short or f"{amount / MINOR:g}")


def count(number: int) -> str:
    """A number with its thousands: `1,200`."""
    return reader_figures().decimal(f"{number:,}")


def _shortened(units: int, digits: int) -> str:
    """Whole units in thousands or millions, its decimals cut so that about so many digits are left."""
    size, letter = (1_000_000, "M") if units >= 1_000_000 else (1000, "k")
    decimals = max(0, digits - len(str(units // size)))
    cut = Decimal(units * 10**decimals // size) / 10**decimals
    return f"{cut.normalize():f}{letter}"
