"""The shelf: each rulebook with its versions side by side."""

from collections.abc import Iterable

import msgspec
from django.utils.translation import pgettext

from tables.roulette.loader import Versions
from tables.roulette.rulebook import Rulebook


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a rulebook; `numberings` are those of its wheels, in words."""

    rulebook: Rulebook
    language: str
    numberings: str
    newest: bool


class Book(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    editions: tuple[Edition, ...]


def shelf_of(known: Versions) -> tuple[Book, ...]:
    return tuple(
        Book(
            id=id_,
            editions=tuple(
                Edition(
                    rulebook=versions[version],
                    language=language_in_words(versions[version].language),
                    numberings=numberings_in_words(versions[version].wheels),
                    newest=version == max(versions),
                )
                for version in sorted(versions, reverse=True)
            ),
        )
        for id_, versions in sorted(known.items())
    )


def language_in_words(language: str) -> str:
    names = {
        "en": pgettext("language", "English"),
        "fr": pgettext("language", "French"),
        "it": pgettext("language", "Italian"),
        "pt": pgettext("language", "Portuguese"),
    }
    return names[language]


def numberings_in_words(wheels: Iterable[str]) -> str:
    """The numberings of these wheels: `French, American`; a wheel's own name where it is neither."""
    return ", ".join(numbering_in_words(wheel) for wheel in wheels)


def numbering_in_words(wheel: str) -> str:
    names = {"french": pgettext("numbering", "French"), "american": pgettext("numbering", "American")}
    return names.get(wheel, wheel)
