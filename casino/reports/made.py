"""Reports made now, of one gaming day or of several, in a form."""

from collections.abc import Iterator
from datetime import date, timedelta

from casino.reports.columns import MadeReport, Report, Row


def made_of_day(casino_id: int, report: Report, day: str, table: str | None) -> MadeReport:
    """The report of one gaming day, of a table or, with None, of the house."""
    rows: Iterator[Row] = iter(report.rows_of(casino_id, day, table))
    return MadeReport(report=report, since=day, until=day, table=table, rows=rows)


def days_between(since: str, until: str) -> int:
    """How many gaming days from the first to the last, both among them."""
    return (date.fromisoformat(until) - date.fromisoformat(since)).days + 1


def day_at(since: str, place: int) -> str:
    """The gaming day that comes so many after the first."""
    return (date.fromisoformat(since) + timedelta(days=place)).isoformat()
