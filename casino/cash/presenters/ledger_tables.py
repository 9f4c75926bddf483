"""The tables of a ledger's page: every cell on one line, and under each table the legend of its marks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from casino.cash.presenters.ledger import LedgerRow
from casino.cash.presenters.marks import ABSENT, Cells, LegendEntry, Marks
from casino.cash.presenters.result_chart import ResultChart, ShownHour
from casino.kit.figures import FIGURE_NAMES

COUNTED = (
    "opening",
    "variance_at_opening",
    "fills",
    "credits",
    "drop",
    "closing",
    "closing_fills",
    "closing_credits",
    "float_by_record",
    "float_difference",
    "colours_out",
    "held",
)
"""Rows of a table's own day before its win. Later entries follow, if there are any."""


class TableRow(msgspec.Struct, frozen=True):
    """A row with its cells: the figures, and those of the second table."""

    row: LedgerRow
    figures: tuple[SafeString, ...]
    more: tuple[SafeString | str, ...]


class LedgerRows(msgspec.Struct, frozen=True):
    """The rows of tables, of pits and of all, with the legend of their marks."""

    rows: Sequence[TableRow]
    pits: Sequence[TableRow]
    totals: Sequence[TableRow]
    legend: Sequence[LegendEntry]

    @property
    def all(self) -> Sequence[TableRow]:
        return [*self.rows, *self.pits, *self.totals]


class FigureEntry(msgspec.Struct, frozen=True):
    """A figure of one table's day under its name."""

    label: str
    cell: SafeString | str
    look: str = ""


class FigureList(msgspec.Struct, frozen=True):
    entries: Sequence[FigureEntry]
    legend: Sequence[LegendEntry]


class HourRow(msgspec.Struct, frozen=True):
    label: str
    cells: tuple[SafeString, ...]


class HourTable(msgspec.Struct, frozen=True):
    """The drawing of the hours, and the hours in figures."""

    chart: ResultChart
    rows: Sequence[HourRow]
    legend: Sequence[LegendEntry]


def ledger_rows(
    marks: Marks,
    rows: Iterable[LedgerRow],
    pits: Iterable[LedgerRow],
    totals: Iterable[LedgerRow],
) -> LedgerRows:
    """Return the rows with the cells of the two tables that show them."""
    cells = Cells(marks)
    of_tables, of_pits, of_all = ([_row(each, cells) for each in part] for part in (rows, pits, totals))
    return LedgerRows(of_tables, of_pits, of_all, cells.legend)


def figure_list(marks: Marks, row: LedgerRow) -> FigureList:
    """Return all figures of one table's day, as the floor's count and the bets have them."""
    cells, f = Cells(marks), row.figures
    listed = [*COUNTED, *([] if f["after_closing"].is_zero else ["after_closing"])]
    entries = [FigureEntry(_(FIGURE_NAMES[name]), cells.figure(f[name])) for name in listed]
    entries += [
        FigureEntry(_("Win"), cells.figure(f["win"]), "win"),
        FigureEntry(_("Hold"), _hold(row, cells)),
        FigureEntry(_("Turnover"), cells.figure(f["turnover"])),
        FigureEntry(_("By the bets"), cells.figure(f["by_bets"])),
        FigureEntry(_("Result in theory"), _theory(row, cells), "theory"),
        FigureEntry(_("95 % interval"), _interval(row, cells)),
        FigureEntry(_("Result against the interval"), _verdict(row, cells), "verdict"),
        FigureEntry(_("Standard deviation"), _deviation(row, cells)),
        FigureEntry(_("Tips"), cells.figure(f["tips"])),
        FigureEntry(_("Tips to result"), _tips(row, cells)),
    ]
    return FigureList(entries, cells.legend)


def hour_table(marks: Marks, chart: ResultChart) -> HourTable:
    """Return the drawing with its hours in figures."""
    cells = Cells(marks)
    rows = [_hour(each, cells) for each in chart.hours]
    return HourTable(chart, rows, cells.legend)


def laid_out(page: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows, figures and hours of a ledger's page as tables, which share their marks."""
    marks, made = Marks(), dict[str, Any]()
    rows, pits, totals = (page.get(name) or () for name in ("rows", "pits", "totals"))
    if row := page.get("row"):
        made["figures"] = figure_list(marks, row)
    if rows:
        made["tables"] = ledger_rows(marks, rows, pits, totals)
    if days := page.get("days"):
        made["days"] = ledger_rows(marks, days, (), () if rows else totals)
    if shifts := page.get("shift_rows"):
        made["shifts"] = ledger_rows(marks, shifts, (), ())
    made["charts"] = [hour_table(marks, chart) for chart in page.get("charts") or ()]
    return made


def _hour(hour: ShownHour, cells: Cells) -> HourRow:
    return HourRow(hour.label, tuple(cells.figure(each) for each in (hour.win, hour.drop, hour.float)))


def _row(row: LedgerRow, cells: Cells) -> TableRow:
    f = row.figures
    before = tuple(
        cells.figure(f[name]) for name in ("opening", "fills", "credits", "drop", "closing", "win")
    )
    return TableRow(
        row,
        (
            *before,
            cells.plain(row.hold) if row.hold else _hold(row, cells),
            cells.figure(f["by_bets"]),
            _theory(row, cells),
            cells.figure(f["colours_out"]),
            cells.figure(f["held"]),
        ),
        (
            *(
                cells.figure(f.get(name))
                for name in (
                    "variance_at_opening",
                    "closing_fills",
                    "closing_credits",
                    "after_closing",
                    "tips",
                )
            ),
            cells.plain(row.tips) if row.tips else _tips(row, cells),
            cells.plain(row.judged.deviation) if row.judged else _deviation(row, cells),
            _interval(row, cells),
            _verdict(row, cells),
        ),
    )


def _hold(row: LedgerRow, cells: Cells) -> SafeString:
    if not row.hold:
        return cells.noted(ABSENT, _("no win or no drop"), look="is-absent")
    return cells.noted(row.hold, _("win over drop"))


def _tips(row: LedgerRow, cells: Cells) -> SafeString:
    if not row.tips:
        return cells.noted(ABSENT, _("no tips counted or no win"), look="is-absent")
    return cells.noted(row.tips, _("tips over win"))


def _theory(row: LedgerRow, cells: Cells) -> SafeString:
    return cells.judged(row.figures["theoretical"], outside=bool(row.judged and row.judged.outside))


def _deviation(row: LedgerRow, cells: Cells) -> SafeString:
    if row.judged is None:
        return cells.noted(ABSENT, _("no bets"), look="is-absent")
    return cells.noted(row.judged.deviation, _("the root of the variance of what was played"))


def _interval(row: LedgerRow, cells: Cells) -> SafeString:
    if row.judged is None:
        return cells.noted(ABSENT, _("no bets"), look="is-absent")
    return cells.plain(_("{lower} to {upper}").format(lower=row.judged.lower, upper=row.judged.upper))


def _verdict(row: LedgerRow, cells: Cells) -> SafeString:
    """Return the result that was compared with the interval, and whether it is within."""
    judged = row.judged
    if judged is None or judged.outside is None:
        return cells.noted(ABSENT, _("no bets or no result"), look="is-absent")
    if judged.outside:
        return cells.plain(_("{result}: outside").format(result=judged.of), look="tone-broken")
    return cells.plain(_("{result}: within").format(result=judged.of))
