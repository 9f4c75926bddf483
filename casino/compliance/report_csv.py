"""The compliance report as CSV by RFC 4180: UTF-8, a head, lines that end in CR LF, quotes where they are needed."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from casino.compliance.report import DayReport

FORMULA = frozenset("=+-@\t\r")
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
    write = csv.writer(out).writerow
    write(HEAD)
    for report in reports:
        for line in report.lines:
            write(
                (
                    report.day,
                    report.table,
                    _iso(line.at.astimezone(zone)),
                    _iso(line.at.astimezone(UTC)),
                    _iso(line.recorded_at.astimezone(UTC)),
                    line.kind,
                    line.clause,
                    line.reference,
                    "" if line.coup is None else line.coup,
                    no_formula(line.words),
                    no_formula(line.by),
                    no_formula(line.where),
                    no_formula("; ".join(line.signed)),
                    "" if line.late_s is None else line.late_s,
                    "yes" if line.not_met else "",
                    line.stream,
                    line.version,
                )
            )
    return out.getvalue()


def no_formula(words: str) -> str:
    """What people wrote, never a formula: a spreadsheet would work one out that begins so."""
    return f"'{words}" if words[:1] in FORMULA else words


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds")
