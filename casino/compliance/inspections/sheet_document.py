"""An inspection sheet that was keyed in, on paper: its figures beside the record's, and its corrections."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from casino.compliance.inspections.comparison import Comparison
from casino.compliance.inspections.presenters import (
    Correction,
    Line,
    against_what,
    lines_of,
    result_of,
    status_of,
    title_of,
)
from casino.compliance.made_from import streams_of_day
from casino.compliance.models import InspectionSheet
from casino.kit.dates import long_day, long_day_and_clock, moment
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom, made_from_streams
from settlement.models import GamingDay
from tables.compliance.inspections.state import sheet_stream
from tables.handling.streams import table_stream


def sheet_made_from(row: InspectionSheet) -> MadeFrom:
    """Return the sources of a sheet's paper: the sheet, its gaming day, and the table's day before it."""
    before = GamingDay.objects.filter(casino_id=row.casino_id, table=row.table, day__lt=row.day)
    days = before.order_by("-day").values_list("day", flat=True)[:1]
    streams = {sheet_stream(row.name), *streams_of_day(row.casino_id, row.day)}
    return made_from_streams(row.casino_id, streams | {table_stream(row.table, day) for day in days})


def sheet_document(
    row: InspectionSheet,
    comparison: Comparison,
    corrections: Iterable[Correction],
    *,
    currency: str,
    record: MadeFrom,
) -> Document:
    """Return the paper of a sheet, made from this part of the record."""
    content, title = row.read(), title_of(row.kind)
    number = _("Sheet %(number)s") % {"number": row.number}
    made_at = record.dated(row.day)
    return Document(
        title=f"{title}, {row.table}",
        subtitle="; ".join(
            (
                number,
                _("Gaming day %(day)s; amounts in %(currency)s; %(status)s")
                % {"day": long_day(row.day), "currency": currency, "status": status_of(row)},
            )
        ),
        made_at=made_at,
        house=casino_name(row.casino_id),
        foot=f"{title}, {row.table}, {long_day(row.day)}, {number}",
        hashes=(record.in_words,),
        lines=tuple(
            f"{what}: {words}"
            for what, words in (
                (_("Counted by"), f"{content.counted_by.name}, {long_day_and_clock(content.done_at)}"),
                (_("Keyed in by"), f"{row.keyed_by}, {moment(row.keyed_at)}"),
                (
                    _("Against the record"),
                    _with(
                        result_of(row.kind, comparison, currency).words,
                        against_what(row.kind, comparison, currency),
                    ),
                ),
                (_("Remark"), content.remark),
            )
            if words
        ),
        tables=tuple(_tables(lines_of(content, comparison, currency), corrections)),
    )


def _with(words: str, more: str) -> str:
    return f"{words}. {more}" if more else words


def _tables(lines: Iterable[Line], corrections: Iterable[Correction]) -> Iterator[DocumentTable]:
    yield DocumentTable(
        caption=_("Figures"),
        columns=(
            Column(_("Figure"), share=3),
            Column(_("On the sheet"), "right", 2),
            Column(_("By the record"), "right", 2),
            Column(_("Difference"), "right", 2),
            Column(_("Note"), share=3),
        ),
        rows=tuple(
            (
                line.label,
                line.on_sheet,
                line.by_record,
                _("differs") if line.differs and not line.difference else line.difference,
                line.note,
            )
            for line in lines
        ),
    )
    changed = _("%(label)s: %(before)s before, %(after)s after")
    rows = tuple(
        (
            moment(each.at),
            each.by,
            each.reason,
            "; ".join(
                changed % {"label": label, "before": before, "after": after}
                for label, before, after in each.changed
            ),
        )
        for each in corrections
    )
    if rows:
        yield DocumentTable(
            caption=_("Corrections"),
            columns=(
                Column(_("When"), share=2),
                Column(_("By"), share=3),
                Column(_("Reason"), share=3),
                Column(_("What"), share=4),
            ),
            rows=rows,
        )
