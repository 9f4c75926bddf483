"""No page has English that the catalogues do not: crawled in a language whose every sentence stands in brackets.

What is left is data: names that people gave, words of rulebooks, codes.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from string import ascii_lowercase
from typing import Any
from zoneinfo import available_timezones

import pytest
from babel import Locale
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from casino.embedded.demonstration_house import PEOPLE
from casino.embedded.open_house import open_house
from casino.kit.cloth.distance import touched_places
from casino.people.models import Person
from casino.tests.crawler import crawl
from casino.tests.test_every_link_of_the_house import night, play_a_little
from tables.handling.models import Casino, GamingTable
from tables.roulette.loader import rulebooks
from tables.roulette.names import trade_names
from testkit.people import browser_of
from testkit.pseudo_language import WORD, english_in_brackets, unbracketed

pytestmark = pytest.mark.django_db
Left = dict[str, set[str]]
CURRENCIES = Locale("en").currencies
OF_THE_RECORD = (
    "Shift rules",
    "shift-sweep",
    "Reader (simulated)",
    "reader",
    "casino",
    "Command line",
    "Demonstration wheels",
    "Watch over tables and wheels",
)
"""What acts by itself, by the names that the record has of it."""
OPTIONS_OF_READERS = ("baudrate", "length", "numbers", "pattern", "speed", "terminator", "socket://")
SIMULATED = (
    "Chef de table (simulated)",
    "Cash desk (simulated)",
    "Management (simulated)",
    "Croupier (simulated)",
    "it does not run level (simulated)",
)
ENTERED = ("A colleague", "a complaint")
"""What people wrote into the fields of the days that are crawled."""
A_CODE = re.compile(r"(?=.*[-_./:])[a-z0-9_./:-]+")
CODE = re.compile(r"\w+([-_]\w+)+:?")
"""Of a violation, of a reader, of an option."""
UNITS = {
    "EUR",
    "CHF",
    "min",
    "mm",
    "cm",
    "ms",
    "px",
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


@pytest.fixture(scope="module")
def left(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Left]:
    """By text: some of the pages where it stands without brackets, and is no data."""
    found: Left = {}
    folder = tmp_path_factory.mktemp("brackets")
    with django_db_blocker.unblock(), transaction.atomic(), english_in_brackets(folder), override("en"):
        cache.clear()
        now = timezone.now()
        list(open_house(now - timedelta(days=1), wheel_port=4100))
        night(now - timedelta(hours=12))
        list(open_house(now, wheel_port=4100))
        play_a_little(now)
        data, english = data_words(), words_of(rulebook_words(english=True))
        together: set[str] = set()
        for person in Person.objects.filter(username__in=[each.sign_in for each in PEOPLE]):
            for address, page in crawl(browser_of(person), person, together=together).pages.items():
                for text in unbracketed(page):
                    known = data | english if address.startswith("/rules/") else data
                    if not CODE.fullmatch(text) and not known.issuperset(
                        word.lower() for word in WORD.findall(text)
                    ):
                        found.setdefault(text, set()).add(address)
        transaction.set_rollback(True)
    cache.clear()
    yield found


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
    names += [kind for rulebook in rulebooks().values() for kind in rulebook.bets]
    english = Locale("en")
    for calendar in (english.months, english.days):
        names += [name for forms in calendar["format"].values() for name in forms.values()]
    return words_of([*names, *UNITS, *KEYS_OF_A_KEYBOARD, *MARKS, *OF_THE_PRODUCT])


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


def test_no_page_has_a_text_that_no_catalogue_has(left: Left) -> None:
    shown = "\n".join(f"{text[:100]!r} on {min(pages)}" for text, pages in sorted(left.items()))
    assert not left, f"{len(left)} texts are marked nowhere:\n{shown}"


def test_such_a_text_would_be_found() -> None:
    page = """<html lang="en"><head><title>[!Floor!]</title></head><body><p>[!Coup <b>12</b> of the!] day</p>
    <button aria-label="Close">x</button><p>[!{who} signs [!here!]!], 12.50 EUR</p><p lang="pt">Encarnado</p>"""
    assert list(unbracketed(page)) == ["day", "Close", ", 12.50 EUR"]


def test_the_brackets_do_not_stay() -> None:
    assert not re.search(r"\[!", str(Person._meta.get_field("role").choices))
