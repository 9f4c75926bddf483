"""The reader's language in templates: `{% load languages %}`."""

from django import template
from django.conf import settings
from django.utils.translation import get_language

from casino.kit import money
from casino.languages.language import current_language, own_name, tag_of

register = template.Library()


@register.simple_tag
def language_tag() -> str:
    """The language in force, for `lang=`: `pt-PT`."""
    return tag_of(current_language())


@register.simple_tag
def reader_figures() -> money.Figures:
    """What stands between thousands and before decimals, for scripts that add up."""
    return money.reader_figures()


@register.simple_tag
def language_choices() -> list[tuple[str, str, str, bool]]:
    """Each language with its tag, its own name, and whether it is in force."""
    now = current_language() if get_language() else ""
    return [(code, tag_of(code), own_name(code), code == now) for code, _ in settings.LANGUAGES]
