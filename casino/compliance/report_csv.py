"""The compliance report as CSV."""

import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from casino.compliance.report import DayReport
from casino.kit.csv import Cell, no_formula, write_csv

HEAD = (
    "gaming_day",
    "table",
    "time_local",
    "time_utc",
    "recorded_utc",
    "kind",
    "clause",
    "clause_as_printed",
    "coup",
    "what",
    "who",
    "where",
    "signed_beside",
    "late_s",
    "not_met",
    "stream",
    "version",
)


def as_csv(reports: Iterable[DayReport], zone: ZoneInfo) -> str:
    """The lines of these reports under one head; local times are of `zone`, with their offset."""
    out = io.StringIO(newline="")
    write_csv(out, HEAD, (row for report in reports for row in _rows(report, zone)))
    return out.getvalue()


def _rows(report: DayReport, zone: ZoneInfo) -> Iterator[tuple[Cell | None, ...]]:
    for line in report.lines:
        yield (
            report.day,
            report.table,
            _iso(line.at.astimezone(zone)),
            _iso(line.at.astimezone(UTC)),
            _iso(line.recorded_at.astimezone(UTC)),
            line.kind,
            line.clause,
            line.reference,
            line.coup,
            no_formula(line.words),
            no_formula(line.by),
            no_formula(line.where),
            no_formula("; ".join(line.signed)),
            line.late_s,
            "yes" if line.not_met else "",
            line.stream,
            line.version,
        )


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds")
