"""The compliance report as CSV."""

import io
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from casino.compliance.report import DayReport, ReportLine
from casino.kit.csv import Cell, write_csv


def _iso(time: datetime, zone: tzinfo) -> str:
    return time.astimezone(zone).isoformat(timespec="milliseconds")


COLUMNS: Mapping[str, Callable[[DayReport, ReportLine, ZoneInfo], Cell | None]] = {
    "gaming_day": lambda report, line, zone: report.day,
    "table": lambda report, line, zone: report.table,
    "time_local": lambda report, line, zone: _iso(line.at, zone),
    "time_utc": lambda report, line, zone: _iso(line.at, UTC),
    "until_utc": lambda report, line, zone: _iso(line.until, UTC) if line.until else "",
    "recorded_utc": lambda report, line, zone: _iso(line.recorded_at, UTC),
    "kind": lambda report, line, zone: line.kind,
    "group": lambda report, line, zone: line.group,
    "type": lambda report, line, zone: line.type,
    "rule": lambda report, line, zone: line.rule,
    "violation": lambda report, line, zone: line.violation,
    "clause": lambda report, line, zone: line.clause,
    "clause_as_printed": lambda report, line, zone: line.reference,
    "coup": lambda report, line, zone: line.coup,
    "what": lambda report, line, zone: line.words,
    "who": lambda report, line, zone: line.by,
    "where": lambda report, line, zone: line.where,
    "signed_beside": lambda report, line, zone: "; ".join(line.signed),
    "late_s": lambda report, line, zone: line.late_s,
    "not_met": lambda report, line, zone: "yes" if line.not_met else "",
    "stream": lambda report, line, zone: line.stream,
    "version": lambda report, line, zone: line.version,
}
HEAD = tuple(COLUMNS)


def as_csv(reports: Iterable[DayReport], zone: ZoneInfo) -> str:
    """The lines of these reports under one head; local times are of `zone`, with their offset."""
    out = io.StringIO(newline="")
    lines = ((report, line) for report in reports for line in report.lines)
    write_csv(out, HEAD, ([value(*of, zone) for value in COLUMNS.values()] for of in lines))
    return out.getvalue()
