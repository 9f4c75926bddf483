"""Text in a template that people read and that no catalogue can have, because it is not marked.

A text is marked in `{% translate %}` or `{% blocktranslate %}`, and a string in `_("…")`. Variables and tags of
Django are skipped; so are code, scripts, names of formats, and anything without two letters side by side.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

READ_ATTRIBUTES = {"alt", "aria-description", "aria-label", "label", "placeholder", "title"}
"""The attributes whose values people see or hear."""
NO_LANGUAGE = {"code", "script", "style"}
"""The elements whose contents are read by programs."""
NAMES = {"CSV", "PDF", "Permanence", "mm"}
"""Words that are the same in every language."""

_MARKED = r"{%\s*(?:blocktranslate|comment)\b.*?{%\s*end(?:blocktranslate|comment)\s*%}"
_DJANGO = r"{%.*?%}|{{.*?}}|{#.*?#}"
_HIDDEN = re.compile(f"{_MARKED}|{_DJANGO}", re.DOTALL)
_VALUE = re.compile(r"""\s([\w-]+)=(?:"([^"]*)"|'([^']*)')""")
_HTML = re.compile(
    r"<!--.*?-->|<!doctype[^>]*>|<(?P<end>/?)(?P<name>[a-z][\w-]*)(?P<rest>(?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>",
    re.DOTALL | re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENTITY = re.compile(r"&#?\w+;")
_SHOWN_LITERAL = re.compile(r"""(?:\|default(?:_if_none)?:|\s[a-z_]+=)(["'])([A-Z][a-z].*?|[a-z]+ .*?)\1""")
_CODES = re.compile(r"[a-z_-]+(?: [a-z]+[_-][a-z_-]+)*")


class Unmarked(NamedTuple):
    line: int
    text: str


def unmarked_text(template: str) -> Iterator[Unmarked]:
    """Each text of the template that people read and that is not marked, from top to bottom."""
    bare = _HIDDEN.sub(_blank, template)
    found = [*_between_tags(bare), *_literals(template)]
    for place, text in sorted(found):
        yield Unmarked(template.count("\n", 0, place) + 1, " ".join(text.split()))


def _between_tags(bare: str) -> Iterator[tuple[int, str]]:
    place = 0
    silent: str | None = None
    for tag in _HTML.finditer(bare):
        if silent is None:
            yield from _read(place, bare[place : tag.start()])
        name = (tag["name"] or "").lower()
        if silent is None and name in NO_LANGUAGE and not tag["end"]:
            silent = name
        elif name == silent and tag["end"]:
            silent = None
        if name:
            for value in _VALUE.finditer(tag["rest"]):
                if value[1] in READ_ATTRIBUTES:
                    yield from _read(tag.start("rest") + value.start(), value[2] or value[3] or "")
        place = tag.end()
    yield from _read(place, bare[place:])


def _literals(template: str) -> Iterator[tuple[int, str]]:
    """Yield the texts that a tag hands to a partial, and the defaults of missing values."""
    for hidden in _HIDDEN.finditer(template):
        shown = hidden.group()
        if shown.startswith(("{{", "{% include", "{% with")):
            for literal in _SHOWN_LITERAL.finditer(shown):
                if not _CODES.fullmatch(literal[2]):
                    yield from _read(hidden.start(), literal[2])


def _read(place: int, text: str) -> Iterator[tuple[int, str]]:
    words = _WORD.findall(_ENTITY.sub(" ", text))
    if not NAMES.issuperset(words):
        yield place + len(text) - len(text.lstrip()), text


def _blank(hidden: re.Match[str]) -> str:
    """Return blanks of the same length, so that places stay, without letters, quotes and brackets; a name of a tag
    stays one.
    """
    at = hidden.start()
    is_a_name = hidden.string[max(0, at - 1) : at] == "<" or hidden.string[max(0, at - 2) : at] == "</"
    return re.sub(r"[^\n]", "0", hidden.group()) if not is_a_name else "a" + "0" * (len(hidden.group()) - 1)
