"""Series of chips of the casino and their changes, each piece counted by series and value (it-campione/20).

Requests about them are decided in `chip_series_commands.py`.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import msgspec
from msgspec.structs import replace

from tables.codec import EventCodec

Pieces = dict[int, int]
"""Number of pieces of each value in minor units."""
Counted = tuple[tuple[int, int], ...]
"""Pieces in the state: values with their pieces, the highest value first."""


class SeriesEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of a series' events; `day` is the casino's gaming day, empty in records that do not have it."""

    series: str
    day: str = ""


class WithPieces(SeriesEvent, frozen=True, kw_only=True):
    """Counted pieces of a series. Values in minor units of `currency`, empty in records that do not have it."""

    pieces: Pieces
    currency: str = ""


class SeriesIntroduced(SeriesEvent, frozen=True, kw_only=True, tag="chip_series_introduced"):
    """A new series is in play from now on; its first pieces are issued beside this."""


class ChipsIssued(WithPieces, frozen=True, kw_only=True, tag="chip_series_issued"):
    """Pieces of a series came into circulation: they are at the chip bank."""


class SeriesEnded(SeriesEvent, frozen=True, kw_only=True, tag="chip_series_ended"):
    """A series is played with no longer."""

    clause: str


class ChipsWithdrawn(WithPieces, frozen=True, kw_only=True, tag="chip_series_withdrawn"):
    """The casino took pieces of a series out of circulation, from the chip bank."""


class ChipsExchanged(WithPieces, frozen=True, kw_only=True, tag="chip_series_exchanged"):
    """The cash desk took pieces of an ended series for pieces of the series `into`, value for value.

    `given` are those that it gave for them; none where they were as many of the same values.
    """

    into: str
    given: Pieces = {}


AnySeriesEvent = SeriesIntroduced | ChipsIssued | SeriesEnded | ChipsWithdrawn | ChipsExchanged
SERIES_EVENTS = EventCodec[AnySeriesEvent](AnySeriesEvent)
TYPES = SERIES_EVENTS.types
"""The types of all events of series, as the record has them."""


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A series with its validity (UTC) and its counts, piece by piece."""

    series: str
    since: datetime
    ended_at: datetime | None = None
    issued: Counted = ()
    withdrawn: Counted = ()
    exchanged: Counted = ()

    @property
    def circulating(self) -> Counted:
        """The pieces that are still in circulation: issued, and neither withdrawn nor exchanged."""
        gone = added(self.withdrawn, dict(self.exchanged))
        return added(self.issued, {value: -count for value, count in gone})


class CasinoSeries(msgspec.Struct, frozen=True, kw_only=True):
    """All series of a casino, the oldest first, at a version of its stream."""

    version: int = 0
    series: tuple[Series, ...] = ()

    @property
    def in_play(self) -> tuple[str, ...]:
        return tuple(each.series for each in self.series if each.ended_at is None)

    @property
    def ended(self) -> tuple[str, ...]:
        return tuple(each.series for each in self.series if each.ended_at is not None)

    @property
    def values_in_play(self) -> tuple[int, ...]:
        """Return the values (minor units) of the circulating pieces of the series in play, the highest first."""
        found = (dict(each.circulating) for each in self.series if each.ended_at is None)
        return tuple(sorted({value for pieces in found for value in pieces}, reverse=True))

    def named(self, name: str) -> Series | None:
        return next((each for each in self.series if each.series == name), None)


def evolve(state: CasinoSeries, event: AnySeriesEvent, version: int, at: datetime) -> CasinoSeries:
    series = state.series
    if isinstance(event, SeriesIntroduced):
        return CasinoSeries(version=version, series=(*series, Series(series=event.series, since=at)))
    return CasinoSeries(
        version=version,
        series=tuple(_after(each, event, at) if each.series == event.series else each for each in series),
    )


def _after(series: Series, event: AnySeriesEvent, at: datetime) -> Series:
    match event:
        case SeriesEnded():
            return replace(series, ended_at=at)
        case ChipsIssued():
            return replace(series, issued=added(series.issued, event.pieces))
        case ChipsWithdrawn():
            return replace(series, withdrawn=added(series.withdrawn, event.pieces))
        case ChipsExchanged():
            return replace(series, exchanged=added(series.exchanged, event.pieces))
        case _:
            return series


def added(counted: Counted, pieces: Pieces) -> Counted:
    """Return the counts with these pieces added (fewer if negative), without values that have none left."""
    together = Counter(dict(counted))
    together.update(pieces)
    return tuple(sorted(((value, count) for value, count in together.items() if count), reverse=True))


def worth(counted: Counted) -> int:
    """Return the worth of counted pieces, in minor units."""
    return sum(value * count for value, count in counted)
