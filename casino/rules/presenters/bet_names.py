"""Names of bets on a page: in its language first, then the other usual ones."""

import msgspec
from django.utils.text import capfirst

from casino.rules.presenters.language import LANGUAGES, PageLanguage
from tables.roulette.names import joined_names, trade_names
from tables.roulette.rulebook import Rulebook
from tables.roulette.spoken import names_of, spoken_at


class BetNames(msgspec.Struct, frozen=True, kw_only=True):
    """`name` is the name in the page's language, `also` its other names there, `elsewhere` those in the other
    languages of the pages, each with its language; a name that two of them share is given once."""

    name: str
    also: tuple[str, ...]
    elsewhere: tuple[tuple[str, str], ...]


class NamedPosition(msgspec.Struct, frozen=True, kw_only=True):
    names: tuple[str, ...]
    numbers: tuple[int, ...]


def bet_names(rulebook: Rulebook, kind: str, language: PageLanguage) -> BetNames:
    by_language = names_of(rulebook, kind)
    elsewhere: dict[str, str] = {}
    for other in LANGUAGES:
        if other != language.code and by_language.get(other):
            elsewhere.setdefault(by_language[other][0], other)
    return BetNames(
        name=bet_name(rulebook, kind, language),
        also=by_language.get(language.code, ())[1:],
        elsewhere=tuple((other, name) for name, other in elsewhere.items()),
    )


def bet_name(rulebook: Rulebook, kind: str, language: PageLanguage) -> str:
    """A kind's name as it heads a line."""
    return capfirst(called(rulebook, kind, language))


def called(rulebook: Rulebook, kind: str, language: PageLanguage) -> str:
    """Return the name of a kind of bet in the page's language, or else the casino's own."""
    by_language = names_of(rulebook, kind)
    names = by_language.get(language.code) or by_language.get(rulebook.language) or (kind,)
    return names[0]


def named_positions(rulebook: Rulebook, language: PageLanguage) -> tuple[NamedPosition, ...]:
    """The places that the trade or this rulebook names, in the page's language."""
    trade = trade_names().positions
    cloth = spoken_at(rulebook, rulebook.first_wheel).cloth
    found = []
    for code in dict.fromkeys((*trade, *rulebook.position_names)):
        names = joined_names(rulebook.position_names.get(code, {}), trade.get(code, {}))
        if code in cloth and names.get(language.code):
            found.append(NamedPosition(names=names[language.code], numbers=cloth[code].numbers))
    return tuple(found)
