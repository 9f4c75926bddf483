"""Empty sheets to print: a page for each table, with the cells that are written in by hand; one page for all tables
where a sheet has a line for each."""

from collections.abc import Iterator, Sequence

import msgspec
from django.utils.translation import gettext as _

from casino.compliance.inspections.aggregate import chip_values, currency_of
from casino.compliance.inspections.comparison import against_ledger
from casino.compliance.inspections.presenters import title_of, worked_out
from casino.compliance.inspections.record_of_day import RecordOfDay
from casino.kit.dates import long_day
from casino.kit.documents.document import Column, Document, DocumentTable
from casino.kit.documents.made_from import MadeFrom
from casino.kit.money import plain
from tables.compliance.inspections.figures import AuditFigures, Kind

TO_WRITE = ""
"""A cell that is written in by hand."""
REMARK_ROWS = 1
"""Below its head, which is empty too."""


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """Page: its title, its table (empty for all), its columns, and its rows. An empty cell is filled in by hand.

    `currency` is that of its amounts.
    """

    title: str
    table: str
    currency: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    signs: tuple[str, ...]


def papers(casino_id: int, kind: Kind, tables: Sequence[str], record: RecordOfDay) -> Iterator[Paper]:
    """Yield the empty sheets of this kind, for these tables."""
    signs = (_("Counted by, date and time"), _("Keyed in by, date and time"))
    if kind in ("minimums", "video") and tables:
        columns, width = _columns_of_all(kind)
        rows = tuple((table, *(TO_WRITE for _each in range(width))) for table in tables)
        currencies = {currency_of(casino_id, table) for table in tables}
        yield Paper(
            title=title_of(kind),
            table="",
            currency=", ".join(sorted(currencies)),
            columns=columns,
            rows=rows,
            signs=signs,
        )
        return
    for table in tables:
        audit, currency = kind == "audit", currency_of(casino_id, table)
        yield Paper(
            title=title_of(kind),
            table=table,
            currency=currency,
            columns=(
                (_("Figure"), _("By the record"), _("Known"), _("On the sheet"))
                if audit
                else (_("Value"), _("Pieces"), _("Worth"))
            ),
            rows=_of_audit(table, record, currency) if audit else _of_float(casino_id, table, currency),
            signs=signs,
        )


def _columns_of_all(kind: Kind) -> tuple[tuple[str, ...], int]:
    """Return the columns of a page for all tables, and the number of columns to fill in."""
    columns: tuple[str, ...] = (
        _("Table"),
        _("Recording"),
        _("Minutes seen"),
        _("Drop"),
        _("Remark"),
    )
    if kind == "minimums":
        columns = (
            _("Table"),
            _("Seats"),
            _("Open, closed or not explained"),
            _("Minimum"),
            _("Highest maximum"),
            _("Proposed for"),
            _("Done"),
        )
    return columns, len(columns) - 1


def _of_float(casino_id: int, table: str, currency: str) -> tuple[tuple[str, ...], ...]:
    values = sorted(chip_values(casino_id, table), reverse=True)
    return (
        *((f"× {plain(value, currency)}", TO_WRITE, TO_WRITE) for value in values),
        (_("Total"), "–", TO_WRITE),
    )


def _of_audit(table: str, record: RecordOfDay, currency: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of an audit: computed figures of the ledger, and empty fields for counted and decided figures."""
    comparison = against_ledger(AuditFigures(balance=0), record.ledger(table))
    known = ((line.label, line.by_record, line.note or "–", "–") for line in worked_out(comparison, currency))
    to_write = (_("Card drop"), _("Counted balance"), _("Adjustment"), _("Reason of the adjustment"))
    return (*known, *((label, "–", "–", TO_WRITE) for label in to_write))


def paper_document(paper: Paper, *, day: str, house: str, record: MadeFrom) -> Document:
    """Return an empty sheet as a document, made from this part of the record."""
    title = f"{paper.title}, {paper.table}" if paper.table else paper.title
    made_at = record.dated(day)
    width = len(paper.columns)
    return Document(
        title=title,
        subtitle=_("Gaming day %(day)s; amounts in %(currency)s")
        % {"day": long_day(day), "currency": paper.currency},
        made_at=made_at,
        house=house,
        foot=_("{title}, empty sheet, {day}").format(title=paper.title, day=long_day(day)),
        hashes=(record.in_words,),
        tables=(
            DocumentTable(
                caption=_("Figures"),
                columns=tuple(Column(heading) for heading in paper.columns),
                rows=tuple(row + (TO_WRITE,) * (width - len(row)) for row in paper.rows),
                to_write=True,
            ),
            DocumentTable(
                caption=_("Remark"),
                columns=(Column(""),),
                rows=((TO_WRITE,),) * REMARK_ROWS,
                to_write=True,
            ),
        ),
        sign_here=paper.signs,
    )
