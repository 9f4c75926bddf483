"""The display of a table: a page of its own that shows by coloured markers what each colour of chips is worth there.

It stands in for the display of pt-americana/9-11, on a screen at the table, with the table's symbol on every marker.
"""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.board_shown import board_shown, rulebook_of
from casino.floor.figures import figures_of
from casino.people.gate import allowed
from tables.house.boards import BoardView
from tables.roulette.payment_words import colour_said
from tables.roulette.rulebook import Rulebook


class DisplayWords(msgspec.Struct, frozen=True):
    """What stands on a display beside the names of the colours."""

    free: str
    none_free: str
    closed: str
    no_colours: str


WORDS = {
    "en": DisplayWords(
        "Free colours", "No colour is free", "This table is closed", "This table is played without colours"
    ),
    "fr": DisplayWords(
        "Couleurs libres",
        "Aucune couleur libre",
        "Cette table est fermée",
        "Cette table se joue sans couleurs",
    ),
    "it": DisplayWords(
        "Colori liberi",
        "Nessun colore libero",
        "Questo tavolo è chiuso",
        "A questo tavolo non ci sono colori",
    ),
    "pt": DisplayWords(
        "Cores livres", "Nenhuma cor livre", "Esta mesa está encerrada", "Esta mesa joga-se sem cores"
    ),
}


class Marker(msgspec.Struct, frozen=True):
    """A colour on the display, by its English name and in words; `value` of one chip, empty for a free one."""

    colour: str
    name: str
    value: str = ""


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """A display in the rulebook's language."""

    code: str
    name: str
    language: str
    words: DisplayWords
    currency: str
    day: str
    version: int
    is_open: bool = False
    has_colours: bool = False
    symbol: str = ""
    markers: tuple[Marker, ...] = ()
    free: tuple[Marker, ...] = ()


@require_GET
@never_cache
@allowed("floor.see")
def display(request: HttpRequest, code: str) -> HttpResponse:
    """/display/RA1/: what the chips of each colour in play are worth at one table, in big type."""
    view = board_shown(request, code)
    return render(request, "floor/display.html", {"display": display_of(view, rulebook_of(view))})


def display_of(view: BoardView, rulebook: Rulebook) -> Display:
    """The display of a table as it stands."""
    state = view.state
    language = rulebook.language if rulebook.language in WORDS else "en"
    shown = Display(
        code=view.table.code,
        name=view.table.name,
        language=language,
        words=WORDS[language],
        currency=rulebook.currency,
        day=state.day if state else "",
        version=state.version if state else 0,
    )
    if state is None or state.phase == "closed":
        return shown
    figures, colours = figures_of(language), state.colours

    def named(colour: str) -> str:
        return colour_said(colour, language).capitalize()

    return msgspec.structs.replace(
        shown,
        is_open=True,
        has_colours=bool(colours.registered),
        symbol=colours.symbol,
        markers=tuple(
            Marker(each.colour, named(each.colour), figures.plain(each.value)) for each in colours.in_play
        ),
        free=tuple(Marker(each, named(each)) for each in colours.free),
    )
