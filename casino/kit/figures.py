"""Figure of the ledger for screens and documents: its amount, its label, and its basis or missing parts."""

import re
from collections.abc import Sequence
from fractions import Fraction

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.kit.dates import short_day
from casino.kit.money import money, reader_figures
from settlement.figures.figures import Basis, Figure, Label

FIGURE_NAMES: dict[str, str] = {
    "opening": gettext_noop("Opening"),
    "variance_at_opening": gettext_noop("Difference at the opening"),
    "fills": gettext_noop("Fills"),
    "credits": gettext_noop("Credits"),
    "drop": gettext_noop("Drop"),
    "closing": gettext_noop("Closing"),
    "closing_fills": gettext_noop("Closing fill"),
    "closing_credits": gettext_noop("Closing credit"),
    "colours_out": gettext_noop("Colours out"),
    "held": gettext_noop("Held"),
    "float_by_record": gettext_noop("Float by the record"),
    "float_difference": gettext_noop("Count variance"),
    "after_closing": gettext_noop("After the closing"),
    "win": gettext_noop("Win"),
    "by_bets": gettext_noop("By the bets"),
    "turnover": gettext_noop("Turnover"),
    "theoretical": gettext_noop("Theoretical result"),
    "tips": gettext_noop("Tips"),
}
"""Name of each figure of a table's day on screens, papers and reports."""

RESTS_ON: dict[Basis, str] = {
    "opening count": gettext_noop("by the opening count"),
    "last closing": gettext_noop("by the last closing"),
    "par": gettext_noop("by the par"),
    "last count": gettext_noop("by the last count"),
    "cash taken": gettext_noop("by the cash taken"),
    "bets": gettext_noop("by the bets"),
    "drop": gettext_noop("by the drop"),
}
LACKING: dict[str, str] = {
    "bets": gettext_noop("no bets"),
    "bets, or a percentage of the drop": gettext_noop("no bets, or a percentage of the drop"),
    "cash taken": gettext_noop("no cash taken"),
    "closing count": gettext_noop("no closing count"),
    "count of the boxes": gettext_noop("no count of the boxes"),
    "count of the tips": gettext_noop("no count of the tips"),
    "figures, which are being worked out,": gettext_noop("no figures, which are being calculated,"),
    "float count": gettext_noop("no float count"),
    "last closing": gettext_noop("no last closing"),
    "opening count": gettext_noop("no opening count"),
}
"""Missing parts of a figure in words, by the ledger's own words."""
OF_A_DAY = re.compile(r"(?P<what>.+) of (?P<table>\S+) on (?P<day>\d{4}-\d{2}-\d{2})")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
NAMED = 2
"""Missing parts of a sum that are named; the others are counted."""


class ShownFigure(msgspec.Struct, frozen=True):
    """Figure on a page: its amount, its label, and its basis or missing parts in words."""

    amount: str
    label: Label
    words: str
    is_zero: bool = False


def shown_figure(figure: Figure, currency: str) -> ShownFigure:
    """Return a figure with its basis or its missing part: `by the cash taken`, `no closing count`."""
    if figure.amount is None:
        return ShownFigure("–", "absent", _missing(figure.missing))
    rests_on = ", ".join(_(RESTS_ON[basis]) for basis in figure.bases)
    return ShownFigure(
        money(figure.amount, currency), figure.label, rests_on or _("counted"), not figure.amount
    )


def percent(share: Fraction | None) -> str:
    """Return a share in per cent with one decimal, a half rounded up; empty if there is none."""
    if share is None:
        return ""
    tenths = (2000 * share.numerator + share.denominator) // (2 * share.denominator)
    units, tenth = divmod(abs(tenths), 10)
    figure = reader_figures().decimal(f"{units}.{tenth}")
    return f"{'– ' if tenths < 0 else ''}{figure} %"


def _missing(missing: Sequence[str]) -> str:
    words = [_lacking(each) for each in missing[:NAMED]]
    if len(missing) > NAMED:
        words.append(_("{count} more").format(count=len(missing) - NAMED))
    return "; ".join(words)


def _lacking(what: str) -> str:
    """One thing that a figure lacks, as the ledger keeps it: `closing count`, `closing count of T1 on 2026-11-20`."""
    of_a_day = OF_A_DAY.fullmatch(what)
    if of_a_day is None:
        return (
            _(LACKING[what]) if what in LACKING else _("no {figure}").format(figure=DAY.sub(_in_short, what))
        )
    return _("{lacking} of {table} on {day}").format(
        lacking=_lacking(of_a_day["what"]), table=of_a_day["table"], day=DAY.sub(_in_short, of_a_day["day"])
    )


def _in_short(day: re.Match[str]) -> str:
    """Return a gaming day in a column's width, on one line."""
    return short_day(day[0]).replace(" ", "\N{NO-BREAK SPACE}")
