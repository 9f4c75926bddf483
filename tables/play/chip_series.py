"""The house's series of chips at a table: an ended one is not played with, and when it is seen that is recorded.

Which series are in play is decided by the house (`tables.register.chip_series`), which tells its tables.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.state import State
from tables.play.state.chip_series import ChipSeries
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import ChipSeriesRule, Rulebook


def tell_chip_series(state: State, command: c.TellChipSeries, rulebook: Rulebook, at: datetime) -> Decision:
    """Records what the house told. A table whose rulebook has no rule on series, or that knows it, has nothing new."""
    told = ChipSeries(in_play=command.in_play, ended=command.ended)
    if rulebook.chip_series is not None and told != state.chip_series:
        yield Dated(e.ChipSeriesTold(in_play=command.in_play, ended=command.ended), at)


def see_old_series(state: State, command: c.SeeOldSeries, rulebook: Rulebook, at: datetime) -> Decision:
    """Records chips of an ended series, wherever they were seen."""
    rule = _rule(rulebook)
    if command.series not in state.chip_series.ended:
        ended = ", ".join(state.chip_series.ended) or "none"
        raise Refused(
            f"series {command.series or 'without a name'} has not ended; ended: {ended}", rule.clause
        )
    if command.amount <= 0:
        raise Refused("chips of an old series are worth something", rule.clause, value=command.amount)
    if not command.player.strip():
        raise Refused("chips of an old series come from somebody: a seat, a colour or an alias", rule.clause)
    check_name(command.player, rule.clause)
    yield Dated(
        e.OldSeriesSeen(
            series=command.series, player=command.player, amount=command.amount, where=command.where
        ),
        at,
    )


def check_series_in_play(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Raises Refused for a bet with chips of a series that is not in play (it-campione/20)."""
    if laid.series is None:
        return
    rule, known = _rule(rulebook), state.chip_series
    in_play = ", ".join(known.in_play) or "none"
    if laid.series in known.ended:
        raise Refused(
            f"chips of series {laid.series}: that series has ended, the cash desk alone exchanges it; "
            f"in play: {in_play}",
            rule.clause,
        )
    if laid.series not in known.in_play:
        raise Refused(f"chips of series {laid.series}: the house has none; in play: {in_play}", rule.clause)


def _rule(rulebook: Rulebook) -> ChipSeriesRule:
    if rulebook.chip_series is None:
        raise Refused(
            f"{rulebook.title} has no rule on series of chips: they are not told apart at this table"
        )
    return rulebook.chip_series
