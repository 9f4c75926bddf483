"""The house's series of chips as their page shows them, and a form of it that was rejected."""

from contextlib import suppress
from datetime import datetime

import msgspec
from django.utils import timezone

from casino.commands.rejections import Rejection
from casino.kit.forms.chip_counts import Row, pieces, rows
from casino.kit.forms.fields import Form, text
from casino.kit.money import money, plain
from tables.refusal import Refused
from tables.registers.chip_series import CasinoSeries, Counted, Series, worth

LEAST_CHIP = 500
"""The forms have rows from about a fifth of this on, in minor units; any other value has the row after them."""


class CountedValue(msgspec.Struct, frozen=True, kw_only=True):
    value: str
    issued: int
    withdrawn: int
    exchanged: int
    circulating: int


class SeriesCounts(msgspec.Struct, frozen=True, kw_only=True):
    """A series with its validity in the house's time, its counts by value and what circulates of it together."""

    name: str
    since: datetime
    ended_at: datetime | None
    counts: tuple[CountedValue, ...]
    circulating: str


class RejectedSeriesForm(msgspec.Struct, frozen=True, kw_only=True):
    """A form that was rejected: its command, the series, the reason, and the form as it was filled in."""

    command: str
    series: str
    into: str
    detail: str
    clause: str
    rows: tuple[Row, ...]


def series_counts(state: CasinoSeries, currency: str) -> tuple[SeriesCounts, ...]:
    return tuple(_counts(each, currency) for each in reversed(state.series))


def _counts(series: Series, currency: str) -> SeriesCounts:
    issued, withdrawn, exchanged, circulating = map(
        dict, (series.issued, series.withdrawn, series.exchanged, series.circulating)
    )
    return SeriesCounts(
        name=series.series,
        since=timezone.localtime(series.since),
        ended_at=timezone.localtime(series.ended_at) if series.ended_at else None,
        counts=tuple(
            CountedValue(
                value=plain(value, currency),
                issued=count,
                withdrawn=withdrawn.get(value, 0),
                exchanged=exchanged.get(value, 0),
                circulating=circulating.get(value, 0),
            )
            for value, count in issued.items()
        ),
        circulating=money(worth(series.circulating), currency),
    )


def empty_rows(currency: str) -> tuple[Row, ...]:
    return rows(LEAST_CHIP, currency=currency)


def rejected(command: str, form: Form, rejection: Rejection, currency: str) -> RejectedSeriesForm:
    """Return the entries of a rejected form; an unreadable one is empty again."""
    counted: Counted = ()
    with suppress(Refused):
        counted = tuple(pieces(form, "pieces", currency).items())
    return RejectedSeriesForm(
        command=command,
        series=text(form, "series"),
        into=text(form, "into"),
        detail=rejection.sentence,
        clause=rejection.clause_as_printed,
        rows=rows(LEAST_CHIP, counted, currency=currency),
    )
