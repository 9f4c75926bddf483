"""The compliance report of a table's gaming day, line by line as inspectors read it."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

from casino.compliance.choosing import REPORTED, LineChoice, group_words
from casino.compliance.declared.type_names import type_name
from casino.compliance.period import Period
from casino.compliance.report import DayReport, ReportLine, day_report
from casino.compliance.rule_labels import rule_label
from casino.compliance.terminals import terminal_words
from casino.kit.columns import Column, Value
from casino.kit.csv_form import written_second
from casino.kit.sentences.marks import gettext_noop as _
from casino.people.casino_clock import zone_of_casino
from casino.reports.columns import DAY, TABLE, Report, Row
from settlement.blind_count import Sight, blind_days
from tables.handling.models import GamingTable


def _local_words(written: str) -> str:
    """Return a local time with its offset (RFC 3339) as the reader's language writes it; any other text unchanged."""
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return written
    return f"{written_second(at)} {at:%z}"


LineValue = Callable[[DayReport, ReportLine, ZoneInfo], Value]
LINE: tuple[tuple[Column, LineValue], ...] = (
    (DAY, lambda report, line, zone: report.day),
    (TABLE, lambda report, line, zone: report.table),
    (
        Column(key="at_local", heading=_("When"), share=0, words=_local_words),
        lambda report, line, zone: line.at.astimezone(zone).isoformat(timespec="milliseconds"),
    ),
    (
        Column(key="at", heading=_("When (UTC)"), kind="time", share=3),
        lambda report, line, zone: line.at,
    ),
    (
        Column(key="until", heading=_("Until (UTC)"), kind="time", share=0),
        lambda report, line, zone: line.until,
    ),
    (
        Column(key="recorded_at", heading=_("Recorded (UTC)"), kind="time", share=0),
        lambda report, line, zone: line.recorded_at,
    ),
    (Column(key="kind", heading=_("Kind")), lambda report, line, zone: line.kind),
    (
        Column(key="group", heading=_("Group"), share=0, words=group_words),
        lambda report, line, zone: line.group,
    ),
    (Column(key="type", heading=_("Event"), share=0, words=type_name), lambda report, line, zone: line.type),
    (Column(key="rule", heading=_("Rule"), share=0, words=rule_label), lambda report, line, zone: line.rule),
    (Column(key="violation", heading=_("Violation"), share=0), lambda report, line, zone: line.violation),
    (Column(key="clause", heading=_("Clause"), share=0), lambda report, line, zone: line.clause),
    (
        Column(key="clause_as_printed", heading=_("Clause as printed"), share=3),
        lambda report, line, zone: line.reference,
    ),
    (Column(key="coup", heading=_("Coup"), kind="number", share=1), lambda report, line, zone: line.coup),
    (Column(key="what", heading=_("What"), share=6), lambda report, line, zone: line.words),
    (Column(key="who", heading=_("Who")), lambda report, line, zone: line.by),
    (
        Column(key="where", heading=_("Where"), share=2, words=terminal_words),
        lambda report, line, zone: line.where,
    ),
    (
        Column(key="signed_beside", heading=_("Countersigned"), share=3),
        lambda report, line, zone: "; ".join(line.signed),
    ),
    (
        Column(key="late_s", heading=_("Late (s)"), kind="number", share=1),
        lambda report, line, zone: line.late_s,
    ),
    (
        Column(key="not_met", heading=_("Not met"), kind="flag", share=1),
        lambda report, line, zone: line.not_met,
    ),
    (Column(key="stream", heading=_("Stream"), share=0), lambda report, line, zone: line.stream),
    (
        Column(key="version", heading=_("Version"), kind="number", share=0),
        lambda report, line, zone: line.version,
    ),
)
"""Each column of the report with its value in a line. CSV, XLSX, PDF, JSON and the API have these columns."""
COLUMNS = tuple(column for column, _value in LINE)


def rows_of(
    casino_id: int, day: str, table: str | None, chosen: Mapping[str, str], sight: Sight
) -> Iterator[Row]:
    """Yield the lines table by table, in the order in which they happened, as their reader may see them.

    `chosen` has fields of a LineChoice, and the shift; a shift that the casino does not have on that day has no lines.
    """
    withheld = blind_days(casino_id, sight, day, day)
    lines = {name: value for name, value in chosen.items() if name != "shift"}
    on = date.fromisoformat(day)
    windows = Period(since=on, until=on, shift=chosen.get("shift", "")).windows(casino_id)
    if day not in windows:
        return
    choice, window, zone = LineChoice(**lines), windows[day], zone_of_casino(casino_id)
    codes = GamingTable.ever.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True)
    for code in codes if table is None else (table,):
        report = day_report(
            casino_id, code, day, withheld=(code, day) in withheld, choice=choice, window=window
        )
        if report is not None:
            yield from rows_of_report(report, zone)


def rows_of_report(report: DayReport, zone: ZoneInfo) -> Iterator[Row]:
    """Yield a row for each line of a table's day; local times are of `zone`."""
    for line in report.lines:
        yield tuple(value(report, line, zone) for _column, value in LINE)


COMPLIANCE = Report(
    name="compliance",
    title=_("Compliance report"),
    tells=_(
        "Everything of the day as inspectors read it, what a clause wants to be read and the usual course: with its "
        "clause, who did it and who signed, when, and how late."
    ),
    columns=COLUMNS,
    chosen_rows_of=rows_of,
    chosen_by=(*LineChoice.__struct_fields__, "shift"),
    on_paper={"group": REPORTED},
)
