"""A table's result by hour as a drawing: a bar for each hour, up where the table won and down where it lost."""

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from casino.kit.dates import clock
from casino.kit.figures import ShownFigure, shown_figure
from casino.kit.money import in_a_square
from settlement.figures.hourly import IntervalFigures

STEP, HEIGHT, HEAD, FOOT = 64, 200, 22, 40
"""Units of the drawing: the width of an hour, the whole height, and the room above and below the bars."""
WIDTH = 40


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """Bar of an hour: its place, its kind (a win, a loss or not known), and the figure at its end."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    figure_y: int
    look: str
    figure: str
    label: str


class ShownHour(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    win: ShownFigure
    drop: ShownFigure
    float: ShownFigure


class ResultChart(msgspec.Struct, frozen=True, kw_only=True):
    """Drawing, its hours, and a sentence about its content."""

    width: int
    height: int
    zero: int
    bars: tuple[Bar, ...]
    hours: tuple[ShownHour, ...]
    words: str
    currency: str


def result_chart(hours: Sequence[IntervalFigures], currency: str) -> ResultChart:
    wins = [hour.win.amount or 0 for hour in hours]
    highest, lowest = max(0, *wins), min(0, *wins)
    room, span = HEIGHT - HEAD - FOOT, max(highest - lowest, 1)
    zero = HEAD + room * highest // span if highest > lowest else HEAD + room // 2
    return ResultChart(
        width=STEP * max(len(hours), 4),
        height=HEIGHT,
        zero=zero,
        bars=tuple(
            _bar(place, hour, room * (hour.win.amount or 0) // span, zero, currency)
            for place, hour in enumerate(hours)
        ),
        hours=tuple(
            ShownHour(
                label=clock(hour.begins),
                win=shown_figure(hour.win, currency),
                drop=shown_figure(hour.drop, currency),
                float=shown_figure(hour.float, currency),
            )
            for hour in hours
        ),
        words=_words(hours, currency),
        currency=currency,
    )


def _bar(place: int, hour: IntervalFigures, length: int, zero: int, currency: str) -> Bar:
    won = hour.win.amount
    top = zero - max(length, 0)
    return Bar(
        x=STEP * place + (STEP - WIDTH) // 2,
        y=top,
        width=WIDTH,
        height=max(abs(length), 1),
        middle=STEP * place + STEP // 2,
        figure_y=top - 6 if length >= 0 else zero - length + 14,
        look="unknown" if won is None else "lost" if won < 0 else "won",
        figure="?" if won is None else in_a_square(won, currency),
        label=clock(hour.begins),
    )


def _words(hours: Sequence[IntervalFigures], currency: str) -> str:
    known = [hour for hour in hours if hour.win.amount is not None]
    if not known:
        return _("The result of no hour is known.")
    best = max(known, key=lambda hour: hour.win.amount or 0)
    worst = min(known, key=lambda hour: hour.win.amount or 0)
    return _(
        "From {since}, {count} hours by the clock. Most in the hour from {best_from}, {best} {currency}; "
        "least in the hour from {worst_from}, {worst} {currency}."
    ).format(
        since=clock(hours[0].begins),
        count=len(hours),
        best_from=clock(best.begins),
        best=shown_figure(best.win, currency).amount,
        worst_from=clock(worst.begins),
        worst=shown_figure(worst.win, currency).amount,
        currency=currency,
    )
