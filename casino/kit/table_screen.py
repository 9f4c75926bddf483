"""Content of a table's screens in addition to its sign: the table itself, and the display of its colours."""

import msgspec

from casino.kit.money import figures_of
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.colours.boxes import chips_in_boxes
from tables.play.state import State
from tables.roulette.payment_words import colour_aloud
from tables.roulette.rulebook import Rulebook


def table_screen(view: TableSnapshot, rulebook: Rulebook) -> dict[str, object]:
    """Return the context of a table's screen, in its present state."""
    state = view.state
    return {
        "code": view.table.code,
        "name": view.table.name,
        "language": rulebook.language,
        "currency": rulebook.currency,
        "day": state.day if state else "",
        "version": state.version if state else 0,
        "is_open": state is not None and state.phase != "closed",
    }


class Marker(msgspec.Struct, frozen=True):
    """A colour on the display, by its English name and in words; `value` of one chip, empty for a free one. `box` has
    the chips in the colour's box on the wheel's rim, None at a table without boxes."""

    colour: str
    name: str
    value: str = ""
    box: int | None = None


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """Content of the display of an open table."""

    has_colours: bool
    symbol: str
    markers: tuple[Marker, ...]
    free: tuple[Marker, ...]


def display_of(state: State, rulebook: Rulebook) -> Display:
    language, colours = rulebook.language, state.colours
    figures, boxes = figures_of(language), chips_in_boxes(state, rulebook)

    def named(colour: str) -> str:
        return colour_aloud(colour, language).capitalize()

    return Display(
        has_colours=bool(colours.registered),
        symbol=colours.symbol,
        markers=tuple(
            Marker(
                each.colour,
                named(each.colour),
                figures.plain(each.value, rulebook.currency),
                boxes.get(each.colour),
            )
            for each in colours.in_play
        ),
        free=tuple(Marker(each, named(each), box=boxes.get(each)) for each in colours.free),
    )
