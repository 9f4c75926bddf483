"""Every page of a fresh demonstration house, in every role, on its first and on its second day: where its links lead,
what it shows to whom, in whose language, and how a browser has it.

In the browser each is looked at dark and light, by axe's rules of WCAG 2.2 AA and good practice; none is wider than a
telephone, and none has an error to tell on its console.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve
from playwright.sync_api import Browser, ConsoleMessage, Page, Route
from pytest_django import DjangoDbBlocker

from casino.kit.page_lines import ALIKE, PAGE_LINES
from casino.people.demonstration_house import PEOPLE
from casino.people.models import Person
from casino.people.permissions import CONTENTS, contents_for
from casino.tests.crawler import Crawl, pattern_of
from casino.tests.two_days import DAYS, EVERYBODY, SEAT, TERMINAL, TwoDays, walked_over
from casino.tests.words_of_the_house import CODE
from testkit.axe import RULES, broken_rules
from testkit.browsers import DESKTOP, TELEPHONE
from testkit.pictures import SIZES, USUAL_SIZES, Pictures
from testkit.pseudo_language import WORD, in_another_language, unbracketed, without_brackets

pytestmark = pytest.mark.django_db
BY_ROLE_AND_DAY = pytest.mark.parametrize(("who", "day"), [(who, day) for day in DAYS for who in EVERYBODY])
NO_LINK_LEADS_THERE = {
    "healthz",
    "readyz",
    # A paper whose link stands on the page once a coup or a day was chosen in its form.
    "compliance/what-if.pdf",
    # What these days do not come to: something held with its receipt, a slip on its way, a series that has ended.
    "cash/held/<path:receipt>/",
    "cash/held/<path:receipt>.pdf",
    # A paper whose link stands on the page of one wheel, and the list of wheels has the same address.
    "numbers/wheels.pdf",
    # The draw of a month, which no inspector of the demonstration makes.
    "compliance/inspections/video.pdf",
    "floor/<str:code>/slips/<str:number>/<slug:step>",
    "house/series/exchange-chips",
    # The link in the terminal of a house without a casino, and an API client's new secret: the demonstration has none.
    "set-up/<str:token>/",
    "set-up/<str:token>/<slug:name>/",
    "registers/do/issue-secret/<slug:kind>/<str:entry>",
    # Where somebody is led who signed in a while ago.
    "registers/edit/<slug:kind>/<str:entry>/",
    # Where somebody is led who has a second factor, whose session is locked, or who signed in a while ago; and what a
    # script asks.
    "sign-in/second-step/",
    "sign-in/second-step/options/",
    "sign-in/passkey/options/",
    "sign-in/again/",
    "sign-in/again/options/",
    "your-sign-in/passkey/options/",
    "your-sign-in/recovery-codes/",
    "your-sign-in/remove/",
    "locked/",
    "still-here/",
    # A one-time link is shown to whoever engages somebody.
    "welcome/<int:number>/<str:token>/",
    # What a registered sign shows, at the address of a token that is shown once.
    "signs/<str:token>/",
    "signs/<str:token>/live",
    # The proof of an event, once a signed checkpoint covers it; nobody signs during these days.
    "floor/<str:code>/moment/proof",
    # The newest version of a rulebook, for whoever writes the address; links name the version in force.
    "rules/<str:id_>/",
}
ADDRESS = "http://casino.example"
STATIC = "/static/"
ROWS_ARE_ALIKE = """for (const body of document.querySelectorAll("tbody"))
  for (const row of [...body.rows].slice(12)) row.remove()"""
"""What axe finds on a row it finds on the next: the first dozen of a table are enough, and take a tenth of the time."""
MAIN_PART = re.compile(r'<main\b[^>]* class="([^"]*)"')
WIDER_THAN_THE_SCREEN = """() => {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth && scrollWidth;
}"""
Crawls = Mapping[tuple[str, str], Crawl]


@pytest.fixture(scope="module")
def days(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> TwoDays:
    """The walks of everybody."""
    with django_db_blocker.unblock():
        return walked_over(tmp_path_factory.mktemp("brackets"))


@pytest.fixture(scope="module")
def crawls(days: TwoDays) -> Crawls:
    """What each person of the demonstration sees on each day, by sign-in and day."""
    return days.crawls


@BY_ROLE_AND_DAY
def test_every_link_leads_to_a_page_that_the_role_may_open(crawls: Crawls, who: str, day: str) -> None:
    assert [str(fault) for fault in sorted(crawls[who, day].faults)] == []


def test_every_page_of_the_house_is_reached_by_somebody(crawls: Crawls) -> None:
    met = {pattern.partition("?")[0] for each in crawls.values() for pattern in each.patterns}
    sent_to = {pattern for each in crawls.values() for pattern in each.forms}
    missed = set(patterns_of(get_resolver())) - met - sent_to - NO_LINK_LEADS_THERE
    assert not missed, sorted(missed)


@pytest.mark.parametrize("day", DAYS)
def test_person_without_a_session_is_sent_to_sign_in_from_each_page(
    crawls: Crawls, day: str, client: Client
) -> None:
    persons = [crawls[person.sign_in, day] for person in PEOPLE]
    one_of_each = {pattern_of(address): address for each in persons for address in sorted(each.pages)}
    answers = {pattern: client.get(address) for pattern, address in one_of_each.items()}
    let_in = {
        pattern
        for pattern, answer in answers.items()
        if not (answer.status_code == 302 and answer["Location"].startswith("/sign-in/"))
        and not (answer.status_code == 403 and b"Open a seat" in answer.content)
    }
    for_guests = "public/<int:casino_id>/sign/<str:code>/<str:key>/"
    assert let_in == {"seat/", for_guests}, "a terminal asks for its screen there, guests read the sign"


@pytest.mark.parametrize("day", DAYS)
def test_a_seats_terminal_is_led_to_no_other_page(crawls: Crawls, day: str) -> None:
    assert set(crawls[TERMINAL, day].pages) == {SEAT}


@BY_ROLE_AND_DAY
def test_nothing_is_drawn_without_its_place_and_its_size(crawls: Crawls, who: str, day: str) -> None:
    """As where a template asks a chip for a measure that it does not have."""
    faulty = {
        address: found
        for address, page in crawls[who, day].pages.items()
        if (
            found := set(
                re.findall(r'<[^>]* (?:r|[xy][12]?|c[xy]|width|height|d|points|viewBox)=""[^>]*>', page)
            )
        )
    }
    assert faulty == {}


@BY_ROLE_AND_DAY
def test_no_two_elements_of_a_page_have_one_id(crawls: Crawls, who: str, day: str) -> None:
    """An update, an answer or a label would meet the first of them, whichever was meant."""
    ids = {
        address: Counter(re.findall(r'<[a-z][^>]* id="([^"]+)"', page))
        for address, page in crawls[who, day].pages.items()
    }
    twice = {
        address: [each for each, times in counted.items() if times > 1] for address, counted in ids.items()
    }
    assert {address: found for address, found in twice.items() if found} == {}


def kinds_on(page: str) -> set[str]:
    """The kinds of content that a page marks in its markup."""
    return set(re.findall(r'data-content="([^"]*)"', page))


@BY_ROLE_AND_DAY
def test_each_kind_of_content_is_shown_to_those_who_may_see_it_and_to_nobody_else(
    crawls: Crawls, who: str, day: str
) -> None:
    role = next((person.role for person in PEOPLE if person.sign_in == who), None)
    may_see = contents_for(Person(role=role) if role else AnonymousUser())
    beyond = {
        address: found
        for address, page in crawls[who, day].pages.items()
        if (found := kinds_on(page) - may_see)
    }
    assert beyond == {}


@pytest.mark.parametrize("kind", CONTENTS)
def test_each_kind_of_content_is_shown_to_somebody(crawls: Crawls, kind: str) -> None:
    assert any(kind in kinds_on(page) for each in crawls.values() for page in each.pages.values())


@BY_ROLE_AND_DAY
def test_content_of_a_box_is_hidden_from_its_counters(crawls: Crawls, who: str, day: str) -> None:
    tell = [address for address, page in crawls[who, day].pages.items() if "1,335.00" in page]
    if who == "management":
        assert "/cash/ledger/" in {address.partition("?")[0] for address in tell}, "it counts no box"
    elif who == "chef" and day == "first":
        assert tell == ["/floor/CA1/"]
    else:
        assert tell == []


def patterns_of(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The pattern of every address of the screens; the API has its own tests."""
    for each in resolver.url_patterns:
        pattern = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns_of(each, pattern)
        elif not pattern.startswith(("api/", "oauth/")):
            yield pattern


