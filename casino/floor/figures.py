"""Figures as each language writes them: `1,800.50` in English is `1.800,50` in Italian and `1 800,50` in French.

The floor is in English and keeps `casino/floor/money.py`; a sign and the reference pages speak the house's language.
Amounts are whole minor units.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from casino.floor.money import entered, money, plain

NARROW = "\u202f"
"""The narrow space that does not break, between a French number's thousands."""
_SPACES = re.compile(f"[{NARROW}\u00a0 ]")


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
        return figure.translate(str.maketrans({",": self.thousands, ".": self.point}))


ENGLISH = Figures(",", ".")
FIGURES: Mapping[str, Figures] = MappingProxyType(
    {"en": ENGLISH, "fr": Figures(NARROW, ","), "it": Figures(".", ","), "pt": Figures(".", ",")}
)


def figures_of(language: str) -> Figures:
    """The figures of a language."""
    return FIGURES.get(language, ENGLISH)
