"""The names of bets in four languages, and how an entered name is recognised."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

import msgspec

from tables.roulette.rulebook import Names

_SEPARATORS = re.compile(r"[\s_/,.+‐-―-]+")


class CurrencyNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a currency in one language: one unit, several units, whole millions, and hundredths."""

    one: str
    many: str
    millions: str
    hundredth: str
    hundredths: str


class PaymentPhrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases of one language for announcing a payment; `{}` is the place of the money.

    There is one for the stake, one for the prize, and one that joins whole money with its fraction. `one` is for a
    single unit (`un euro`).
    """

    value: str
    prize: str
    joined: str
    one: str


class TradeNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names by language for each kind of bet, for single positions (by code), and for announced bets.

    `around` has the words before and after the numbers of an announced bet; `{}` is the place of the numbers (`{} e
    vicini`). `labels` has the words on a cloth's fields, by code, for a rulebook without its own. The words for
    announcing payments are here too: the colours of chips by their English name, currencies by code and language,
    phrases by language.
    """

    bets: dict[str, Names]
    positions: dict[str, Names]
    labels: dict[str, str]
    announced: dict[str, Names]
    around: dict[str, Names]
    colours: dict[str, Names]
    currencies: dict[str, dict[str, CurrencyNames]]
    payments: dict[str, PaymentPhrases]


@cache
def trade_names() -> TradeNames:
    """Return the names that every table knows, from names.toml beside this file."""
    text = Path(__file__).with_name("names.toml").read_bytes()
    return msgspec.toml.decode(text, type=TradeNames)


def joined_names(own: Names, trade: Names) -> Names:
    """Return a rulebook's own names before the trade's, each once, by language."""
    languages = {**own, **trade}
    return {
        language: tuple(dict.fromkeys((*own.get(language, ()), *trade.get(language, ()))))
        for language in languages
    }


def foreign_digits(text: str) -> str:
    """Return the characters of `text` that are digits other than 0 to 9, or that become such digits when folded.

    >>> foreign_digits("plein:²"), foreign_digits("plein:17")
    ('²', '')
    """
    return "".join(letter for letter in text if not letter.isascii() and _says_a_number(letter))


def _says_a_number(letter: str) -> bool:
    if unicodedata.category(letter).startswith("N"):
        return True
    return any(part.isnumeric() for part in unicodedata.normalize("NFKD", letter))


def fold(text: str) -> str:
    """A name or code as it is compared: lower case, without accents, all separators one hyphen.

    >>> fold("Série 5/8"), fold("cheval: 17–20")
    ('serie-5-8', 'cheval:17-20')
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return ":".join(_SEPARATORS.sub("-", part.strip()) for part in plain.split(":"))
