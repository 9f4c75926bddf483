"""The reader's language in templates: `{% load languages %}`."""

from django import template
from django.template import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from casino.kit import money
from casino.languages.choosing import offered_languages
from casino.languages.language import current_language, own_name, tag_of

register = template.Library()


@register.simple_tag
def language_tag() -> str:
    """Return the language in force, for `lang=`: `pt-PT`."""
    return tag_of(current_language())


@register.simple_tag
def for_scripts() -> SafeString:
    """Return the sentences and figure signs for scripts, as attributes of the page's body.

    Scripts make neither sentences nor figures themselves.
    """
    figures = money.reader_figures()
    attributes = {
        "thousands": figures.thousands,
        "point": figures.point,
        "stale": gettext("Stale since {time}"),
        "alarm-stale": gettext("{alarm}, stale"),
        "unanswered": gettext("The server did not answer."),
        "unanswered-kept": gettext("Nothing you entered is lost: try again when the line is back."),
    }
    return format_html_join("", ' data-{}="{}"', attributes.items())


@register.simple_tag(takes_context=True)
def language_choices(context: Context) -> list[tuple[str, str, str, bool]]:
    """Return each language that the reader is offered, with its tag, its own name, and whether it is in force."""
    now = current_language() if get_language() else ""
    person = getattr(context.get("request"), "user", None)
    offered = offered_languages(getattr(person, "casino_id", None), now)
    return [(code, tag_of(code), own_name(code), code == now) for code in offered]
