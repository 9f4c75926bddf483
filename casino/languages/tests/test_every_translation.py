"""Every sentence has its translation in every language, with the placeholders, tags and forms of its source."""

from pathlib import Path

import pytest
from django.conf import settings

from casino.languages.extraction import brought_up_to_date, gather
from casino.languages.language import ENGLISH
from testkit.catalogue_faults import faults

OTHERS = [code for code, _ in settings.LANGUAGES if code != ENGLISH]
SHOWN = 20


def catalogue_of(language: str) -> Path:
    return Path(settings.BASE_DIR) / "locale" / language / "LC_MESSAGES" / "django.po"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_unsure_or_unlike_its_source(language: str) -> None:
    found = list(faults(catalogue_of(language)))
    first = "\n".join(found[:SHOWN])
    assert not found, f"locale/{language}: {len(found)} faults, the first {min(SHOWN, len(found))}:\n{first}"


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_has_every_sentence_that_is_marked_now(language: str) -> None:
    path = catalogue_of(language)
    now = brought_up_to_date(path, gather(Path(settings.BASE_DIR), language), language)
    assert path.read_text() == now, f"locale/{language} is out of date: run `manage.py makemessages`"


CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('msgid "Bet"\nmsgstr ""', "untranslated"),
        ('#, fuzzy\nmsgid "Bet"\nmsgstr "Puntata"', "fuzzy"),
        ('msgid "{bet:bet} of {player}"\nmsgstr "{bet:bet} di {giocatore}"', "other placeholders"),
        ('msgid "{bet:bet} again"\nmsgstr "di nuovo {bet}"', "other placeholders"),
        ('msgid "coup %(coup)s"\nmsgstr "colpo"', "other placeholders"),
        ('msgid "of <b>%(n)s</b>"\nmsgstr "di %(n)s"', "other tags"),
        ('msgid "a spin"\nmsgid_plural "{count} spins"\nmsgstr[0] "un giro"', "1 plural forms"),
        ('msgid "a spin"\nmsgid_plural "{count} spins"\nmsgstr[0] "un giro"\nmsgstr[1] ""', "untranslated"),
        ('msgid "Left: "\nmsgstr "Restano:"', "another blank"),
    ],
)
def test_each_fault_is_found(tmp_path: Path, entry: str, fault: str) -> None:
    path = tmp_path / "django.po"
    path.write_text(f"{CATALOGUE.lstrip()}{entry}\n")
    (found,) = faults(path)
    assert found.startswith(fault)


@pytest.mark.parametrize(
    "entry",
    [
        'msgid "{bet:bet} of {player}"\nmsgstr "di {player}: {bet:bet}"',
        'msgid "a spin"\nmsgid_plural "{count} spins"\nmsgstr[0] "un giro"\nmsgstr[1] "{count} giri"',
        'msgid "a spin"\nmsgid_plural "{count} spins"\nmsgstr[0] "{count} giro"\nmsgstr[1] "{count} giri"',
        '#~ msgid "gone"\n#~ msgstr ""',
    ],
)
def test_correct_translation_passes(tmp_path: Path, entry: str) -> None:
    path = tmp_path / "django.po"
    path.write_text(f"{CATALOGUE.lstrip()}{entry}\n")
    assert list(faults(path)) == []
