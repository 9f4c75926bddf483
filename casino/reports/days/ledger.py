"""The ledger of a gaming day, a row for each table: every figure with how well it is known."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from casino.kit.columns import Column, Value
from casino.kit.figures import FIGURE_NAMES, shown_figure
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from casino.reports.columns import CURRENCY, DAY, TABLE, Report, Row
from settlement.blind_count import Sight
from settlement.day_ledger import day_ledger, ledgers_of
from settlement.table_ledger import FIGURES, TableLedger
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.return_to_player import percent


def _title(rulebook: str) -> str:
    return get_rulebook(rulebook).title


def _of_figure(name: str) -> tuple[Column, ...]:
    return (
        Column(key=name, heading=FIGURE_NAMES[name], kind="money"),
        Column(
            key=f"{name}_known",
            heading=_("{figure}: how known"),
            figure=FIGURE_NAMES[name],
            of=name,
            words=partial(word, "figure_label"),
        ),
        Column(
            key=f"{name}_says",
            heading=_("{figure}: what it rests on or lacks"),
            figure=FIGURE_NAMES[name],
            of=name,
        ),
    )


COLUMNS = (
    DAY,
    TABLE,
    Column(key="name", heading=_("Name")),
    Column(key="rulebook", heading=_("Rulebook"), words=_title),
    Column(key="pit", heading=_("Pit")),
    CURRENCY,
    Column(key="opened_at", heading=_("Opened (UTC)"), kind="time"),
    Column(key="closed_at", heading=_("Closed (UTC)"), kind="time"),
    Column(key="coups", heading=_("Coups"), kind="number"),
    *(column for name in FIGURES for column in _of_figure(name)),
    Column(key="hold", heading=_("Hold (%)"), kind="percent"),
    Column(key="tips_to_result", heading=_("Tips of the win (%)"), kind="percent"),
    Column(key="outside", heading=_("Outside of its interval"), kind="flag"),
    Column(key="forced", heading=_("Reason for the emergency close")),
    Column(key="reconciled", heading=_("Reconciled")),
)


def rows_of(
    casino_id: int, day: str, table: str | None, _chosen: Mapping[str, str], sight: Sight
) -> Iterator[Row]:
    """Yield the tables that were opened for the day, in their order, as their reader may see them."""
    if table is None:
        yield from map(_row, day_ledger(casino_id, day, sight).tables)
    else:
        yield from map(_row, ledgers_of(casino_id, day, (table,), sight))


def _row(of: TableLedger) -> Row:
    return (
        of.day,
        of.table,
        of.name,
        of.rulebook,
        of.pit,
        of.currency,
        of.opened_at,
        of.closed_at,
        of.coups,
        *(value for name in FIGURES for value in _figure(of, name)),
        None if of.hold is None else _percent(of.hold),
        None if of.tips_to_result is None else _percent(of.tips_to_result),
        of.outside,
        of.forced.reason if of.forced else "",
        of.reconciled,
    )


def _figure(of: TableLedger, name: str) -> tuple[Value, ...]:
    figure = getattr(of, name)
    says = "" if figure.label == "counted" else shown_figure(figure, of.currency).words
    return figure.amount, figure.label, says


def _percent(share: Fraction) -> str:
    return f"{'-' if share < 0 else ''}{percent(abs(share))}"


LEDGER = Report(
    name="ledger",
    title=_("Ledger"),
    tells=_(
        "A row for each table of the day: opening, fills, credits, drop, closing, win and the rest, each figure "
        "with its label: counted, estimated or absent."
    ),
    columns=COLUMNS,
    chosen_rows_of=rows_of,
    sheets=True,
)
