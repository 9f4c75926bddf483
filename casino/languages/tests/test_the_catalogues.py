"""Every marked sentence is in the catalogues, and a catalogue that is out of date fails the checks."""

import gettext
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.languages.compiling import compile_catalogues, stale_catalogues
from casino.languages.extraction import NotRead, brought_up_to_date, gather

PAGE = """{% load i18n %}
<p>{% translate "Bet" %}</p>
    <p>{% translate "Even" context "chance" %}</p>
  <p>{% blocktranslate trimmed with coup=page.coup %}
     The number of {{ coup }}
  {% endblocktranslate %}</p>
{% blocktranslate count n=page.chips %}{{ n }} chip{% plural %}{{ n }} chips{% endblocktranslate %}
"""
FACE = """
from casino.kit.sentences.marks import gettext_noop, ngettext_noop
ONE = gettext_noop("the wheel has no {ball}")
MANY = ngettext_noop("a spin", "{count} spins", by="count")
UNMARKED = "in no catalogue"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one template and one module, with a test that is not shown to anybody."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(PAGE)
    (tmp_path / "casino" / "tests").mkdir(parents=True)
    (tmp_path / "casino" / "face.py").write_text(FACE)
    (tmp_path / "casino" / "tests" / "test_face.py").write_text('gettext("of a test")')
    return tmp_path


@pytest.fixture
def french(project: Path) -> Path:
    """The French catalogue of that project, with one translation."""
    path = project / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    text = brought_up_to_date(path, gather(project, "fr"), "fr")
    path.write_text(text.replace('msgid "Bet"\nmsgstr ""', 'msgid "Bet"\nmsgstr "Mise"'))
    return path


def test_marked_sentences_of_templates_and_of_python_are_gathered(project: Path) -> None:
    found = {(message.id, message.context) for message in gather(project, "en") if message.id}
    assert found == {
        ("Bet", None),
        ("Even", "chance"),
        ("The number of %(coup)s", None),
        (("%(n)s chip", "%(n)s chips"), None),
        ("the wheel has no {ball}", None),
        (("a spin", "{count} spins"), None),
    }


def test_a_mark_within_an_f_string_is_refused(project: Path) -> None:
    (project / "casino" / "face.py").write_text("said = f\"{gettext('won')}, {what}\"")
    with pytest.raises(NotRead, match=r"face\.py:1: a sentence is marked within an f-string"):
        gather(project, "en")


def test_a_catalogue_keeps_its_translations_and_guesses_none(project: Path, french: Path) -> None:
    page = project / "templates" / "page.html"
    page.write_text(page.read_text() + '{% translate "Bets" %}')
    text = brought_up_to_date(french, gather(project, "fr"), "fr")
    assert 'msgid "Bet"\nmsgstr "Mise"' in text
    assert 'msgid "Bets"\nmsgstr ""' in text and "fuzzy" not in text


def test_a_sentence_that_is_gone_leaves_the_catalogue(project: Path, french: Path) -> None:
    page = project / "templates" / "page.html"
    page.write_text(page.read_text().replace('{% translate "Bet" %}', ""))
    assert "Mise" not in brought_up_to_date(french, gather(project, "fr"), "fr")


def test_the_check_fails_on_a_sentence_that_the_catalogue_lacks(project: Path, settings: Any) -> None:
    settings.BASE_DIR = project
    call_command("makemessages")
    call_command("makemessages", check=True)
    page = project / "templates" / "page.html"
    page.write_text(page.read_text() + '{% translate "Last bets" %}')
    with pytest.raises(CommandError, match=r"locale/en/LC_MESSAGES/django\.po"):
        call_command("makemessages", check=True)


def test_a_catalogue_is_compiled_when_it_changed(french: Path) -> None:
    locale = french.parent.parent.parent
    assert stale_catalogues(locale) == [french]
    assert compile_catalogues(locale) == [french]
    assert gettext.translation("django", locale, ["fr"]).gettext("Bet") == "Mise"
    assert compile_catalogues(locale) == []


def test_language_that_is_new_gets_a_catalogue(project: Path, settings: Any) -> None:
    settings.BASE_DIR = project
    settings.LANGUAGES = [*settings.LANGUAGES, ("de", "Deutsch")]
    call_command("makemessages")
    text = (project / "locale/de/LC_MESSAGES/django.po").read_text()
    assert 'msgid "Bet"\nmsgstr ""' in text
    assert "nplurals=2" in text


def test_english_needs_no_compiling(project: Path, settings: Any) -> None:
    settings.BASE_DIR, settings.LANGUAGES = project, [("en", "English")]
    call_command("makemessages")
    assert (project / "locale" / "en").is_dir() and stale_catalogues(project / "locale") == []
