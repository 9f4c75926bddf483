"""Money and counts as text, on screens, papers and in files, and amounts as people type them.

Amounts are whole minor units of a currency, and each currency has its own number of decimals: 1800500 is `18,005.00` in
EUR, `1,800,500` in JPY and `1,800.500` in TND. `Figures` writes one language, such as that of a sign: `1,800.50` in
English is `1.800,50` in Italian and `1 800,50` in French and Portuguese. The functions write the reader's.
"""

import re
from decimal import Decimal
from functools import cache, lru_cache

import msgspec
from babel.numbers import get_decimal_symbol, get_group_symbol
from django.utils.translation import get_language

from casino.languages.language import ENGLISH, locale_of, supported
from tables.money import Money, decimals_of, in_figures, in_words, minor_per_unit
from tables.refusal import Refused

_SPACES = re.compile("[\u202f\u00a0 ]")
"""The narrow space between a French number's thousands, the wider one of Portugal's, and that of a keyboard."""
GROUPED_ELSEWHERE = re.compile(r"[0-9]{1,3}((?P<between>[.,])[0-9]{3})+(?!(?P=between))[.,][0-9]+")
"""Thousands with one sign and decimals with the other: `1.800,50` and `1,800.50` are plain in every language."""
TYPED = re.compile(r"[0-9]{1,10}(\.(?P<decimals>[0-9]+))?")
LONGEST_SHOWN = 20
"""Characters of a malformed amount that its refusal repeats."""
EXAMPLE = Decimal("12.5")
"""The amount, in major units, that a refusal shows as an example."""


AMOUNTS_KEPT = 10_000
"""A page writes hundreds of amounts, and the next one nearly all of them again."""


class Figures(msgspec.Struct, frozen=True):
    """Figures of one language: the separators of thousands and of decimals."""

    thousands: str
    point: str

    @lru_cache(AMOUNTS_KEPT)  # noqa: B019  there are as many as languages
    def money(self, amount: int, currency: str) -> str:
        return self.decimal(in_figures(amount, currency).replace("-", "– "))

    @lru_cache(AMOUNTS_KEPT)  # noqa: B019
    def plain(self, amount: int, currency: str) -> str:
        return self.decimal(in_figures(amount, currency, shortest=True).replace("-", "–"))

    @lru_cache(AMOUNTS_KEPT)  # noqa: B019
    def in_a_field(self, amount: int, currency: str) -> str:
        return self.plain(amount, currency).replace(self.thousands, "")

    def decimal(self, figure: str) -> str:
        """Return a figure as Python writes it, such as `97.30` or `1,200`."""
        if (self.thousands, self.point) == (",", "."):
            return figure
        return figure.translate(str.maketrans(",.", self.thousands + self.point))

    def entered(self, typed: str, currency: str) -> int:
        """Return the amount typed in major units, also with thousands as this language groups them, in minor units.

        Point and comma are both accepted before as many decimals as the currency has. Raises Refused for a malformed
        amount, for zero, and for more decimals.
        """
        entered, example = typed.strip(), example_in(currency)
        figure = TYPED.fullmatch(self._as_python_writes(entered))
        decimals = decimals_of(currency)
        if figure and len(figure["decimals"] or "") > decimals:
            shown = entered[:LONGEST_SHOWN]
            raise Refused(
                "amount-decimals", entered=shown, currency=currency, decimals=decimals, example=example
            )
        minor = int(Decimal(figure[0]) * minor_per_unit(currency)) if figure else 0
        if not minor:
            raise Refused(
                "amount-malformed", entered=entered[:LONGEST_SHOWN], currency=currency, example=example
            )
        return minor

    def _as_python_writes(self, amount: str) -> str:
        """Return the figure without thousands, and with a point before its decimals."""
        if _SPACES.fullmatch(self.thousands):
            amount = _SPACES.sub(self.thousands, amount)
        grouped = rf"[0-9]{{1,3}}({re.escape(self.thousands)}[0-9]{{3}})+({re.escape(self.point)}[0-9]+)?"
        if re.fullmatch(grouped, amount):
            amount = amount.replace(self.thousands, "")
        elif found := GROUPED_ELSEWHERE.fullmatch(amount):
            amount = amount.replace(found["between"], "")
        return amount.replace(",", ".")


def example_in(currency: str) -> Money:
    """Return an amount that shows the decimals of its currency: 12.50 EUR, 12 JPY, 12.500 TND."""
    return Money(int(EXAMPLE * minor_per_unit(currency)), currency)


@cache
def figures_of(language: str) -> Figures:
    """Return the figures of a language, as Babel has them."""
    locale = locale_of(language)
    return Figures(get_group_symbol(locale), get_decimal_symbol(locale))


def reader_figures() -> Figures:
    """Return the figures of the reader's language."""
    return _figures_read_in(get_language() or ENGLISH)


@cache
def _figures_read_in(tag: str) -> Figures:
    """Return the figures of the supported language for a tag."""
    return figures_of(supported(tag) or ENGLISH)


def money(amount: int, currency: str) -> str:
    """Return an amount in full: 124500 EUR is `1,245.00`, -1845 EUR is `– 18.45`, 124500 JPY is `124,500`."""
    return reader_figures().money(amount, currency)


def with_currency(amount: int, currency: str) -> str:
    """Return an amount with its currency: 1250 is `12.50 EUR`."""
    return reader_figures().decimal(in_words(amount, currency))


def plain(amount: int, currency: str) -> str:
    """Return an amount without needless decimals: 500 EUR is `5`, 250 EUR is `2.50`."""
    return reader_figures().plain(amount, currency)


def in_a_field(amount: int, currency: str) -> str:
    """Return an amount as a person would type it: 150000 EUR is `1500`."""
    return reader_figures().in_a_field(amount, currency)


def in_major_units(amount: int, currency: str) -> str:
    """Return an amount for a file that programs read: -124500 EUR is `-1245.00`, without thousands and with a minus
    sign.
    """
    return in_figures(amount, currency).replace(",", "")


def in_a_square(amount: int, currency: str) -> str:
    """Return an amount as it fits into a number's square: no decimals from 1,000 on, `147k` and `1.47M` from six digits
    on.
    """
    units = abs(amount) // minor_per_unit(currency)
    if units < 1000:
        return plain(amount, currency)
    sign = "–" if amount < 0 else ""
    short = _shortened(units, digits=3) if units >= 100_000 else f"{units:,}"
    return reader_figures().decimal(sign + short)


def on_a_chip(amount: int, currency: str) -> str:
    """Return an amount as short as a chip needs it: 150000 EUR is `1.5k`, 100000000 EUR is `1M`; rounded down."""
    per_unit = minor_per_unit(currency)
    units = amount // per_unit
    short = _shortened(units, digits=2) if units >= 1000 else str(units) if units >= 100 else ""
    return reader_figures().decimal(short or f"{amount / per_unit:g}")


def count(number: int) -> str:
    """Return a number with its thousands: `1,200`."""
    return reader_figures().decimal(f"{number:,}")


def _shortened(units: int, digits: int) -> str:
    """Whole units in thousands or millions, its decimals cut so that about so many digits are left."""
    size, letter = (1_000_000, "M") if units >= 1_000_000 else (1000, "k")
    decimals = max(0, digits - len(str(units // size)))
    cut = Decimal(units * 10**decimals // size) / 10**decimals
    return f"{cut.normalize():f}{letter}"
