"""Unclaimed amounts in safekeeping at the end of a gaming day."""

from collections.abc import Iterator

from casino.kit.clauses import cited
from casino.kit.columns import Column
from casino.kit.safekeeping import described
from casino.kit.sentences.marks import gettext_noop as _
from casino.reports.columns import CURRENCY, DAY, TABLE, Report, Row
from settlement.day_ledger import held_at
from tables.roulette.loader import get_rulebook

COLUMNS = (
    DAY,
    TABLE,
    Column(key="ref", heading=_("Reference"), share=0),
    Column(key="receipt", heading=_("Receipt"), share=3),
    Column(key="what", heading=_("What"), share=5),
    Column(key="waits", heading=_("Waits"), kind="flag", share=1),
    CURRENCY,
    Column(key="amount", heading=_("Worth"), kind="money"),
    Column(key="since", heading=_("Since (UTC)"), kind="time", share=3),
    Column(key="clause", heading=_("Clause"), share=0),
    Column(key="clause_as_printed", heading=_("Clause as printed"), share=3),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    """Yield the rows by table, the oldest first."""
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
    title=_("Held"),
    tells=_(
        "What nobody had claimed at the end of the day, or by now: what it is and is worth, since when, by which "
        "clause. `waits`: it lies beside the cloth and is not set aside yet."
    ),
    columns=COLUMNS,
    rows_of=rows_of,
)
