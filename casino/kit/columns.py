"""A column of a table: its key, its heading and the kind of its values. Screens, files and the API share it."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal

import msgspec
from django.utils.translation import gettext

Kind = Literal["text", "number", "pocket", "money", "percent", "time", "day", "flag"]
"""Kind of a column's values.

text     words
number   a whole number
pocket   a number of the wheel: a whole number, or the text 00
money    minor units of the currency that the row's column `currency` names
percent  to two places, written `97.30`
time     a time, in UTC
day      a gaming day, its ISO date
flag     whether it is so
"""
Value = str | int | bool | datetime | None


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column.

    `heading` is marked for translation; a `{figure}` in it is the marked name of the `figure` that the column is about.
    `share` is its part of a paper's width, 0 where paper leaves it out. `of` is the key of another column, whose value
    it details.
    """

    key: str
    heading: str
    figure: str = ""
    kind: Kind = "text"
    share: int = 2
    of: str = ""
    words: Callable[[str], str] | None = None
    """Function that puts its codes into words, for paper and workbooks."""

    @property
    def title(self) -> str:
        return gettext(self.heading).format(figure=gettext(self.figure) if self.figure else "")

    def for_people(self, value: Value) -> Value:
        """Return the value, in words if it is a code."""
        return self.words(value) if self.words and isinstance(value, str) and value else value
