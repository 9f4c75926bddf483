"""Words for people at a table: players as a seat and the colour of its chips, staff by the written name."""

from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _
from tables.play.events import Person
from tables.text import as_compared


class Seat(NamedTuple):
    """A player on the screens: the record's own name for them, a colour (a style's name), and the number of their seat,
    0 for one whom other programs named."""

    player: str
    colour: str
    number: int = 0

    @property
    def label(self) -> str:
        """Return the seat in the reader's language: `Yellow, seat 1`. A player named by another program keeps that
        name.
        """
        return gettext(LABELS[self.colour]).format(number=self.number) if self.number else self.player


LABELS = {
    "yellow": _("Yellow, seat {number}"),
    "blue": _("Blue, seat {number}"),
    "purple": _("Purple, seat {number}"),
    "coral": _("Coral, seat {number}"),
    "green": _("Green, seat {number}"),
    "white": _("White, seat {number}"),
    "pink": _("Pink, seat {number}"),
    "brown": _("Brown, seat {number}"),
}
COLOURS = tuple(LABELS)
SEATS = tuple(Seat(f"P{number}", colour, number) for number, colour in enumerate(COLOURS, start=1))
_BY_PLAYER = {seat.player: seat for seat in SEATS}


def seat_of(player: str) -> Seat:
    """Return the seat of a player. One that other programs named keeps its name, and always gets the same colour."""
    known = _BY_PLAYER.get(player)
    return known or Seat(player, COLOURS[crc32(player.encode()) % len(COLOURS)])


def colour_of_chips(player: str) -> str | None:
    """Return the colour of the chips that a seat plays with; None for a player whom other programs named."""
    known = _BY_PLAYER.get(player)
    return known.colour if known else None


def person_called(name: str, known: Iterable[Person]) -> Person:
    """Return a person of the staff by name; a person known at the table keeps the casino's identifier.

    A name written as an identifier of a person of the casino (`person/7`) does not get that identifier.
    """
    found = next((person for person in known if as_compared(person.name) == as_compared(name)), None)
    return found or Person(id=name.lower().replace(" ", "-").replace("/", "-"), name=name)
