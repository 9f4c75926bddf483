"""What players read, and the pages of the rules, are in four languages: no sentence is missing, and none has a gap."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from casino.languages.extraction import gather

ROOT = Path(__file__).resolve().parent.parent.parent.parent
OTHERS = ("fr", "it", "pt")
WHOLE = (
    "casino/signs",
    "casino/rules",
    "casino/seats/access.py",
    "templates/floor/display.html",
    "templates/floor/sign.html",
    "templates/floor/table_screen.html",
    "templates/signs",
    "templates/rules",
)
IN_PART = "templates/seats/seat.html"
"""Beside what the player reads there are words for the staff, which stand outside of its language blocks."""

SPOKEN = re.compile(r"{% language [^%]*%}.*?{% endlanguage %}", re.DOTALL)
GAP = re.compile(r"%\(\w+\)s|\{\w*(?::\w+)?\}")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All that is marked in those pages."""
    root = tmp_path_factory.mktemp("pages")
    for name in WHOLE:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    (root / IN_PART).parent.mkdir(parents=True)
    (root / IN_PART).write_text("{% load i18n %}" + "".join(SPOKEN.findall((ROOT / IN_PART).read_text())))
    return gather(root, "en")


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is in the project."""
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as source:
        return read_po(source, locale=language)


def forms(text: str | tuple[str, ...] | list[str] | None) -> Iterator[str]:
    """A sentence, or the forms of one with a count."""
    yield from [text] if isinstance(text, str) else text or ()


def translated(message: Message | None) -> bool:
    """Whether each form has its words."""
    return message is not None and all(forms(message.string))


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_of_these_pages_is_missing(shown: Catalog, language: str) -> None:
    known = catalogue(language)
    missing = [each.id for each in shown if each.id and not translated(known.get(each.id, each.context))]
    assert len(shown) > 100 and missing == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_gaps_of_its_sentence(language: str) -> None:
    for message in catalogue(language):
        gaps = {tuple(sorted(GAP.findall(form))) for form in forms(message.id)}
        for form in forms(message.string):
            assert not message.id or not form or tuple(sorted(GAP.findall(form))) in gaps, message.id
