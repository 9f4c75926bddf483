"""The compliance report of a table's gaming day, line by line as inspectors read it."""

from collections.abc import Iterator, Mapping
from datetime import date

from casino.compliance.choosing import REPORTED, LineChoice, group_words
from casino.compliance.declared.type_names import type_name
from casino.compliance.period import Period
from casino.compliance.report import day_report
from casino.compliance.rule_labels import rule_label
from casino.compliance.terminals import terminal_words
from casino.kit.sentences.marks import gettext_noop as _
from casino.reports.columns import DAY, TABLE, Column, Report, Row
from settlement.blind_count import Sight, blind_days
from tables.handling.models import GamingTable

COLUMNS = (
    DAY,
    TABLE,
    Column(key="at", heading=_("When (UTC)"), kind="time", share=3),
    Column(key="until", heading=_("Until (UTC)"), kind="time", share=0),
    Column(key="recorded_at", heading=_("Recorded (UTC)"), kind="time", share=0),
    Column(key="kind", heading=_("Kind")),
    Column(key="group", heading=_("Group"), share=0, words=group_words),
    Column(key="type", heading=_("Event"), share=0, words=type_name),
    Column(key="rule", heading=_("Rule"), share=0, words=rule_label),
    Column(key="violation", heading=_("Violation"), share=0),
    Column(key="clause", heading=_("Clause"), share=0),
    Column(key="clause_as_printed", heading=_("Clause as printed"), share=3),
    Column(key="coup", heading=_("Coup"), kind="number", share=1),
    Column(key="what", heading=_("What"), share=6),
    Column(key="who", heading=_("Who")),
    Column(key="where", heading=_("Where"), share=2, words=terminal_words),
    Column(key="signed_beside", heading=_("Countersigned"), share=3),
    Column(key="late_s", heading=_("Late (s)"), kind="number", share=1),
    Column(key="not_met", heading=_("Not met"), kind="flag", share=1),
    Column(key="stream", heading=_("Stream"), share=0),
    Column(key="version", heading=_("Version"), kind="number", share=0),
)


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
    choice, window = LineChoice(**lines), windows[day]
    codes = GamingTable.ever.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True)
    for code in codes if table is None else (table,):
        report = day_report(
            casino_id, code, day, withheld=(code, day) in withheld, choice=choice, window=window
        )
        for line in report.lines if report else ():
            yield (
                day,
                code,
                line.at,
                line.until,
                line.recorded_at,
                line.kind,
                line.group,
                line.type,
                line.rule,
                line.violation,
                line.clause,
                line.reference,
                line.coup,
                line.words,
                line.by,
                line.where,
                "; ".join(line.signed),
                line.late_s,
                line.not_met,
                line.stream,
                line.version,
            )


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
