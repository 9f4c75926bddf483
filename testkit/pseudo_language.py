"""English in brackets: a catalogue whose every sentence is marked, so that a text outside of the catalogues is
conspicuous on a page. The other languages have the same sentences in brackets of their own, so that English is
conspicuous on a page of theirs.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real
from lxml import html

from casino.kit.page_parts.kept_parts import shelf
from casino.languages.extraction import gather
from casino.languages.unmarked import NO_LANGUAGE, READ_ATTRIBUTES

OPEN, CLOSE = "[!", "!]"
OTHERS_OPEN, OTHERS_CLOSE = "[?", "?]"
BRACKET = re.compile(r"\[!|!\]", re.IGNORECASE)
ANY_BRACKET = re.compile(r"\[[!?]|[!?]\]")
WORD = re.compile(r"[^\W\d_]{2,}")
BLOCKS = {"option", "title", "td", "th", "li", "p", "h1", "h2", "h3", "button", "dt", "dd", "label"}


@contextmanager
def english_in_brackets(folder: Path) -> Iterator[None]:
    """Put every sentence of the catalogues in brackets while this lasts."""
    catalogue = gather(settings.BASE_DIR, "en")
    for language, _ in settings.LANGUAGES:
        before, behind = (OPEN, CLOSE) if language == "en" else (OTHERS_OPEN, OTHERS_CLOSE)
        for message in catalogue:
            if message.id:
                forms = message.id if isinstance(message.id, tuple) else (message.id,)
                marked = tuple(f"{before}{form}{behind}" for form in forms)
                message.string = marked if len(forms) > 1 else marked[0]
        path = folder / language / "LC_MESSAGES" / "django.mo"
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_mo(file, catalogue)
    with override_settings(LOCALE_PATHS=[folder]):
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Forget the catalogues, and what pages have made of them and keep: parts of pages, the pictures of cloths."""
    shelf.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(("casino.kit.cloth.", "casino.floor.presenters.", "casino.rules.")):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper):
                    kept.cache_clear()
    vars(trans_real)["_translations"] = {}
    vars(trans_real)["_default"] = None


def without_brackets(page: str) -> str:
    """The page as it is in English."""
    return ANY_BRACKET.sub("", page)


def in_another_language(page: str) -> Iterator[str]:
    """Yield each text of a catalogue on the page that is not in the language of its part."""
    tree: Any = html.document_fromstring(page)
    for language, text in _texts(tree, "en"):
        if (OTHERS_OPEN if language.startswith("en") else OPEN) in text:
            yield f"{language}: {' '.join(text.split())}"


def _texts(node: Any, language: str) -> Iterator[tuple[str, str]]:
    """Each text that people read or hear, with its language."""
    if isinstance(node.tag, str) and node.tag not in NO_LANGUAGE and node.tag != "template":
        inside = node.get("lang", language)
        for name in sorted(READ_ATTRIBUTES & set(node.keys())):
            yield inside, node.get(name)
        yield inside, node.text or ""
        for child in node:
            yield from _texts(child, inside)
    yield language, node.tail or ""


def unbracketed(page: str) -> Iterator[str]:
    """Yield each text of the page that people read or hear and that is not in brackets, top to bottom."""
    tree: Any = html.document_fromstring(page)
    pieces = list(_pieces(tree, "en"))
    depth, bare = 0, ""
    for text in pieces:
        if text is None:
            yield from _words(bare)
            depth, bare = 0, ""
            continue
        place = 0
        for mark in BRACKET.finditer(text):
            if not depth:
                bare += text[place : mark.start()]
            depth = max(0, depth + (1 if mark.group() == OPEN else -1))
            bare += " " if not depth else ""
            place = mark.end()
        if not depth:
            bare += text[place:] + " "
    yield from _words(bare)


def _words(bare: str) -> Iterator[str]:
    if WORD.search(bare):
        yield " ".join(bare.split())


def _pieces(node: Any, language: str) -> Iterator[str | None]:
    """The texts in their order; None where one block of text ends and another begins."""
    if not isinstance(node.tag, str) or node.tag in NO_LANGUAGE or node.tag in ("head", "template"):
        if node.tag == "head":
            yield from _pieces(node.find("title"), language)
        return
    language = node.get("lang", language)
    ours = language.startswith("en")
    is_block = node.tag in BLOCKS
    if is_block:
        yield None
    if ours:
        for name in sorted(READ_ATTRIBUTES & set(node.keys())):
            yield from (None, node.get(name), None) if is_block or not (node.text or "").strip() else ()
        yield node.text or ""
    for child in node:
        yield from _pieces(child, language)
        if ours:
            yield child.tail or ""
    if is_block:
        yield None
