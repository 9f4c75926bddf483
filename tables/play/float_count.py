"""The float is counted by one person and verified by another; what differs from what was handed on is explained.

All of it is the house's own and cites no clause. Who signs first has counted, and whoever signs beside has verified the
count. At the opening it is held against what the last day closed with, chip by chip.
"""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.pieces import check_by_series, less, sum_of, worth_of
from tables.play.signatures import check_croupiers_seated, check_two_signed, two_people
from tables.play.state import RUNNING, State
from tables.play.state.slips import Moved
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


class Float(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of a float as far as they are known: worth `total` (minor units), by value, and by series."""

    total: int | None = None
    pieces: e.Pieces | None = None
    by_series: dict[str, e.Pieces] = {}

    def moved(self, by: Moved) -> "Float":
        """The same after these slips; by series only where all that moved is told by series."""
        if self.total is None or self.pieces is None:
            return Float(total=None if self.total is None else self.total + by.worth)
        pieces, series = dict(by.pieces), {name: dict(of) for name, of in by.by_series}
        told = bool(self.by_series) and sum_of(series) == pieces
        names = {*self.by_series, *series} if told else ()
        after = {name: _sum(self.by_series.get(name, {}), series.get(name, {})) for name in sorted(names)}
        return Float(
            total=self.total + by.worth,
            pieces=_sum(self.pieces, pieces),
            by_series={name: of for name, of in after.items() if of},
        )


def count_float(state: State, command: c.CountFloat, rulebook: Rulebook, at: datetime) -> Decision:
    """Records a count of the float that two people have signed. At the opening it may be counted again until bets
    first open or the closing count is made, at the closing until the table is closed. Where a ball was launched before
    anybody counted, it is made good.

    An opening count that finds other chips than were expected says so beside it. A new one that agrees ends that
    without words, and one that differs as the last one did leaves what was said of it.
    """
    if not command.pieces or any(value <= 0 or count < 0 for value, count in command.pieces.items()):
        raise Refused("the float is counted by value: whole chips, each of a value above nothing")
    counted_by, verified_by = two_people(command, "the count of the float")
    check_croupiers_seated(state, command, "the count of the float")
    if command.moment == "opening" and state.coup and state.direction.float_at_opening is not None:
        raise Refused(f"coup {state.coup} was opened already: the float is counted before the first")
    if command.moment == "opening" and was_counted_at_closing(state):
        raise Refused("the closing count was made: what the table opened with is counted no more")
    if command.moment == "closing" and (state.phase in RUNNING and state.bets):
        raise Refused(f"coup {state.coup} is running: the float is counted after the last one")
    pieces = {value: count for value, count in command.pieces.items() if count}
    expected = expected_at_opening(state) if command.moment == "opening" else Float()
    counted = e.FloatCounted(
        moment=command.moment,
        pieces=pieces,
        total=worth_of(pieces),
        expected=expected.total,
        by_series=_by_series(state, pieces, command.by_series),
        expected_pieces=expected.pieces,
        expected_by_series=expected.by_series,
        counted_by=counted_by,
        verified_by=verified_by,
    )
    yield Dated(counted, at)
    found = variance_of(counted)
    if found is not None and not is_known(state, found):
        yield Dated(found, at)


def explain_variance(state: State, command: c.ExplainVariance, rulebook: Rulebook, at: datetime) -> Decision:
    """Records why the float differs, in the words of the chief or the pit boss, whom a second person signs beside."""
    variance = state.direction.variance
    if variance is None or variance.explained:
        raise Refused("no difference of the float waits for an explanation")
    if not command.reason.strip():
        raise Refused("the difference of the float is explained in words: say what was found")
    check_two_signed(state, command, "the difference of the float is explained")
    yield Dated(
        e.FloatVarianceExplained(
            moment=variance.moment, difference=variance.difference, reason=command.reason.strip()
        ),
        at,
    )


def was_counted_at_closing(state: State) -> bool:
    """Whether a closing count was made on this day, also one that a slip has ended."""
    direction = state.direction
    return direction.float_at_closing is not None or bool(direction.closing_count_ended_by)


def float_is_due(state: State) -> bool:
    """Whether the float is to be counted before bets open."""
    return state.direction.counts_float and state.direction.float_at_opening is None


def float_differs(state: State) -> bool:
    """Whether the opening count found something else than was expected, and nobody has said why."""
    variance = state.direction.variance
    return variance is not None and not variance.explained


def check_opening_float(state: State) -> None:
    """Raises Refused while the float is to be counted before bets open, or differs and nobody has said why."""
    check_float_counted(state, "opening")
    check_variance_explained(state, "bets open")


def check_float_counted(state: State, moment: e.Moment) -> None:
    """Raises Refused where this table's float is to be counted at that moment and was not."""
    direction = state.direction
    counted = direction.float_at_opening if moment == "opening" else direction.float_at_closing
    if direction.counts_float and counted is None:
        handed_on = direction.float_handed_on
        said = (
            "" if handed_on is None else f" (the last day closed with {in_words(handed_on, state.currency)})"
        )
        ended_by = direction.closing_count_ended_by
        if moment == "closing" and ended_by:
            raise Refused(
                f"the closing count stands no more, since chips moved with {ended_by} after it: "
                "the float is counted again and signed by two people before the table closes"
            )
        before = "bets open" if moment == "opening" else "the table closes"
        raise Refused(f"the float is counted and signed by two people before {before}{said}")


def check_variance_explained(state: State, before: str) -> None:
    """Raises Refused while the float was counted other than it was expected and nobody has said why."""
    variance = state.direction.variance
    if variance is not None and float_differs(state):
        raise Refused(
            f"the float was counted {difference_in_words(variance.difference, state.currency)}: "
            f"count it again, or explain it with two signatures, before {before}"
        )


def difference_in_words(difference: int, currency: str) -> str:
    """What was found less what was expected (minor units), as a sentence goes on after `was counted`."""
    if not difference:
        return "with other chips than were handed on, worth as much together"
    more = "more" if difference > 0 else "less"
    return f"{in_words(abs(difference), currency)} {more} than was handed on"


def expected_at_opening(state: State) -> Float:
    """What an opening count is to find: what was handed on, else the par, with what slips have moved on this day."""
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
    """The values (minor units) of which chips are known to be in the float, or to have been on this day, the highest
    first: those of its counts, or of what the first is to find, and those that slips have moved."""
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


def float_to_hand_on(state: State) -> Float:
    """What the table closes with: the closing count, and what closing fills and credits did to it."""
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
    """What a count found less what was expected; None where that is not known, or where they agree in every chip."""
    if counted.expected is None:
        return None
    pieces = {} if counted.expected_pieces is None else less(counted.pieces, counted.expected_pieces)
    by_series = {}
    if counted.by_series and counted.expected_by_series:
        for name in sorted({*counted.by_series, *counted.expected_by_series}):
            by_series[name] = less(counted.by_series.get(name, {}), counted.expected_by_series.get(name, {}))
    found = e.FloatVarianceFound(
        moment=counted.moment,
        difference=counted.total - counted.expected,
        pieces=pieces,
        by_series={name: differs for name, differs in by_series.items() if differs},
    )
    return found if found.difference or found.pieces or found.by_series else None


def is_known(state: State, found: e.FloatVarianceFound) -> bool:
    """Whether the last count has differed in just this."""
    last = state.direction.variance
    return last is not None and (last.moment, last.difference, last.pieces, last.by_series) == (
        found.moment,
        found.difference,
        found.pieces,
        found.by_series,
    )


def _by_series(state: State, pieces: e.Pieces, said: Mapping[str, e.Pieces]) -> dict[str, e.Pieces]:
    """The count by series; all of the one series where there is no other. Raises Refused where it is not told."""
    known = (*state.chip_series.in_play, *state.chip_series.ended)
    if not said and not known:
        return {}
    if not said and len(known) == 1:
        return {known[0]: pieces} if pieces else {}
    told = {name: {value: count for value, count in of.items() if count} for name, of in said.items()}
    told = {name: of for name, of in told.items() if of}
    if not told and pieces:
        raise Refused(f"the float is counted by series: say how many chips are of {' and of '.join(known)}")
    check_by_series(pieces, told, known, "the count of the float")
    return told


def _sum(pieces: Mapping[int, int], more: Mapping[int, int]) -> e.Pieces:
    """Both together, the highest value first, without values of which there are none."""
    values = sorted({*pieces, *more}, reverse=True)
    together = {value: pieces.get(value, 0) + more.get(value, 0) for value in values}
    return {value: count for value, count in together.items() if count}
