"""Marks of sentences for `makemessages`, without a translation yet."""

from typing import NamedTuple


class Plural(NamedTuple):
    """A sentence in its two English forms; the parameter `by` is the count that decides between them."""

    one: str
    many: str
    by: str


class Listing(NamedTuple):
    """A sentence with a list of the possible values, which is left out where the screen shows them anyway."""

    sentence: str
    there_is: str


Sentence = str | Plural | Listing


def gettext_noop(msgid: str) -> str:
    """Return the msgid itself, which makemessages finds by this function's name."""
    return msgid


def ngettext_noop(one: str, many: str, by: str) -> Plural:
    """Return both msgids, which makemessages finds by this function's name."""
    return Plural(one, many, by)
