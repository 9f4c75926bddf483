"""Names of actors: the record has the names of people, and English ones for parts of the platform."""

import re

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

PARTS = frozenset(
    {
        _("Beginning of the register"),
        _("Command line"),
        _("Demonstration"),
        _("Operator"),
        _("Reader (simulated)"),
        _("Setting up"),
        _("Shift rules"),
        _("Watch over tables and wheels"),
    }
)
"""Actors of which there is one."""
_ONE_OF_MANY = (
    (re.compile(r"Reader (?P<reader>\S+)"), _("Reader {reader}")),
    (re.compile(r"Seat (?P<number>[0-9]+)"), _("Seat {number}")),
)


def called(name: str) -> str:
    """Return an actor of the record in the reader's language; people keep their names."""
    if name in PARTS:
        return gettext(name)
    for recorded, words in _ONE_OF_MANY:
        if found := recorded.fullmatch(name):
            return gettext(words).format(**found.groupdict())
    return name
