"""The count of the float: its pad, the result of a count, and the explanation of a difference."""

from collections.abc import Mapping, Set

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.floor.forms.direction import BOX
from casino.kit.clauses import cited
from casino.kit.colour_names import colour_name
from casino.kit.forms.chip_counts import in_words, values_counted
from casino.kit.money import in_a_field, money, plain
from tables.money import in_words as amount_in_words
from tables.play.colours.boxes import boxes_clause, chips_in_boxes
from tables.play.events import Moment
from tables.play.float.questions import (
    Float,
    differs_in_boxes_alone,
    expected_at_opening,
    unexplained_variance,
    values_in_float,
    was_counted_at_closing,
)
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """Field for the pieces of one value and one series; `expected` is the expected number of pieces, or empty."""

    name: str
    series: str
    expected: str


class CountRow(msgspec.Struct, frozen=True, kw_only=True):
    """One value (`minor` units, `value` as it is sent); the row for any other value has none yet, and is called 0."""

    minor: int
    value: str
    label: str
    cells: tuple[Cell, ...]


class BoxRow(msgspec.Struct, frozen=True, kw_only=True):
    """Row for the chips in the box of one colour; `expected` of its cell is the expected number, or empty."""

    colour: str
    label: str
    cell: Cell


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """A difference in words, of which count, the chips that make it up, and how it was explained, empty while nobody
    has."""

    moment: Moment
    says: str
    chips: tuple[str, ...]
    explained: str


def float_presenter(state: State, rulebook: Rulebook, sees: Set[str]) -> dict[str, object] | None:
    """Return the possible counts at an open table now, and the result of the last one; None for a person who may not
    see the float.
    """
    if "float" not in sees:
        return None
    direction, moment = state.direction, count_due(state)
    expected = expected_at_opening(state) if moment == "opening" else Float()
    series = _series(state)
    known = values_in_float(state) if moment else ()
    usual = values_counted(state.limits.minimum if state.limits else 0, ()) if moment else []
    others = {*usual} - {*known}
    return {
        # No moment while no count is due.
        "moment": moment,
        # Nothing goes on before; or it may be the closing count as well.
        "wanted": moment == "opening" and direction.float_at_opening is None,
        "closing_too": moment == "opening" and direction.float_at_opening is not None,
        "series": series,
        # A row for each value that is known to be in the float, and for the other usual values.
        "in_float": tuple(_row(value, expected, series, rulebook.currency) for value in known),
        "usual": tuple(
            _row(value, expected, series, rulebook.currency) for value in sorted(others, reverse=True)
        ),
        # The boxes of colours, at a table that has them: their content has no value of its own.
        "boxes": _boxes(state, rulebook, moment),
        "boxes_clause": cited(rulebook, boxes_clause(state, rulebook)),
        "other": CountRow(minor=0, value="", label="", cells=_cells(0, Float(), series)),
        # The expected amount, empty if unknown: handed on by the last day, or the par of the table.
        "expected": "" if expected.total is None else money(expected.total, rulebook.currency),
        "expected_minor": expected.total,
        "handed_on": direction.float_handed_on is not None,
        # The last count with the people who made and verified it.
        "last": _last(state),
        "differs": _differs(state),
    }


def count_due(state: State) -> Moment | None:
    """Return the count that can be made now; None if there is none.

    The opening count is possible until a coup was played, and the closing count between coups until the table closes. A
    missing opening count can still be made after a launch. After the closing count no other is possible.
    """
    direction = state.direction
    if not direction.counts_float:
        return None
    if not was_counted_at_closing(state) and (not state.coup or direction.float_at_opening is None):
        return "opening"
    return "closing" if state.phase == "idle" else None


def _series(state: State) -> tuple[str, ...]:
    """Return a column for each series; empty if there is only one, to which all chips belong."""
    known = (*state.chip_series.in_play, *state.chip_series.ended)
    return known if len(known) > 1 else ()


