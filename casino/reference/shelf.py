"""The shelf: each rulebook with its versions side by side."""

from collections.abc import Iterable

import msgspec

from casino.reference.words import Words
from tables.roulette.loader import Versions
from tables.roulette.rulebook import Rulebook

_LANGUAGE_WORDS = {"en": "in_english", "fr": "in_french", "pt": "in_portuguese", "it": "in_italian"}


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a rulebook; `numberings` are those of its wheels, in words."""

    rulebook: Rulebook
    language: str
    numberings: str
    newest: bool


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook under its id, its newest version first."""

    id: str
    editions: tuple[Edition, ...]


def shelf_of(known: Versions, words: Words) -> tuple[Book, ...]:
    """Every rulebook that is known, by id."""
    return tuple(
        Book(
            id=id_,
            editions=tuple(
                Edition(
                    rulebook=versions[version],
                    language=language_in_words(versions[version].language, words),
                    numberings=numberings_in_words(versions[version].wheels, words),
                    newest=version == max(versions),
                )
                for version in sorted(versions, reverse=True)
            ),
        )
        for id_, versions in sorted(known.items())
    )


def language_in_words(language: str, words: Words) -> str:
    """What a rulebook's language is called."""
    return words[_LANGUAGE_WORDS[language]]


def numberings_in_words(wheels: Iterable[str], words: Words) -> str:
    """The numberings of these wheels: `French, American`; a wheel's own name where it is neither."""
    return ", ".join(numbering_in_words(wheel, words) for wheel in wheels)


def numbering_in_words(wheel: str, words: Words) -> str:
    """What a numbering is called."""
    return words[wheel] if wheel in ("french", "american") else wheel
