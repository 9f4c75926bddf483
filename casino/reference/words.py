"""The words of the pages in four languages, from words.toml; a word that is missing is an error, never a gap."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from casino.floor.figures import figures_of

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "fr": "Français", "pt": "Português", "it": "Italiano"}
)
"""The languages of the pages, which are those that a rulebook may be in, each by its own name."""


class Word(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of words.toml: all four languages, or the file is not read."""

    en: str
    fr: str
    pt: str
    it: str


class MissingWord(Exception):
    """A page asks for a word that words.toml does not have.

    No KeyError on purpose: a template would print nothing in its place.
    """


class Words:
    """The words in one language: `words["odds"]`, in a template `w.odds`; `figures` are as it writes them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.figures = figures_of(language)

    def __getitem__(self, key: str) -> str:
        """The words of this key. Raises MissingWord."""
        word = _all_words().get(key)
        if word is None:
            raise MissingWord(f"words.toml has no {key!r}")
        said: str = getattr(word, self.language)
        return said

    def filled(self, key: str, **parts: object) -> str:
        """The words of this key with their gaps filled. Raises MissingWord."""
        return self[key].format(**parts)


@cache
def _all_words() -> dict[str, Word]:
    text = Path(__file__).with_name("words.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Word])
