"""Questions about equipment from other packages."""

from tables.play import events as e
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import ChipSeriesRule, Rulebook


def check_series_in_play(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Raise Refused for a bet with chips of a series that is not in play (it-campione/20)."""
    if laid.series is None:
        return
    rule, known = rule_on_series(rulebook), state.chip_series
    if laid.series in known.ended:
        raise Refused("series-ended", rule.clause, series=laid.series, in_play=known.in_play)
    if laid.series not in known.in_play:
        raise Refused("series-not-in-play", rule.clause, series=laid.series, in_play=known.in_play)


def rule_on_series(rulebook: Rulebook) -> ChipSeriesRule:
    if rulebook.chip_series is None:
        raise Refused("no-rule-on-series", rulebook=rulebook.title)
    return rulebook.chip_series