def test_each_page_says_in_a_line_what_it_is_for(crawls: Crawls) -> None:
    seen, silent = set(), set()
    for crawled in crawls.values():
        for address, page in crawled.pages.items():
            view = resolve(urlsplit(address).path).view_name
            if (of := ALIKE.get(view, view)) in PAGE_LINES and "<html" in page:
                seen.add(of)
                if 'class="page-line' not in page:
                    silent.add(address)
    assert silent == set()
    assert set(PAGE_LINES) == seen


# ---- in whose language


def test_no_page_has_a_text_that_no_catalogue_has(days: TwoDays) -> None:
    """What is left is data: names that people gave, words of rulebooks, codes."""
    left: dict[str, str] = {}
    pages = {page: address for each in days.crawls.values() for address, page in each.pages.items()}
    for page, address in pages.items():
        known = days.data | days.rulebooks if address.startswith("/rules/") else days.data
        for text in unbracketed(page):
            if not CODE.fullmatch(text) and not known.issuperset(word.lower() for word in WORD.findall(text)):
                left[text] = address
    shown = "\n".join(f"{text[:100]!r} on {address}" for text, address in sorted(left.items()))
    assert not left, f"{len(left)} texts are marked nowhere:\n{shown}"


def test_each_text_is_in_the_language_of_its_part_of_the_page(days: TwoDays) -> None:
    """A sign is in the language of its rulebook, whoever opens it, and what is quoted in another says so."""
    pages = {page: address for each in days.crawls.values() for address, page in each.pages.items()}
    others = {text: address for page, address in pages.items() for text in in_another_language(page)}
    shown = "\n".join(f"{text[:100]!r} on {address}" for text, address in sorted(others.items()))
    assert not others, f"{len(others)} texts are in another language:\n{shown}"


