"""What nobody had claimed by the end of a gaming day."""

from collections.abc import Iterator

from casino.kit.clauses import cited
from casino.kit.safekeeping import described
from casino.reports.columns import CURRENCY, DAY, TABLE, Column, Report, Row
from settlement.day_ledger import held_at
from tables.roulette.loader import get_rulebook

COLUMNS = (
    DAY,
    TABLE,
    Column(key="ref", heading="Reference", share=0),
    Column(key="receipt", heading="Receipt", share=3),
    Column(key="what", heading="What", share=5),
    Column(key="waits", heading="Waits", kind="flag", share=1),
    CURRENCY,
    Column(key="amount", heading="Worth", kind="money"),
    Column(key="since", heading="Since (UTC)", kind="time", share=3),
    Column(key="clause", heading="Clause", share=0),
    Column(key="clause_as_printed", heading="Clause as printed", share=3),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    """By table, the oldest first."""
    found = held_at(casino_id, day, None if table is None else (table,))
    for each in sorted(found, key=lambda each: (each.table, each.held.since, each.held.ref)):
        held = each.held
        yield (
            day,
            each.table,
            held.ref,
            held.receipt,
            described(held),
            held.until_coup is not None,
            each.currency,
            held.amount,
            held.since,
            held.clause,
            cited(get_rulebook(held.clause.partition("/")[0]), held.clause),
        )


HELD = Report(
    name="held",
    title="Held",
    tells="What nobody had claimed at the end of the day, or by now: what it is and is worth, since when, by which "
    "clause. `waits`: it lies beside the cloth and is not set aside yet.",
    columns=COLUMNS,
    rows_of=rows_of,
)
