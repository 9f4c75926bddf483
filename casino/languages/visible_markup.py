"""Text in HTML, with a placeholder for each character that does not show.

Events recorded before texts were checked may hold control characters, line breaks and bidirectional overrides. Every
text on a page passes through Django's `escape`: values in templates, `format_html`, labels and fields of forms. Django
has no hook for it, so it is replaced once, when the apps are ready. Marked-up text (`SafeString`) is left as it is.
"""

from html import escape
from typing import Any

from django.utils import html
from django.utils.functional import keep_lazy
from django.utils.safestring import SafeString

from tables.text import visible


@keep_lazy(SafeString)
def escape_visibly(text: Any) -> SafeString:
    """Return the text for HTML, escaped and with placeholders (`tables.text.visible`)."""
    return SafeString(escape(visible(str(text))))


def show_unreadable_characters() -> None:
    """Have Django escape every text by `escape_visibly`."""
    html.escape = escape_visibly
