"""The events of a table's gaming day in other streams than its own: violations, alerts, slips, drop boxes, inspection
sheets, the casino's close of the day, the draw of tables to inspect, the wheel and the balls, the screens of the seats,
and the wrong PINs and passwords of the day."""

from collections.abc import Iterator, Sequence

from casino.people.access_events import access_stream
from casino.seats.screen_events import screens_stream
from settlement.boxes.state import BoxName, box_stream
from settlement.slips.state import slip_stream
from tables.compliance.alerts.state import alerts_stream
from tables.compliance.draws.state import draw_stream
from tables.compliance.inspections.drawing import month_before
from tables.compliance.inspections.events import SHEET_EVENTS
from tables.compliance.inspections.figures import KINDS
from tables.compliance.inspections.state import SheetName, plan_stream, sheet_stream
from tables.compliance.review.state import review_stream
from tables.compliance.state import violation_stream
from tables.handling.streams import ball_stream, casino_day_stream, table_stream, wheel_stream
from tables.play.events import TableOpened
from tables.stream import RecordedEvent, read_stream, read_types
from tables.stream.reader import heads_of_streams

SHEETS_AT_A_TIME = 12
"""Sheets of each kind looked for together: a day seldom has more."""
ANYWHERE = ("wheel_registered", "ball_registered", "wheel_inspected", "ball_inspected")
"""Events of a wheel or a ball that can occur away from every table."""
OF_EQUIPMENT = ("table_opened", "ball_replaced")
"""The types of a table's events that name its wheel or balls."""


def beside(casino_id: int, records: Sequence[RecordedEvent], opened: TableOpened) -> Iterator[RecordedEvent]:
    """Yield the events beside the table's own.

    Of the day's violations, alerts, slips and boxes all events by now; of the casino its close of the day and the wrong
    PINs and passwords; of the wheel and the balls what happened at this table, as they were registered or at an
    inspection, from the end of the table's last day to the end of this one."""
    for record in records:
        if record.type == "violation_raised":
            stream = violation_stream(opened.table, opened.day, record.data["violation"])
            yield from read_stream(casino_id, stream)
        elif record.type in ("fill_requested", "credit_requested"):
            yield from read_stream(casino_id, slip_stream(record.data["slip"]))
        elif record.type == "box_removed":
            left = BoxName(opened.table, opened.day, record.data["serial"], record.data["use"])
            yield from read_stream(casino_id, box_stream(left))
    yield from read_stream(casino_id, casino_day_stream(opened.day))
    for record in (*read_stream(casino_id, review_stream(opened.day)), *_of_the_draw(casino_id, opened.day)):
        if record.data.get("table", "") in ("", opened.table):
            yield record
    yield from _inspections(casino_id, opened)
    yield from read_stream(casino_id, alerts_stream(opened.table, opened.day))
    yield from read_stream(casino_id, screens_stream(opened.table, opened.day))
    # A wrong PIN belongs to no table: each table's report has those of the whole casino.
    yield from read_stream(casino_id, access_stream(opened.day))
    day_before = table_stream(opened.table, opened.previous_day or "")
    before = read_types(casino_id, [day_before], OF_EQUIPMENT)
    head = heads_of_streams(casino_id, [day_before]).get(day_before)
    since, until = head.recorded_at if head else None, records[-1].recorded_at
    for stream in sorted({each for record in (*before, *records) for each in _of_equipment(record)}):
        for record in read_stream(casino_id, stream):
            here = opened.table in (record.data.get("table"), record.data.get("previous"))
            in_time = (since is None or since < record.recorded_at) and record.recorded_at <= until
            if in_time and (here or record.type in ANYWHERE):
                yield record


def _of_the_draw(casino_id: int, day: str) -> Iterator[RecordedEvent]:
    """Yield the record of the day's draw of tables. It is shown together with the drawn tables, and not before: the
    casino reads the report.
    """
    records = read_stream(casino_id, draw_stream(day))
    revealed = any(record.type == "draw_revealed" for record in records)
    return (record for record in records if revealed or record.type != "draw_committed")


def _inspections(casino_id: int, opened: TableOpened) -> Iterator[RecordedEvent]:
    """Yield the sheets of the table's day, and a draw of videos that was made on the day, whatever its month."""
    first = 1
    while True:
        numbers = range(first, first + SHEETS_AT_A_TIME)
        names = [SheetName(kind, opened.day, opened.table, number) for kind in KINDS for number in numbers]
        found = read_types(casino_id, map(sheet_stream, names), SHEET_EVENTS.types)
        yield from found
        if not any(record.data["number"] == numbers[-1] for record in found):
            break
        first += SHEETS_AT_A_TIME
    month = opened.day[:7]
    for stream in (plan_stream(month), plan_stream(month_before(month))):
        for record in read_stream(casino_id, stream):
            if record.data["day"] == opened.day:
                yield record


def _of_equipment(record: RecordedEvent) -> Iterator[str]:
    """Yield the streams of the wheels and balls that an event of a table names; none if the casino has no register."""
    if record.type == "table_opened":
        if record.data.get("wheel_serial"):
            yield wheel_stream(record.data["wheel_serial"])
        yield from (ball_stream(ball["serial"]) for ball in record.data["balls"] if ball.get("serial"))
    elif record.type == "ball_replaced":
        serials = (record.data.get("serial"), record.data.get("previous_serial"))
        yield from (ball_stream(serial) for serial in serials if serial)
