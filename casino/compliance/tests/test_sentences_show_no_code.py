"""No sentence of an event shows a field's name, a code or an amount in minor units, in any language."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from casino.compliance.background import background_of
from casino.compliance.declared import LISTED, Day, DayEvent
from casino.compliance.terminals import terminal_words
from casino.compliance.tests.samples import AT, of_the_table
from casino.compliance.tests.test_every_event_is_declared import BESIDE, type_of
from tables.play import events as e
from tables.play.reader.heard import Dated
from tables.roulette.loader import get_rulebook, rulebooks

LANGUAGES = [language for language, _ in settings.LANGUAGES]
CODE = re.compile(r"[a-z0-9]+_[a-z0-9_]+|\b[a-z-]+:[0-9][0-9-]*|[{}]|datetime\.|\bNone\b|\bP[1-8]\b")
"""A field's name or a code of two words, a bet's code, a placeholder that nothing filled, a seat's code."""
AMOUNT = re.compile(r"(?<![\d.,-])\d{4,}(?![\d-])")
"""So many figures without a sign between them are minor units, or a number that nobody wrote for people."""
OWN_WORDS = {"reason", "words", "notice", "detail", "remarks", "where", "what", "answer", "name", "address"}
"""What people or machines wrote stands as they wrote it."""
NUMBERS_BY_NAME = re.compile(r"[A-Z]{1,3}-\d+|T1/\d{4}-\d{2}-\d{2}/[a-z]\d+|20\d\d|203\.0\.113\.9")
"""Slips, serials, receipts, years and addresses are called so."""


def sentences(rulebook_id: str) -> Iterator[tuple[str, str]]:
    """Every sample under a rulebook with its sentence, open and blind, in the language in force."""
    rulebook = get_rulebook(rulebook_id)
    events = (*of_the_table(rulebook), *BESIDE)
    dated = [Dated(version, AT, event) for version, event in enumerate(events, start=1)]
    day = Day(rulebook, background_of(dated))
    for each in dated:
        event = DayEvent(each.event, day, each.version)
        entry = LISTED[type_of(each.event)].of(event)
        yield type_of(each.event), entry.text(event)
        yield type_of(each.event), entry.text(event, withheld=True)
        yield type_of(each.event), gettext(entry.kind)


@cache
def sentences_in(language: str) -> list[tuple[str, str]]:
    with override(language):
        return list(sentences("it-venezia"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook_id", rulebooks())
def test_no_code_and_no_bare_amount_stands_in_a_sentence(rulebook_id: str, language: str) -> None:
    with override(language):
        told = [(type_, NUMBERS_BY_NAME.sub("", words)) for type_, words in sentences(rulebook_id)]
    assert [each for each in told if CODE.search(each[1]) or AMOUNT.search(each[1])] == []


@pytest.mark.parametrize("rulebook_id", rulebooks())
def test_no_clause_or_rule_is_named_by_its_id(rulebook_id: str) -> None:
    named = re.compile(
        "|".join(map(re.escape, (*get_rulebook(rulebook_id).clauses, "ball-change", "same-ball-again")))
    )
    assert [each for each in sentences(rulebook_id) if named.search(each[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_amount_is_written_as_the_language_writes_money(language: str) -> None:
    rulebook = get_rulebook("it-venezia")
    placed = e.BetPlaced(coup=1, ref="b1", player="P1", bet="cheval:17-20", amount=312_600)
    with override(language):
        event = DayEvent(placed, Day(rulebook))
        words = LISTED["bet_placed"].of(event).text(event)
        assert DayEvent(placed, Day(rulebook)).money(312_600) in words
        assert "Cavallo 17–20" in words


@pytest.mark.parametrize("type_", sorted(LISTED))
def test_a_sentence_changes_with_the_language_of_its_reader(type_: str) -> None:
    found = [
        tuple(words for name, words in sentences_in(language) if name == type_) for language in LANGUAGES
    ]
    assert len(set(found)) == len(LANGUAGES), found


@pytest.mark.parametrize(
    ("terminal", "words"),
    [
        ("RF1/pit-boss", "RF1, pit boss"),
        ("LV1/P3", "LV1, seat 3"),
        ("cash", "cash desk"),
        ("pit-boss", "pit boss"),
        ("person/7", ""),
        ("wheel-RF1", "wheel-RF1"),
    ],
)
def test_terminal_is_shown_in_words(terminal: str, words: str) -> None:
    assert terminal_words(terminal) == words