def test_untranslated_text_is_found() -> None:
    page = """<html lang="en"><head><title>[!Floor!]</title></head><body><p>[!Coup <b>12</b> of the!] day</p>
    <button aria-label="Close">x</button><p>[!{who} signs [!here!]!], 12.50 EUR</p><p lang="pt">Encarnado</p>"""
    assert list(unbracketed(page)) == ["day", "Close", ", 12.50 EUR"]


def test_a_text_in_another_language_would_be_found() -> None:
    page = """<html lang="it"><body><p>[?Minimo?]</p><p title="[!Limits!]">[!The maximum!]</p><!-- here --> [!Floor!]
    <p lang="en">[!Read!] <i lang="pt">[!Zero!]</i> [?letto?]</p></body></html>"""
    assert list(in_another_language(page)) == [
        "it: [!Limits!]",
        "it: [!The maximum!]",
        "it: [!Floor!]",
        "pt: [!Zero!]",
        "en: [?letto?]",
    ]


def test_the_brackets_do_not_stay() -> None:
    assert not re.search(r"\[!", str(Person._meta.get_field("role").choices))


# ---- in a browser


@pytest.fixture(scope="module")
def pages(crawls: Crawls) -> dict[str, str]:
    """Pages by path, one of each pattern of addresses and each look of its main part, as of an open and a closed table:
    the longest that anybody is shown. The browser reads them from memory; nothing is served."""
    everybodys = [found for each in crawls.values() for found in each.pages.items() if "<html" in found[1]]
    chosen: dict[str, str] = {}
    looks = set()
    for address, page in sorted(everybodys, key=lambda found: -len(found[1])):
        path, main = urlsplit(address).path, MAIN_PART.search(page)
        look = (pattern_of(address).partition("?")[0], main and main[1])
        if look not in looks and path not in chosen:
            looks.add(look)
            chosen[path] = without_brackets(page)
    return chosen


def test_no_page_breaks_a_rule(pages: dict[str, str], chromium: Browser, pytestconfig: pytest.Config) -> None:
    broken: dict[str, list[str]] = {}
    folder = pytestconfig.getoption("--pictures")
    with chromium.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.route("**/*", lambda route: answer(route, pages))
        page.on("console", lambda said: noted(said, broken))
        for path in pages:
            page.goto(ADDRESS + path)
            if folder:
                picture(page, path, Pictures(Path(folder), tuple(RULES)))
            page.set_viewport_size(TELEPHONE)
            if wide := page.evaluate(WIDER_THAN_THE_SCREEN):
                broken.setdefault("overflow", []).append(f"{path}: {wide} px")
            page.set_viewport_size(DESKTOP)
            page.evaluate(ROWS_ARE_ALIKE)
            for theme in RULES:
                for rule, where in broken_rules(page, theme):
                    broken.setdefault(rule, []).append(f"{path}, {theme}: {where}")
    assert broken == {}, json.dumps(broken, indent=1)


def picture(page: Page, path: str, pictures: Pictures) -> None:
    """Pictures of the page at this path in both themes and three sizes, for people to look at."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", path).strip("-") or "first"
    for size in USUAL_SIZES:
        page.set_viewport_size(SIZES[size])
        pictures.take(page, f"{name}-{size}", full_page=True)


def noted(said: ConsoleMessage, broken: dict[str, list[str]]) -> None:
    """Notes what a page says on its console as an error."""
    if said.type == "error":
        broken.setdefault("console", []).append(f"{said.page and said.page.url}: {said.text}")


def test_axe_sees_what_is_wrong(chromium: Browser) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_content('<body style="background:#fff"><p style="color:#eee">pale</p><input></body>')
        rules = {rule for rule, _ in broken_rules(page, "dark")}
    assert {"color-contrast", "label", "html-has-lang"} <= rules


def answer(route: Route, pages: dict[str, str]) -> None:
    """Answer with a page, or a static file; nothing else is there."""
    path = urlsplit(route.request.url).path
    if path in pages:
        route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
    elif path.startswith(STATIC) and isinstance(file := finders.find(path.removeprefix(STATIC)), str):
        route.fulfill(path=file, content_type=guess_type(file)[0])
    else:
        route.fulfill(status=204)
