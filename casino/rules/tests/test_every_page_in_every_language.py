"""Every rulebook can be read in every language, with no word missing."""

import re
from typing import get_args, get_type_hints

import pytest
from django.test import Client

from casino.rules.presenters.language import LANGUAGES
from casino.rules.presenters.words import AT_ZERO, LIMITS, RELEASE, REPLAYS
from casino.rules.tests.conftest import Read
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import LimitRule, PrisonRule, ReplayRule, ZeroRule
from testkit.pages import find, read_page

ALL = sorted(rulebooks())
SECTIONS = ("bets", "series", "finals", "neighbours", "payments", "readings")


def choices(rule: type, field: str) -> tuple[str, ...]:
    """What a field of a rule may say."""
    return get_args(get_type_hints(rule)[field])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", ALL)
def test_every_rulebook_is_read_in_every_language(read: Read, rulebook: str, language: str) -> None:
    page = read(rulebook, lang=language)
    (main,) = page.select("main")
    assert find(page, "html")["lang"] == language
    assert find(page, "header.bar")["lang"] == "en"
    assert all(find(page, f"#{section} h2").get_text(strip=True) for section in SECTIONS)
    heads = [head.get_text(strip=True) for head in main.select("thead th:not(:empty), h2, h3, .sections a")]
    assert "" not in heads
    assert "{" not in main.get_text()


@pytest.mark.parametrize("rulebook", ALL)
def test_a_page_is_in_the_rulebooks_own_language_and_leads_to_the_other_three(
    read: Read, rulebook: str
) -> None:
    page = read(rulebook)
    own = get_rulebook(rulebook).language
    assert find(page, "html")["lang"] == own
    assert find(page, "h1")["lang"] == own
    links = page.select(".choices a[hreflang]")
    assert [link["href"] for link in links] == [f"?lang={language}" for language in LANGUAGES]
    assert [link["hreflang"] for link in links if link.has_attr("aria-current")] == [own]


def test_a_page_says_the_same_under_other_words_in_another_language(read: Read) -> None:
    first, second = (read("it-venezia", lang=language) for language in ("it", "en"))
    named = [find(page, "#bet-cheval b").get_text() for page in (first, second)]
    assert named == ["Cavallo", "Split"]
    figures = [re.findall(r"\d+ : \d+", find(page, "table.bets").get_text()) for page in (first, second)]
    assert figures[0] == figures[1]


def test_there_are_words_for_all_that_a_rule_may_say() -> None:
    assert set(AT_ZERO) == set(choices(ZeroRule, "even"))
    assert set(RELEASE) == set(choices(PrisonRule, "release"))
    assert set(LIMITS) == set(choices(LimitRule, "kind"))
    assert set(REPLAYS) == {
        (pieces, stake) for pieces in choices(ReplayRule, "pieces") for stake in choices(ReplayRule, "stake")
    }


def test_the_shelf_has_every_rulebook_with_its_version_language_and_currency(inspector: Client) -> None:
    page = read_page(inspector.get("/rules/?lang=fr").content)
    assert [book["id"] for book in page.select(".shelf section")] == ALL
    said = find(page, "#it-campione .edition").get_text(" ", strip=True)
    assert "Version 3" in said and "italien" in said and "CHF" in said
    assert find(page, "#it-campione .edition")["href"] == "/rules/it-campione/3/"
