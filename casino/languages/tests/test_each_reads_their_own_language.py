"""Each person reads their own language on every page, and nobody's language is left behind for the next request."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils.translation import get_language, gettext, override

from casino.kit.sentences.topics import sentences
from casino.languages.language import tag_of
from casino.people.models import Person, Role
from tables.handling.models import Casino
from testkit.api import serving
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import PASSWORD, browser_of, engage
from testkit.sentences import spoken

OWN = "/your-pin/"
LANGUAGES = ("en", "fr", "it", "pt")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    cache.clear()
    before = get_language()
    yield
    assert get_language() == before


def reader(casino_id: int, language: str, role: Role = Role.PIT_BOSS) -> Person:
    """Somebody who has chosen this language."""
    person = engage(role, casino_id=casino_id)
    person.language = language
    person.save(update_fields=["language"])
    return person


def said(msgid: str, language: str) -> str:
    with override(language):
        return gettext(msgid)


def asked(client: Client, address: str = "/sign-in/", accept: str = "", status: int = 200) -> tuple[str, str]:
    """The language of a page by its own words, and its title."""
    response = client.get(address, headers={"Accept-Language": accept} if accept else {})
    assert response.status_code == status
    page = read_page(response.content)
    return str(find(page, "html")["lang"]), find(page, "title").get_text()


def test_page_is_shown_in_the_language_of_each_person(casino_id: int) -> None:
    titles = {}
    for language in LANGUAGES:
        browser = browser_of(reader(casino_id, language))
        for _ in range(2):
            tag, titles[language] = asked(browser, OWN, accept="de, es;q=0.5")
            assert tag == tag_of(language)
        assert titles[language] == said("Your PIN", language)
    assert tag_of("pt") == "pt-PT"
    assert len(set(titles.values())) == len(LANGUAGES)


def test_chosen_language_precedes_the_browser(casino_id: int) -> None:
    browser = browser_of(reader(casino_id, "fr"))
    browser.cookies["language"] = "it"
    assert asked(browser, OWN, accept="pt")[0] == "fr"
    assert asked(browser_of(reader(casino_id, "")), OWN, accept="it-CH, fr;q=0.3")[0] == "it"


def test_person_without_a_language_reads_the_first_of_the_casino(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Casino of a test")
    browser = browser_of(reader(casino_id, ""))
    assert asked(browser, OWN)[0] == "en"
    if not hasattr(Casino(), "languages"):
        pytest.skip("a casino has no languages here")
    cache.clear()
    Casino.objects.filter(id=casino_id).update(languages=["pt", "en"])
    assert asked(browser, OWN)[0] == "pt-PT"


@pytest.mark.parametrize(
    ("accept", "tag"),
    [
        ("", "en"),
        ("de", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de, pt-BR;q=0.4, en;q=0.2", "pt-PT"),
        ("en;q=0.1, it", "it"),
        ("*", "en"),
        ("x" * 3000, "en"),
        (";;q=,,", "en"),
    ],
)
def test_before_signing_in_the_browser_says_which(accept: str, tag: str) -> None:
    assert asked(Client(), accept=accept) == (tag, said("Sign in", tag[:2]))


def test_the_menu_chooses_before_signing_in() -> None:
    client = Client()
    page = read_page(client.get("/sign-in/?next=/floor/").content)
    offered = [(str(each["lang"]), each.get_text()) for each in page.select("#menu-language button")]
    assert offered == [
        ("en", "English"),
        ("fr", "Français"),
        ("it", "Italiano"),
        ("pt-PT", "Português (Portugal)"),
    ]
    answer = client.post("/language/", {"language": "pt", "back_to": "/sign-in/?next=/floor/"})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/floor/")
    assert asked(client, accept="fr")[0] == "pt-PT"


def test_the_menu_chooses_for_the_person_on_every_browser(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Casino of a test")
    person = reader(casino_id, "")
    answer = browser_of(person).post("/language/", {"language": "it", "back_to": OWN, "key": "k1"})
    assert answer["Location"] == OWN and "language" not in answer.cookies
    person.refresh_from_db()
    assert person.language == "it"
    assert asked(browser_of(person), OWN, accept="pt")[0] == "it"


@pytest.mark.parametrize("language", ["", "de", "pt-br", "../x", "e" * 500])
def test_a_language_that_there_is_not_changes_nothing(language: str) -> None:
    client = Client()
    answer = client.post("/language/", {"language": language, "back_to": "https://elsewhere.example/"})
    assert (answer["Location"], dict(answer.cookies)) == ("/", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_what_goes_wrong_are_in_the_readers_language(casino_id: int, language: str) -> None:
    boss = browser_of(reader(casino_id, language))
    assert asked(boss, "/nowhere/", status=404) == (tag_of(language), said("Not found", language))
    clerk = browser_of(reader(casino_id, language, Role.CASH_DESK))
    assert asked(clerk, "/compliance/", status=403) == (tag_of(language), said("Not for this role", language))
    # Not even the session is known where an address has such a character.
    assert asked(boss, "/floor/%00/", accept=language, status=404)[0] == tag_of(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_passwords_are_refused_in_the_language_of_the_browser(casino_id: int, language: str) -> None:
    person = engage(Role.PIT_BOSS, casino_id=casino_id, sign_in=f"anna-{casino_id}")
    client = Client(headers={"Accept-Language": language})
    wrong = {"username": person.username, "password": f"not {PASSWORD}"}
    first = read_page(client.post("/sign-in/", wrong).content)
    expected = said("This name and password do not go together. Both are case-sensitive.", language)
    assert find(first, "#sign-in-error").get_text() == expected
    for _ in range(5):
        locked = client.post("/sign-in/", wrong)
    assert locked.status_code == 429
    assert find(read_page(locked.content), "h1").get_text() == said("Locked for a while", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_on_a_table_is_in_the_readers_language(casino_id: int, language: str) -> None:
    OpenHouse(casino_id, "pt-francesa")
    boss = browser_of(reader(casino_id, language))
    answer = boss.post("/floor/T1/do/place-bet", {"bet": "plein:17", "chip": "0", "player": "P1"})
    assert answer.status_code == 422
    words = find(read_page(answer.content), "#answer-cloth b").get_text()
    assert spoken(str(sentences()["amount-malformed"]), language).search(words)


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_time_do_not_hear_each_other(casino_id: int, tmp_path: Path) -> None:
    """On the web server of a house: one loop, few threads, live streams open between the pages."""
    OpenHouse(casino_id, "pt-francesa")
    cookies = {
        language: browser_of(reader(casino_id, language)).cookies.output(header="", sep=";").strip()
        for language in LANGUAGES
    }
    with serving(tmp_path, {"SECRET_KEY": settings.SECRET_KEY}) as address, ThreadPoolExecutor(12) as at_once:

        def got(language: str, path: str) -> Any:
            return urlopen(Request(address + path, headers={"Cookie": cookies[language]}), timeout=60)

        streams = [got(language, "/floor/live") for language in LANGUAGES]
        asked = [(language, path) for path in (OWN, "/floor/", "/floor/T1/") for language in LANGUAGES * 3]
        pages = at_once.map(lambda each: read_page(got(*each).read()), asked)
        found = [str(find(page, "html")["lang"]) for page in pages]
        assert found == [tag_of(language) for language, _ in asked]
        for stream in streams:
            stream.close()


def test_a_thread_that_served_one_reader_serves_the_next_in_theirs() -> None:
    with ThreadPoolExecutor(1) as one_thread:
        for accept in ("it", "", "fr", "pt", ""):
            client = Client(headers={"Accept-Language": accept} if accept else {})
            response = one_thread.submit(client.get, "/static/none").result()
            page = one_thread.submit(client.get, "/sign-in/").result()
            assert one_thread.submit(get_language).result() == "en"
            assert find(read_page(page.content), "html")["lang"] == tag_of(accept or "en")
            assert response.status_code == 404
        one_thread.submit(connections.close_all).result()


def menu(client: Client, address: str = "/sign-in/") -> list[str]:
    """The languages that a page offers."""
    page = read_page(client.get(address).content)
    return [str(button["value"]) for button in page.select("form.languages button[name=language]")]


def test_the_menu_offers_the_languages_of_the_casino_and_the_one_that_is_read(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Casino of a test", languages=["pt", "en"])
    assert menu(browser_of(reader(casino_id, "pt")), OWN) == ["en", "pt"]
    assert menu(browser_of(reader(casino_id, "it")), OWN) == ["en", "it", "pt"]


def test_sign_in_page_offers_the_languages_of_all_casinos(casino_id: int) -> None:
    assert menu(Client()) == list(LANGUAGES), "of a server without a casino"
    Casino.objects.create(id=casino_id, name="Casino of a test", languages=["pt"])
    cache.clear()
    assert menu(Client()) == ["en", "pt"], "English is what a browser without a wish reads"
    Casino.objects.create(id=casino_id + 1, name="Another casino", languages=["it", "pt"])
    cache.clear()
    assert menu(Client()) == ["en", "it", "pt"]


def test_a_casino_whose_languages_there_are_not_has_english(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Casino of a test", languages=["de"])
    assert menu(browser_of(reader(casino_id, "")), OWN) == ["en"]
