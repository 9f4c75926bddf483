"""Violations of a gaming day, with their answers."""

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext

from casino.compliance.models import Violation
from casino.compliance.presenters import STEPS, clauses_as_printed
from casino.compliance.rule_labels import rule_label
from casino.kit.columns import Column
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.violations import violation_sentence
from casino.kit.sentences.words import word
from casino.reports.columns import DAY, TABLE, Report, Row

COLUMNS = (
    DAY,
    TABLE,
    Column(key="name", heading=_("Name"), share=0),
    Column(key="raised_at", heading=_("Raised (UTC)"), kind="time", share=3),
    Column(key="rule", heading=_("Rule"), share=0),
    Column(key="rule_in_words", heading=_("What"), share=3),
    Column(key="clause", heading=_("Clause"), share=0),
    Column(key="clause_as_printed", heading=_("Clause as printed"), share=3),
    Column(key="coup", heading=_("Coup"), kind="number", share=1),
    Column(key="detail", heading=_("Detail"), share=5),
    Column(key="by", heading=_("By")),
    Column(key="due_at", heading=_("Due (UTC)"), kind="time", share=0),
    Column(key="met_at", heading=_("Met (UTC)"), kind="time", share=3),
    Column(key="late_s", heading=_("Late (s)"), kind="number", share=1),
    Column(key="not_met", heading=_("Not met"), kind="flag", share=1),
    Column(key="repeat_of", heading=_("Repeat of"), share=0),
    Column(key="status", heading=_("Status"), words=partial(word, "violation_status")),
    Column(key="said", heading=_("Response"), share=5),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    """Yield the rows by table, in the order in which the violations were raised."""
    found = Violation.objects.filter(casino_id=casino_id, day=day, raised_at__isnull=False)
    if table is not None:
        found = found.filter(table=table)
    printed = clauses_as_printed(casino_id)
    for row in found.order_by("table", "raised_at", "version", "name"):
        yield (
            day,
            row.table,
            row.name,
            row.raised_at,
            row.rule,
            rule_label(row.rule),
            row.clause,
            printed.get(row.clause, row.clause),
            row.coup,
            violation_sentence(row),
            row.by,
            row.due_at,
            row.met_at,
            row.late_s,
            row.due_at is not None and row.met_at is None,
            row.repeat_of,
            row.status,
            "; ".join(_answer(step) for step in row.life),
        )


def _answer(step: dict[str, str]) -> str:
    words = gettext("{step} by {name}").format(step=gettext(STEPS[step["type"]]), name=step["by"])
    return f"{words}: {step['words']}" if step["words"] else words


VIOLATIONS = Report(
    name="violations",
    title=_("Violations"),
    tells=_(
        "Each violation of the day: its rule and clause, what broke it, how late it was met, what was said to it."
    ),
    columns=COLUMNS,
    rows_of=rows_of,
)
