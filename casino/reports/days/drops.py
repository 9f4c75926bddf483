"""Drop boxes of a gaming day. The count is blind here too: the recorded cash appears after the count."""

from collections.abc import Iterator
from functools import partial

from casino.commands.slip_presenter import counted
from casino.kit.columns import Column
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from casino.reports.columns import CURRENCY, DAY, TABLE, Report, Row
from settlement.models import Box, GamingDay
from settlement.slip_rows import pieces_of

COUNTED = ("counted", "accepted")
COLUMNS = (
    DAY,
    TABLE,
    Column(key="serial", heading=_("Box")),
    Column(key="use", heading=_("Use"), kind="number", share=1),
    Column(key="status", heading=_("Stands"), words=partial(word, "box_stands")),
    CURRENCY,
    Column(key="recorded", heading=_("Recorded"), kind="money"),
    Column(key="total", heading=_("Counted"), kind="money"),
    Column(key="difference", heading=_("Difference"), kind="money"),
    Column(key="notes", heading=_("Notes"), share=4),
    Column(key="placed_at", heading=_("Placed (UTC)"), kind="time", share=3),
    Column(key="removed_at", heading=_("Removed (UTC)"), kind="time", share=3),
    Column(key="counted_at", heading=_("Counted (UTC)"), kind="time", share=3),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    found = Box.objects.filter(casino_id=casino_id, day=day)
    if table is not None:
        found = found.filter(table=table)
    days = GamingDay.objects.filter(casino_id=casino_id, day=day)
    currencies = dict(days.values_list("table", "currency"))
    for box in found.order_by("table", "placed_at", "serial", "use"):
        total = box.total if box.status in COUNTED else None
        known, currency = total is not None, currencies.get(box.table, "")
        yield (
            day,
            box.table,
            box.serial,
            box.use,
            box.status,
            currency,
            box.recorded if known else None,
            total,
            None if total is None else total - box.recorded,
            counted(pieces_of(box.pieces), currency) if known else "",
            box.placed_at,
            box.removed_at,
            box.counted_at if known else None,
        )


DROPS = Report(
    name="drops",
    title=_("Drop boxes"),
    tells=_(
        "Each drop box of the day: when it was placed and removed, what was counted in it, and the difference to "
        "what its table had recorded, told once it is counted."
    ),
    columns=COLUMNS,
    rows_of=rows_of,
)
