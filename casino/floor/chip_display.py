"""The display of a table: a page of its own that shows by coloured markers what each colour of chips is worth there.

It stands in for the display of pt-americana/9-11, on a screen at the table, with the table's symbol on every marker.
"""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.table_screen import table_screen
from casino.kit.money import figures_of
from casino.kit.table_snapshot import board_shown, rulebook_of
from casino.people.gate import allowed
from tables.play.state import State
from tables.roulette.payment_words import colour_aloud
from tables.roulette.rulebook import Rulebook


class Marker(msgspec.Struct, frozen=True):
    """A colour on the display, by its English name and in words; `value` of one chip, empty for a free one."""

    colour: str
    name: str
    value: str = ""


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the display of an open table."""

    has_colours: bool
    symbol: str
    markers: tuple[Marker, ...]
    free: tuple[Marker, ...]


@require_GET
@never_cache
@allowed("floor.see")
def display(request: HttpRequest, code: str) -> HttpResponse:
    """/display/RA1/: what the chips of each colour in play are worth at one table, in big type."""
    view = board_shown(request, code)
    rulebook = rulebook_of(view)
    screen = table_screen(view, rulebook)
    shown = display_of(view.state, rulebook) if view.state and screen.is_open else None
    with override(rulebook.language):
        return render(request, "floor/display.html", {"kind": "display", "screen": screen, "display": shown})


def display_of(state: State, rulebook: Rulebook) -> Display:
    """The display of an open table."""
    language, colours = rulebook.language, state.colours
    figures = figures_of(language)

    def named(colour: str) -> str:
        return colour_aloud(colour, language).capitalize()

    return Display(
        has_colours=bool(colours.registered),
        symbol=colours.symbol,
        markers=tuple(
            Marker(each.colour, named(each.colour), figures.plain(each.value)) for each in colours.in_play
        ),
        free=tuple(Marker(each, named(each)) for each in colours.free),
    )
