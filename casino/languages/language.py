"""The languages of the product, and how each is called by browsers and by Babel."""

from django.conf import settings
from django.utils.translation import check_for_language, get_language, get_supported_language_variant

ENGLISH = "en"
_TERRITORIES = {"pt": "PT"}
"""Territories of languages that would mean another country's without one: Portuguese is Portugal's, not Brazil's."""


def current_language() -> str:
    """The language in force, as `settings.LANGUAGES` has it."""
    return supported(get_language() or "") or ENGLISH


def supported(language: str) -> str:
    """The one of `settings.LANGUAGES` that the tag means, `pt` for `pt-br`; empty for a language that is not there."""
    if not language or not check_for_language(language):
        return ""
    try:
        return get_supported_language_variant(language)
    except LookupError:
        return ""


def tag_of(language: str) -> str:
    """Return the language's name on pages and in answers (BCP 47): `pt-PT`, `it`."""
    return _with_territory(language, "-")


def locale_of(language: str) -> str:
    """Return Babel's name of the language: `pt_PT`, `it`."""
    return _with_territory(language.replace("-", "_"), "_")


def own_name(language: str) -> str:
    """Return the language's name in itself."""
    return dict(settings.LANGUAGES).get(language, language)


def _with_territory(language: str, joint: str) -> str:
    territory = _TERRITORIES.get(language)
    return f"{language}{joint}{territory}" if territory else language
