"""Sources of a gaming day's report in the record: their hash is signed, and every file about the day has it in its
foot.
"""

from collections.abc import Iterator

from casino.compliance.models import Violation
from casino.compliance.period import Period
from casino.kit.documents.made_from import MadeFrom, made_from_days, made_from_streams
from casino.seats.screen_events import screens_stream
from settlement.boxes.state import BoxName, box_stream
from settlement.models import Box, Slip
from settlement.slips.state import slip_stream
from tables.compliance.alerts.state import alerts_stream
from tables.compliance.state import violation_stream
from tables.handling.models import GamingTable
from tables.handling.streams import casino_day_stream, table_stream


def made_from_day(casino_id: int, day: str) -> MadeFrom:
    """Return the sources of everything about a gaming day (ISO date): each table's day, its violations, slips, drop
    boxes, alerts and seat screens, and the casino's own day. Five queries.

    Findings about the report itself and wrong PINs are left out: a signature would end itself.
    """
    return made_from_streams(casino_id, streams_of_day(casino_id, day))


def made_from_period(casino_id: int, period: Period) -> MadeFrom:
    """Return the sources of all days of a period, whichever shift of them is meant."""
    return made_from_days({day: made_from_day(casino_id, day) for day in period.days})


def streams_of_day(casino_id: int, day: str) -> Iterator[str]:
    """Yield the names of a gaming day's streams, without the one about its report."""
    yield casino_day_stream(day)
    for code in GamingTable.ever.filter(casino_id=casino_id).values_list("code", flat=True):
        yield table_stream(code, day)
        yield screens_stream(code, day)
        yield alerts_stream(code, day)
    raised = Violation.objects.filter(casino_id=casino_id, day=day, raised_at__isnull=False)
    for table, name in raised.values_list("table", "name"):
        yield violation_stream(table, day, name)
    of_day = {"casino_id": casino_id, "day": day}
    for number in Slip.objects.filter(**of_day).values_list("number", flat=True):
        yield slip_stream(number)
    for table, serial, use in Box.objects.filter(**of_day).values_list("table", "serial", "use"):
        yield box_stream(BoxName(table, day, serial, use))
