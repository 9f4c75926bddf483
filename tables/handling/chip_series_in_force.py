"""The casino's currencies and its present series of chips, read from its own stream.

A casino changes its series once in years and exchanges the old ones for some weeks, so the stream is evolved
whenever it is read: by the screen of the series and by the opening of a table. A table in play carries its series in
its own state.
"""

from django.db import connection

from tables.handling.models import Casino, GamingTable
from tables.handling.streams import HOUSE
from tables.registers.chip_series import SERIES_EVENTS, TYPES, CasinoSeries, evolve
from tables.registers.chip_series_commands import SeriesRule
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream
from tables.stream.database import CASINO


def casino_series(casino_id: int) -> CasinoSeries:
    state, version = CasinoSeries(), 0
    for record in read_stream(casino_id, HOUSE):
        version = record.version
        if record.type in TYPES:
            event = SERIES_EVENTS.read(record)
            state = evolve(state, event, record.version, record.occurred_at)
    return CasinoSeries(version=version, series=state.series)


def hold_casino(casino_id: int) -> None:
    """Lock the casino's series until this transaction ends, against changes of the series and openings of tables: no
    table opens with an outdated series.

    The lock is not on the casino's row: that would need the right to change the row, which some services lack.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [CASINO, casino_id])


def series_rule(casino_id: int) -> SeriesRule | None:
    """Return the rule on series of the first rulebook, by the code of its table, that has one."""
    for name in GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True):
        rulebook = get_rulebook(name)
        if rulebook.chip_series is not None:
            rule = rulebook.chip_series
            return SeriesRule(rule.clause, rulebook.currency, rule.decided_by)
    return None


def casino_currencies(casino_id: int) -> tuple[str, ...]:
    """Return the currencies of the casino and its tables (ISO codes), by name; most casinos have one."""
    rulebooks = GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True).distinct()
    own = Casino.objects.filter(pk=casino_id).exclude(currency="").values_list("currency", flat=True)
    return tuple(sorted({*own, *(get_rulebook(name).currency for name in rulebooks)}))
