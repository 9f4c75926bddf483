"""Sentences of the catalogues as patterns, for pages in another language than the test's."""

import re

from django.utils.translation import gettext, override

PLACE = re.compile(r"\\\{.*?\\\}|%\\?\(\w+\\?\)s")


def spoken(msgid: str, language: str) -> re.Pattern[str]:
    """The sentence in this language, with anything in its placeholders."""
    with override(language):
        return re.compile(PLACE.sub(".+?", re.escape(gettext(msgid))), re.IGNORECASE)
