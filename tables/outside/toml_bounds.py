"""Bounds of a TOML text, checked in linear time before it is parsed.

`tomllib` is bounded by nothing: nested brackets end in a RecursionError, a long number in a ValueError, and a key of
many parts takes a table for each.
"""

import re

DEEPEST = 32
"""Arrays and tables within each other."""
MOST_PARTS_OF_KEY = 16
MOST_PARTS = 60_000
"""Parts of all keys together: each may take a kilobyte while the text is parsed."""
LONGEST_WORD = 100
"""Characters of a number, or of a part of a key without quotes."""

_TOKEN = re.compile(rf'"""|\'\'\'|["\'#\[\]{{}}=,.\n]|[\w+-]{{{LONGEST_WORD + 1}}}')
_ENDS = {'"""': re.compile(r'\\.|"""', re.DOTALL), '"': re.compile(r'\\.|"|\n', re.DOTALL)}


class TomlTooMuch(Exception):
    """A text that exceeds a bound: `at` is the place of the character, from 0 on."""

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.at = at


def check_toml_bounds(text: str) -> None:
    """Raise TomlTooMuch at the first place that exceeds a bound.

    The rest of a text with a string that does not end is not looked at: the parser ends there too.
    """
    depth = parts = of_key = 0
    at: int | None = 0
    while at is not None and (token := _TOKEN.search(text, at)):
        sign, at = token[0], token.end()
        if sign in ('"""', "'''", '"', "'"):
            at = _end_of_string(text, sign, at)
        elif sign == "#":
            at = end if (end := text.find("\n", at)) >= 0 else None
        elif sign == ".":
            of_key, parts = of_key + 1, parts + 1
        elif sign in "=,\n[]{}":
            of_key, parts = 0, parts + (sign in "=[")
            depth += (sign in "[{") - (sign in "]}")
        else:
            raise TomlTooMuch(f"a number or a key is longer than {LONGEST_WORD} characters", token.start())
        if depth > DEEPEST:
            raise TomlTooMuch(f"more than {DEEPEST} arrays and tables are nested", token.start())
        if of_key >= MOST_PARTS_OF_KEY:
            raise TomlTooMuch(f"a key has more than {MOST_PARTS_OF_KEY} parts", token.start())
        if parts > MOST_PARTS:
            raise TomlTooMuch(f"the keys have more than {MOST_PARTS:,} parts together", token.start())


def _end_of_string(text: str, quote: str, at: int) -> int | None:
    """Return the place behind a string that began before `at`; None if it does not end."""
    if quote in _ENDS:
        found = _ENDS[quote].search(text, at)
        while found and found[0].startswith("\\"):
            found = _ENDS[quote].search(text, found.end())
        if not found or found[0] == "\n":
            return None
        end = found.end()
    else:
        place = text.find(quote, at)
        if place < 0:
            return None
        end = place + len(quote)
    # The last quotes of a longer run close the string: up to two before them belong to it.
    more = 2 if len(quote) == 3 else 0
    while more and text.startswith(quote[0], end):
        end, more = end + 1, more - 1
    return end
