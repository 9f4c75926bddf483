"""The float is counted by one person and verified by another; a difference from the handed-on float is explained.

All of it is the casino's own and cites no clause, except the boxes of colours (pt-americana/9-11). The first signatory
has counted, and the second has verified the count. The opening count is compared with the last day's closing count,
chip by chip.
"""

from collections.abc import Mapping
from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.boxes import check_boxes, chips_in_boxes
from tables.play.coup.questions import BALL_RUNS
from tables.play.float.questions import (
    Float,
    expected_at_opening,
    is_known,
    unexplained_variance,
    variance_of,
    was_counted_at_closing,
)
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.pieces import check_by_series, worth_of
from tables.play.prison.questions import check_chosen, ended, is_played_out
from tables.play.signatures import check_croupiers_seated, check_two_signed, two_people
from tables.play.state import RUNNING, State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def count_float(state: State, command: c.CountFloat, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a count of the float that two people have signed.

    The opening float may be counted again until bets first open or the closing count is made. The closing float may be
    counted again until the table is closed, but never while a ball runs. An opening count that is missing at the first
    launch can be made later.

    Before a closing count, imprisoned stakes end if the rulebook ends them with the last coup: their chips are counted.

    An opening count with other chips than expected adds a variance. A count at either moment does so for other chips in
    the boxes of colours than in the record (pt-americana/9-11). A new count that agrees ends the variance without an
    explanation. A new count with the same variance keeps its explanation.
    """
    if not command.pieces or any(value <= 0 or count < 0 for value, count in command.pieces.items()):
        raise Refused("float-not-counted-by-value")
    counted_by, verified_by = two_people(command, "float-count")
    check_croupiers_seated(state, command, "float-count")
    if command.moment == "opening" and state.coup and state.direction.float_at_opening is not None:
        raise Refused("opening-count-after-coup", coup=state.coup)
    if command.moment == "opening" and was_counted_at_closing(state):
        raise Refused("opening-count-after-closing-count")
    if command.moment == "closing" and (state.phase in BALL_RUNS or (state.phase in RUNNING and state.bets)):
        raise Refused("closing-count-while-coup-runs", coup=state.coup)
    if command.moment == "closing" and is_played_out(state, rulebook):
        check_chosen(state, rulebook)
        yield from ended(state, rulebook, at)
    pieces = {value: count for value, count in command.pieces.items() if count}
    check_boxes(state, command.colours, rulebook)
    expected = expected_at_opening(state) if command.moment == "opening" else Float()
    counted = e.FloatCounted(
        moment=command.moment,
        pieces=pieces,
        total=worth_of(pieces),
        expected=expected.total,
        by_series=_by_series(state, pieces, command.by_series),
        expected_pieces=expected.pieces,
        expected_by_series=expected.by_series,
        colours=command.colours,
        expected_colours=chips_in_boxes(state, rulebook),
        counted_by=counted_by,
        verified_by=verified_by,
    )
    yield PendingEvent(counted, at)
    found = variance_of(counted)
    if found is not None and not is_known(state, found):
        yield PendingEvent(found, at)


def explain_variance(state: State, command: c.ExplainVariance, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the reason for a variance of the float, in the words of the chief or the pit boss, with a second
    signature.
    """
    variance = unexplained_variance(state)
    if variance is None:
        raise Refused("no-float-difference-to-explain")
    if not command.reason.strip():
        raise Refused("float-difference-explained-without-words")
    check_two_signed(state, command, "float-difference-explained")
    yield PendingEvent(
        e.FloatVarianceExplained(
            moment=variance.moment, difference=variance.difference, reason=command.reason.strip()
        ),
        at,
    )


def _by_series(state: State, pieces: e.Pieces, entered: Mapping[str, e.Pieces]) -> dict[str, e.Pieces]:
    """Return the count by series; the whole count if there is only one series. Raises Refused for a missing count."""
    known = (*state.chip_series.in_play, *state.chip_series.ended)
    if not entered and not known:
        return {}
    if not entered and len(known) == 1:
        return {known[0]: pieces} if pieces else {}
    counted_series = {
        name: {value: count for value, count in of.items() if count} for name, of in entered.items()
    }
    counted_series = {name: of for name, of in counted_series.items() if of}
    if not counted_series and pieces:
        raise Refused("float-not-counted-by-series", series=known)
    check_by_series(pieces, counted_series, known, "float-count")
    return counted_series


DECIDERS: Deciders = {
    c.CountFloat: count_float,
    c.ExplainVariance: explain_variance,
}
