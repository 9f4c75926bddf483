"""The compliance report as CSV, for programs and for spreadsheet programs."""

from collections.abc import Callable, Iterable
from datetime import UTC
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from casino.compliance.declared.type_names import type_name
from casino.compliance.report import DayReport, ReportLine
from casino.compliance.rule_labels import rule_label
from casino.kit.csv_form import MACHINE, CsvForm, TableColumn, write_table
from casino.kit.sentences.marks import gettext_noop as _

Cell = Callable[[DayReport, ReportLine, ZoneInfo], Any]
LINES: tuple[tuple[TableColumn, Cell], ...] = (
    (
        TableColumn(key="gaming_day", heading=_("Gaming day"), kind="day"),
        lambda report, line, zone: report.day,
    ),
    (TableColumn(key="table", heading=_("Table")), lambda report, line, zone: report.table),
    (
        TableColumn(key="time_local", heading=_("Time"), kind="moment"),
        lambda report, line, zone: line.at.astimezone(zone),
    ),
    (
        TableColumn(key="time_utc", heading=_("Time (UTC)"), kind="moment"),
        lambda report, line, zone: line.at.astimezone(UTC),
    ),
    (
        TableColumn(key="until_utc", heading=_("Until (UTC)"), kind="moment"),
        lambda report, line, zone: line.until and line.until.astimezone(UTC),
    ),
    (
        TableColumn(key="recorded_utc", heading=_("Recorded (UTC)"), kind="moment"),
        lambda report, line, zone: line.recorded_at.astimezone(UTC),
    ),
    (TableColumn(key="kind", heading=_("Kind"), words=gettext), lambda report, line, zone: line.kind),
    (TableColumn(key="group", heading=_("Group")), lambda report, line, zone: line.group),
    (TableColumn(key="type", heading=_("Event"), words=type_name), lambda report, line, zone: line.type),
    (TableColumn(key="rule", heading=_("Rule"), words=rule_label), lambda report, line, zone: line.rule),
    (TableColumn(key="violation", heading=_("Violation")), lambda report, line, zone: line.violation),
    (TableColumn(key="clause", heading=_("Clause")), lambda report, line, zone: line.clause),
    (
        TableColumn(key="clause_as_printed", heading=_("Clause as printed")),
        lambda report, line, zone: line.reference,
    ),
    (TableColumn(key="coup", heading=_("Coup"), kind="number"), lambda report, line, zone: line.coup),
    (TableColumn(key="what", heading=_("What")), lambda report, line, zone: line.words),
    (TableColumn(key="who", heading=_("By")), lambda report, line, zone: line.by),
    (TableColumn(key="where", heading=_("Where")), lambda report, line, zone: line.where),
    (
        TableColumn(key="signed_beside", heading=_("Signed by")),
        lambda report, line, zone: "; ".join(line.signed),
    ),
    (TableColumn(key="late_s", heading=_("Late (s)"), kind="number"), lambda report, line, zone: line.late_s),
    (TableColumn(key="not_met", heading=_("Not met"), kind="flag"), lambda report, line, zone: line.not_met),
    (TableColumn(key="stream", heading=_("Stream")), lambda report, line, zone: line.stream),
    (
        TableColumn(key="version", heading=_("Version"), kind="number"),
        lambda report, line, zone: line.version,
    ),
)
"""Each column, and its value in a line."""
COLUMNS = tuple(column for column, _value in LINES)
HEAD = tuple(column.key for column in COLUMNS)


def as_csv(reports: Iterable[DayReport], zone: ZoneInfo, form: CsvForm = MACHINE) -> str:
    """The lines of these reports under one head; local times are of `zone`, with their offset."""
    out = BytesIO()
    lines = ((report, line) for report in reports for line in report.lines)
    write_table(out, COLUMNS, ([value(*of, zone) for _column, value in LINES] for of in lines), form)
    return out.getvalue().decode()
