"""The series of chips evolve."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.equipment.state import ChipSeries
from tables.play.folding import Recorded, step
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@step(e.ChipSeriesAnnounced)
def _chip_series_announced(
    state: State, event: e.ChipSeriesAnnounced, recorded: Recorded, _: Rulebook
) -> State:
    return replace(state, chip_series=ChipSeries(in_play=event.in_play, ended=event.ended))
