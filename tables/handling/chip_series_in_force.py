"""The house's series of chips as they stand, read from the house's own stream.

A house changes its series once in years and exchanges the old ones for some weeks, so the stream is folded when it is
asked for: by the screen of the series and by the opening of a table. A table in play knows its series itself.
"""

from tables.handling.models import Casino, GamingTable
from tables.handling.streams import HOUSE
from tables.registers.chip_series import SERIES_EVENTS, TYPES, HouseSeries, evolve
from tables.registers.chip_series_commands import SeriesRule
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream


def house_series(casino_id: int) -> HouseSeries:
    """All series of the casino, with their counts."""
    state, version = HouseSeries(), 0
    for record in read_stream(casino_id, HOUSE):
        version = record.version
        if record.type in TYPES:
            event = SERIES_EVENTS.read(record)
            state = evolve(state, event, record.version, record.occurred_at)
    return HouseSeries(version=version, series=state.series)


def hold_house(casino_id: int) -> None:
    """Waits for whoever changes the house's series, or opens a table with them, and keeps others waiting until this
    transaction ends: no table opens with the series of a moment ago."""
    Casino.objects.select_for_update(no_key=True).filter(pk=casino_id).first()


def series_rule(casino_id: int) -> SeriesRule | None:
    """The rule on series of the first rulebook, by the code of its table, that has one."""
    for name in GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True):
        rulebook = get_rulebook(name)
        if rulebook.chip_series is not None:
            return SeriesRule(rulebook.chip_series.clause, rulebook.currency)
    return None
