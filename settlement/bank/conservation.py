"""Places of all chips of the casino.

Issued chips are in floats, at the bank, on the way and in holds, and with players. The players' are the rest: nobody
can count them.

An uncounted place has no number: then the players' chips are unknown too, and the page names the missing count. A
count that play has moved on since is an estimate. A total above the issued number may mean more than a wrong count:
chips that the casino did not issue.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from settlement.bank.pieces import NO_SERIES, BySeries, added, values_of
from settlement.figures.figures import Label
from tables.play.events import Pieces


class ChipsAt(msgspec.Struct, frozen=True, kw_only=True):
    """A place with its chips, None where nobody counted them; `moved_on`: play has moved them since they were counted.

    `kind` is which of the sums it belongs to, `name` what a page calls it.
    """

    kind: str
    name: str
    chips: BySeries | None
    moved_on: bool = False


KINDS = ("float", "bank", "transit", "held")
UNKNOWN = "what was issued"
"""Missing part if no register has the number of chips."""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """A number of pieces and how well it is known; `missing` names the places that nobody counted."""

    pieces: int | None
    label: Label
    missing: tuple[str, ...] = ()


class ChipsOfAValue(msgspec.Struct, frozen=True, kw_only=True):
    """The chips of one series and value (minor units). `issued` is what circulates by the register; `places` has the
    count of each of `KINDS`, and `players` the rest."""

    series: str
    value: int
    issued: Count
    places: Mapping[str, Count]
    players: Count

    @property
    def too_many(self) -> bool:
        """More of them were found than were issued, and all places were counted."""
        return self.players.label == "counted" and (self.players.pieces or 0) < 0

    @property
    def rather_many(self) -> bool:
        """Return True if there seem too many, with play since the count: players may have lost them since."""
        return self.players.label == "estimated" and (self.players.pieces or 0) < 0


def conservation(
    issued: Mapping[str, Pieces], places: Sequence[ChipsAt], *, has_series: bool
) -> tuple[ChipsOfAValue, ...]:
    """Return a row for each series and value. `issued` are the circulating chips by series.

    Without `has_series` the casino has no register of its series, so the number of its chips is unknown.
    """
    only = next(iter(issued)) if len(issued) == 1 else None
    at = [_as_of(place, only) for place in places]
    found = values_of([issued, *(place.chips for place in at if place.chips)])
    return tuple(_row(series, value, issued, at, has_series) for series, value in found)


def _as_of(place: ChipsAt, only: str | None) -> ChipsAt:
    """Return the place with its chips without a series counted as the `only` series in circulation."""
    if place.chips is None or only is None or NO_SERIES not in place.chips:
        return place
    without = place.chips[NO_SERIES]
    known = {series: pieces for series, pieces in place.chips.items() if series != NO_SERIES}
    return msgspec.structs.replace(place, chips=added(known, {only: without}))


def _row(
    series: str, value: int, issued: Mapping[str, Pieces], places: Sequence[ChipsAt], has_series: bool
) -> ChipsOfAValue:
    by_kind = {kind: _at(series, value, [place for place in places if place.kind == kind]) for kind in KINDS}
    if has_series and series != NO_SERIES:
        known = Count(pieces=issued.get(series, {}).get(value, 0), label="counted")
    else:
        known = Count(pieces=None, label="absent", missing=(UNKNOWN,))
    return ChipsOfAValue(
        series=series, value=value, issued=known, places=by_kind, players=_rest(known, by_kind.values())
    )


def _at(series: str, value: int, places: Sequence[ChipsAt]) -> Count:
    missing = tuple(place.name for place in places if place.chips is None)
    if missing:
        return Count(pieces=None, label="absent", missing=missing)
    pieces = sum((place.chips or {}).get(series, {}).get(value, 0) for place in places)
    return Count(pieces=pieces, label="estimated" if any(place.moved_on for place in places) else "counted")


def _rest(issued: Count, counts: Collection[Count]) -> Count:
    missing = tuple(name for count in (issued, *counts) for name in count.missing)
    if missing:
        return Count(pieces=None, label="absent", missing=missing)
    estimated = any(count.label == "estimated" for count in counts)
    return Count(
        pieces=(issued.pieces or 0) - sum(count.pieces or 0 for count in counts),
        label="estimated" if estimated else "counted",
    )
