"""Books of a simulated table's day: counts and double signatures at its opening and closing."""

from collections.abc import Mapping
from types import MappingProxyType

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.boxes import chips_in_boxes
from tables.play.float.questions import expected_at_opening
from tables.play.prison.questions import open_choices
from tables.simulation.chips import cash_out
from tables.simulation.day_under_way import DIRECTION, PIT_BOSS, DayUnderWay, Teller, signature
from tables.simulation.table_cash import remove_box_at_closing
from tables.simulation.table_float import FLOAT
from tables.simulation.tip_box import TipBox

SIGNED = (
    signature(PIT_BOSS, "pit_boss"),
    signature(Teller("cash-desk", "Cash desk (simulated)"), "cash_desk"),
)
NO_SERIES: Mapping[str, e.Pieces] = MappingProxyType({})


def explain_forced_close(day: DayUnderWay) -> None:
    """Explain the reconciliation of the last day's emergency close, if it left anything open."""
    if day.state.direction.forced_close is not None:
        day.must(c.ExplainForcedClose(reason="all of it was found", signatures=SIGNED), PIT_BOSS)


def count_at_the_opening(day: DayUnderWay) -> None:
    """Count the float that was handed on; after a day that handed on a sum alone, explain another sum."""
    if not day.state.direction.counts_float:
        return
    expected = expected_at_opening(day.state)
    day.must(_counted("opening", day, expected.pieces or FLOAT, expected.by_series), PIT_BOSS)
    if day.state.direction.variance is not None:
        day.must(c.ExplainVariance(reason="not counted in chips before", signatures=SIGNED), PIT_BOSS)


def _counted(
    moment: e.Moment, day: DayUnderWay, pieces: e.Pieces, by_series: Mapping[str, e.Pieces] = NO_SERIES
) -> c.CountFloat:
    """Return a count that two people have signed; if chips have series and none is named, all are of the newest."""
    in_play = day.state.chip_series.in_play
    series = by_series or ({in_play[-1]: pieces} if in_play else {})
    return c.CountFloat(
        moment=moment,
        pieces=pieces,
        by_series=dict(series),
        colours=chips_in_boxes(day.state, day.rulebook),
        signatures=SIGNED,
    )


def count_and_close(day: DayUnderWay, tips: TipBox) -> None:
    cash_out(day)
    if day.state.direction.announced_limits is not None:
        day.must(c.ConfirmSign(), PIT_BOSS)
    for pending in open_choices(day.state, day.rulebook):
        day.must(c.ChoosePrison(ref=pending.stake.ref, choice="stay"))
    if day.state.direction.counts_float:
        day.must(_counted("closing", day, day.purses.float.counted()), PIT_BOSS)
    tips.count(day)
    remove_box_at_closing(day)
    day.must(c.CloseTable(), DIRECTION)
