"""Fills and credits of a gaming day, each in the present state of its slip."""

from collections.abc import Iterator
from functools import partial

from casino.commands.slip_presenter import counted
from casino.kit.columns import Column
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from casino.reports.columns import CURRENCY, DAY, TABLE, Report, Row
from settlement.models import Slip
from settlement.slip_rows import pieces_of

COLUMNS = (
    DAY,
    TABLE,
    Column(key="number", heading=_("Slip")),
    Column(key="kind", heading=_("Kind"), share=1, words=partial(word, "slip")),
    Column(key="closing", heading=_("Closing"), kind="flag", share=1),
    Column(key="status", heading=_("Stands"), share=2, words=partial(word, "slip_status")),
    CURRENCY,
    Column(key="total", heading=_("Worth"), kind="money"),
    Column(key="pieces", heading=_("Pieces"), share=4),
    Column(key="requested", heading=_("Requested"), share=0),
    Column(key="carrier", heading=_("Carrier"), share=2),
    Column(key="requested_at", heading=_("Requested (UTC)"), kind="time", share=3),
    Column(key="moved_at", heading=_("In this state since (UTC)"), kind="time", share=3),
    Column(key="reprints", heading=_("Reprints"), kind="number", share=0),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    """Yield the rows by table, in the order of the requests."""
    found = Slip.objects.filter(casino_id=casino_id, day=day)
    if table is not None:
        found = found.filter(table=table)
    for slip in found.order_by("table", "requested_at", "number"):
        yield (
            day,
            slip.table,
            slip.number,
            slip.kind,
            slip.closing,
            slip.status,
            slip.currency,
            slip.total,
            counted(pieces_of(slip.pieces), slip.currency),
            counted(pieces_of(slip.requested), slip.currency),
            slip.carrier,
            slip.requested_at,
            slip.moved_at,
            slip.reprints,
        )


FILLS = Report(
    name="fills",
    title=_("Fills and credits"),
    tells=_("Each slip of the day: what was asked for, what was issued, how it stands and since when."),
    columns=COLUMNS,
    rows_of=rows_of,
)
