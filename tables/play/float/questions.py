"""Questions about the float from other packages."""

from collections.abc import Mapping

import msgspec

from tables.money import Money
from tables.play import events as e
from tables.play.direction.state import Variance
from tables.play.pieces import less, sum_of, worth_of
from tables.play.slips.state import Moved
from tables.play.state import State
from tables.refusal import Refusal, Refused
from tables.roulette.rulebook import Rulebook


class Float(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a float as far as they are known: worth `total` (minor units), by value, and by series."""

    total: int | None = None
    pieces: e.Pieces | None = None
    by_series: dict[str, e.Pieces] = {}

    def moved(self, by: Moved) -> "Float":
        """Return the float after these slips; by series only if all moved chips are known by series."""
        if self.total is None or self.pieces is None:
            return Float(total=None if self.total is None else self.total + by.worth)
        pieces, series = dict(by.pieces), {name: dict(of) for name, of in by.by_series}
        whole = bool(self.by_series) and sum_of(series) == pieces
        names = {*self.by_series, *series} if whole else ()
        after = {name: _sum(self.by_series.get(name, {}), series.get(name, {})) for name in sorted(names)}
        return Float(
            total=self.total + by.worth,
            pieces=_sum(self.pieces, pieces),
            by_series={name: of for name, of in after.items() if of},
        )


def was_counted_at_closing(state: State) -> bool:
    """Return True if a closing count was made on this day, also one that a slip has ended."""
    direction = state.direction
    return direction.float_at_closing is not None or bool(direction.closing_count_ended_by)


def float_is_due(state: State) -> bool:
    return state.direction.counts_float and state.direction.float_at_opening is None


def float_differs(state: State) -> bool:
    """Return True if a count found another float than expected, and nobody has explained it."""
    return unexplained_variance(state) is not None


def variance_at(state: State, moment: e.Moment) -> Variance | None:
    """Return the difference that the last count of that moment found."""
    direction = state.direction
    return direction.variance if moment == "opening" else direction.closing_variance


def unexplained_variance(state: State) -> Variance | None:
    """Return the difference that waits for its explanation: that of the opening before that of the closing."""
    both = (variance_at(state, "opening"), variance_at(state, "closing"))
    return next((each for each in both if each is not None and not each.explained), None)


def check_opening_float(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while the float is to be counted before bets open, or differs and nobody has explained it, and
    before the first coup of a day while it is worth less than the rulebook wants.
    """
    check_float_counted(state, "opening")
    check_variance_explained(state, "opening")
    lacking = float_lacking(state, rulebook)
    if lacking is not None:
        raise lacking


def float_lacking(state: State, rulebook: Rulebook) -> Refused | None:
    """Return the refusal of bets while the float, as it was counted and filled since, is worth less than the least that
    the table opens with; None if it is enough, is not counted yet, or the day has had its first coup.
    """
    counted = state.direction.float_at_opening
    if state.coup or counted is None or state.limits is None:
        return None
    return too_small_a_float(counted + state.slips.moved.worth, state.limits.minimum, rulebook)


def too_small_a_float(worth: int, minimum: int, rulebook: Rulebook) -> Refused | None:
    """Return the refusal of a table with this minimum that opens with a float worth so much (minor units)."""
    rule = rulebook.opening_float
    if rule is None or worth >= rule.at_least(minimum):
        return None
    least = Money(rule.at_least(minimum), rulebook.currency)
    return Refused("opening-float-too-small", rule.clause, limit=least, value=Money(worth, rulebook.currency))


def check_float_counted(state: State, moment: e.Moment) -> None:
    """Raise Refused if this table's float is to be counted at that moment and was not."""
    direction = state.direction
    counted = direction.float_at_opening if moment == "opening" else direction.float_at_closing
    if not direction.counts_float or counted is not None:
        return
    if moment == "closing" and direction.closing_count_ended_by:
        raise Refused("closing-count-ended", slip=direction.closing_count_ended_by)
    handed_on = direction.float_handed_on
    if handed_on is None:
        raise Refused("float-not-counted", before=moment)
    raise Refused("float-not-counted-since", before=moment, closed_with=Money(handed_on, state.currency))


def check_variance_explained(state: State, before: e.Moment) -> None:
    """Raise Refused while the float was counted other than it was expected and nobody has explained it."""
    variance = unexplained_variance(state)
    if variance is None:
        return
    if not variance.difference and differs_in_boxes_alone(variance):
        raise Refused("colour-boxes-differ", before=before, colours=boxes_that_differ(variance.colours))
    if not variance.difference:
        raise Refused("float-has-other-chips", before=before)
    raise Refused(
        "float-has-more" if variance.difference > 0 else "float-has-less",
        before=before,
        difference=Money(abs(variance.difference), state.currency),
    )


def differs_in_boxes_alone(variance: Variance | e.FloatVarianceFound) -> bool:
    """Return True if all chips with a value agree, and the boxes of colours differ from the record."""
    return bool(variance.colours) and not (variance.difference or variance.pieces or variance.by_series)


def boxes_that_differ(colours: Mapping[str, int]) -> tuple[Refusal, ...]:
    """Return the surplus or lack of chips in each box."""
    return tuple(
        Refused(
            "colour-box-has-more" if count > 0 else "colour-box-has-less", colour=colour, count=abs(count)
        ).refusal
        for colour, count in sorted(colours.items())
    )


def expected_at_opening(state: State) -> Float:
    """Return the float that an opening count should find: the float handed on, else the par, plus this day's slips."""
    direction = state.direction
    base = Float(
        total=direction.float_handed_on,
        pieces=direction.pieces_handed_on,
        by_series=direction.series_handed_on,
    )
    if base.total is None and direction.par:
        base = Float(total=worth_of(direction.par), pieces=direction.par)
    return base.moved(state.slips.moved_before_opening_count.together(state.slips.moved))


def values_in_float(state: State) -> tuple[int, ...]:
    """Return the values (minor units) of the chips known to be in the float now or earlier this day, the highest
    first: from its counts, or from the expected float before the first count, and from the slips.
    """
    direction, slips = state.direction, state.slips
    expected = expected_at_opening(state).pieces or {}
    moved = (*slips.moved.pieces, *slips.moved_since_closing_count.pieces)
    known = {
        *expected,
        *direction.pieces_at_opening,
        *direction.pieces_at_closing,
        *(value for value, _ in moved),
    }
    return tuple(sorted((value for value in known if value > 0), reverse=True))


def chips_in_use(state: State, rulebook: Rulebook) -> tuple[int, ...]:
    """Return the values (minor units) of the chips in use at the table, the highest first: those of the casino's series
    in play, else those of the rulebook; and those in the table's float. Empty where every amount is allowed.

    A float has some of the casino's chips, so a value that is missing there may be in use.
    """
    named = state.chip_series.values or rulebook.limits.chips
    return tuple(sorted({*named, *values_in_float(state)}, reverse=True)) if named else ()


def float_to_hand_on(state: State) -> Float:
    """Return the table's float at its closing: the closing count, changed by closing fills and credits."""
    direction = state.direction
    if direction.float_at_closing is None:
        return Float()
    counted = Float(
        total=direction.float_at_closing,
        pieces=direction.pieces_at_closing,
        by_series=direction.series_at_closing,
    )
    return counted.moved(state.slips.moved_since_closing_count)


def variance_of(counted: e.FloatCounted) -> e.FloatVarianceFound | None:
    """Return the counted less the expected float; None if the expected one is unknown, or if they agree in every
    chip.
    """
    pieces = {} if counted.expected_pieces is None else less(counted.pieces, counted.expected_pieces)
    by_series = {}
    if counted.by_series and counted.expected_by_series:
        for name in sorted({*counted.by_series, *counted.expected_by_series}):
            by_series[name] = less(counted.by_series.get(name, {}), counted.expected_by_series.get(name, {}))
    found = e.FloatVarianceFound(
        moment=counted.moment,
        difference=0 if counted.expected is None else counted.total - counted.expected,
        pieces=pieces,
        by_series={name: differs for name, differs in by_series.items() if differs},
        colours=_more_or_less(counted.colours, counted.expected_colours),
    )
    return found if found.difference or found.pieces or found.by_series or found.colours else None


def is_known(state: State, found: e.FloatVarianceFound) -> bool:
    last = variance_at(state, found.moment)
    return last is not None and (last.difference, last.pieces, last.by_series, last.colours) == (
        found.difference,
        found.pieces,
        found.by_series,
        found.colours,
    )


def _more_or_less(found: Mapping[str, int], expected: Mapping[str, int]) -> dict[str, int]:
    differs = {colour: found.get(colour, 0) - count for colour, count in expected.items()}
    return {colour: count for colour, count in differs.items() if count}


def _sum(pieces: Mapping[int, int], more: Mapping[int, int]) -> e.Pieces:
    """Both together, the highest value first, without values of which there are none."""
    values = sorted({*pieces, *more}, reverse=True)
    together = {value: pieces.get(value, 0) + more.get(value, 0) for value in values}
    return {value: count for value, count in together.items() if count}
