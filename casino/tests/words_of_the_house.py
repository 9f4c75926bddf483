"""The words of the demonstration house that are nobody's sentence, and so are in no catalogue: names that people gave,
words of rulebooks, codes."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import Any
from zoneinfo import available_timezones

from babel import Locale
from django.conf import settings

from casino.kit.cloth.distance import touched_places
from casino.people.models import Person
from tables.handling.models import Casino, GamingTable
from tables.registers.entries.reader_presets import reader_presets
from tables.roulette.loader import rulebooks
from tables.roulette.names import trade_names
from testkit.pseudo_language import WORD

CURRENCIES = Locale("en").currencies
OF_THE_RECORD = (
    "shift-sweep",
    "reader",
    "casino",
    "Demonstration wheels",
)
"""What acts by itself, by the identifiers that the record has of it."""
OPTIONS_OF_READERS = ("baudrate", "length", "numbers", "pattern", "speed", "terminator", "socket://")
SIMULATED = (
    "Chef de table (simulated)",
    "Cash desk (simulated)",
    "Management (simulated)",
    "Croupier (simulated)",
    "it does not run level (simulated)",
)
ENTERED = ("A colleague", "a complaint", "one was missing", "desk")
"""What people wrote into the fields of the days that are crawled."""
A_CODE = re.compile(r"(?=.*[-_./:])[a-z0-9_./:-]+")
CODE = re.compile(r"\w+([-_:]\w+)+:?")
"""Of a violation, of a reader, of an option, of what a client may do."""
UNITS = {
    "EUR",
    "CHF",
    "min",
    "mm",
    "cm",
    "ms",
    "px",
    "KB",
    "MB",
    "UTC",
    "PIN",
    "API",
    "CSV",
    "PDF",
    "XLSX",
    "JSON",
    "HTTP",
    "TCP",
}
KEYS_OF_A_KEYBOARD = {"Enter", "Home", "End", "Escape", "Tab"}
MARKS = {f"a{letter}" for letter in ascii_lowercase}
"""Of notes under a ledger that has more than 26."""
OF_THE_PRODUCT = {"Permanence", "English", "Français", "Italiano", "Português", "Portugal"}


def words_of_presets() -> Iterator[str]:
    """Names and descriptions of reader presets, which have their own words in four languages."""
    for preset in reader_presets().values():
        for language in preset.names:
            yield from preset.words(language)


def data_words() -> set[str]:
    """Every word that is nobody's sentence: of rulebooks in their languages, of people and tables, of months."""
    names = [
        *Person.objects.values_list("display_name", flat=True),
        *Casino.objects.values_list("name", flat=True),
    ]
    names += [each for row in GamingTable.objects.values_list("name", "code", "pit") for each in row]
    names += [*available_timezones(), *CURRENCIES, *SIMULATED, *OF_THE_RECORD, *ENTERED, *OPTIONS_OF_READERS]
    names += [*Person.objects.values_list("username", flat=True)]
    names += [shift["name"] for shifts in Casino.objects.values_list("shifts", flat=True) for shift in shifts]
    names += rulebook_words(english=False)
    names += words_on_cloths()
    names += trade_names().colours
    names += words_of_presets()
    names += [kind for rulebook in rulebooks().values() for kind in rulebook.bets]
    english = Locale("en")
    for calendar in (english.months, english.days):
        names += [name for forms in calendar["format"].values() for name in forms.values()]
    return words_of([*names, *UNITS, *KEYS_OF_A_KEYBOARD, *MARKS, *OF_THE_PRODUCT])


def english_of_rulebooks() -> set[str]:
    """The words of the rulebooks with those in English, which their own pages show."""
    return words_of(rulebook_words(english=True))


def words_on_cloths() -> Iterator[str]:
    """How far chips lie, as the cloth of each rulebook has it in its own language."""
    for rulebook in rulebooks().values():
        yield from (place.label for place in touched_places(rulebook) if rulebook.language != "en")


def words_of(texts: Iterable[object]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(str(text))}


def rulebook_words(*, english: bool) -> Iterator[str]:
    """The texts of the rulebooks, those in English only where it is asked for; the trade's names of bets in all
    languages, for they stand beside each other."""
    folder = settings.BASE_DIR / "tables" / "roulette"
    for file in folder.rglob("*.toml"):
        yield from strings(tomllib.loads(file.read_text()), english or file.name == "names.toml")


def strings(of: Any, english: bool) -> Iterator[str]:
    """The texts of a document that are no codes, with or without those in English."""
    match of:
        case str() if not A_CODE.fullmatch(of):
            yield of
        case dict():
            for key, value in of.items():
                if english or key != "en":
                    yield from strings(value, english)
        case list():
            for value in of:
                yield from strings(value, english)