def _row(minor: int, expected: Float, series: tuple[str, ...], currency: str) -> CountRow:
    return CountRow(
        minor=minor,
        value=in_a_field(minor, currency),
        label=plain(minor, currency),
        cells=_cells(minor, expected, series),
    )


def _boxes(state: State, rulebook: Rulebook, moment: Moment | None) -> tuple[BoxRow, ...]:
    """Return a row for each box; the recorded content is shown at the opening only, since a closing count is blind."""
    return tuple(
        BoxRow(
            colour=colour,
            label=colour_name(colour),
            cell=Cell(name=f"{BOX}{colour}", series="", expected=str(count) if moment == "opening" else ""),
        )
        for colour, count in (chips_in_boxes(state, rulebook) if moment else {}).items()
    )


def _cells(minor: int, expected: Float, series: tuple[str, ...]) -> tuple[Cell, ...]:
    if not series:
        return (Cell(name=f"pieces-{minor}", series="", expected=_of(expected.pieces, minor)),)
    return tuple(
        Cell(
            name=f"pieces-{minor}-{column}",
            series=name,
            expected=_of(expected.by_series.get(name, {}) if expected.by_series else None, minor),
        )
        for column, name in enumerate(series, start=1)
    )


def _of(pieces: Mapping[int, int] | None, minor: int) -> str:
    return "" if pieces is None or not minor else str(pieces.get(minor, 0))


def _last(state: State) -> str:
    direction = state.direction
    at_closing = direction.float_at_closing is not None
    total = direction.float_at_closing if at_closing else direction.float_at_opening
    if direction.closing_count_ended_by:
        return gettext("{slip} moved chips after the closing count: it is to be made again").format(
            slip=direction.closing_count_ended_by
        )
    if total is None:
        return ""
    by, verified = direction.counted_by, direction.verified_by
    text = gettext("Closing count {amount}") if at_closing else gettext("Opening count {amount}")
    words = text.format(amount=f"{money(total, state.currency)} {state.currency}")
    if by and verified:
        people = gettext("counted by {name}, verified by {verifier}")
        words += ", " + people.format(name=by.name, verifier=verified.name)
    return words


def _differs(state: State) -> Differs | None:
    direction = state.direction
    variance = unexplained_variance(state) or direction.closing_variance or direction.variance
    if variance is None:
        return None
    of_series = variance.by_series or {"": variance.pieces}
    chips = [
        _chips(value, pieces, name, state.currency)
        for name, of in sorted(of_series.items())
        for value, pieces in sorted(of.items(), reverse=True)
    ]
    boxes = [_in_box(colour, count) for colour, count in sorted(variance.colours.items())]
    if differs_in_boxes_alone(variance):
        says = gettext("Other chips in the boxes of colours than the record has there")
    else:
        says = capfirst(_against_handed_on(variance.difference, state.currency))
    return Differs(moment=variance.moment, says=says, chips=(*chips, *boxes), explained=variance.explained)


def _in_box(colour: str, count: int) -> str:
    text = (
        gettext("{colour}: {count} too many in its box")
        if count > 0
        else gettext("{colour}: {count} missing from its box")
    )
    return text.format(colour=colour_name(colour), count=abs(count))


def _against_handed_on(difference: int, currency: str) -> str:
    if not difference:
        return gettext("with other chips than were handed on, worth as much together")
    amount = amount_in_words(abs(difference), currency)
    if difference > 0:
        return gettext("{amount} more than was handed on").format(amount=amount)
    return gettext("{amount} less than was handed on").format(amount=amount)


def _chips(value: int, pieces: int, series: str, currency: str) -> str:
    chips = in_words([(value, abs(pieces))], currency)
    if series:
        chips = gettext("{chips} of series {series}").format(chips=chips, series=series)
    text = gettext("{chips} too many") if pieces > 0 else gettext("{chips} missing")
    return text.format(chips=chips)
