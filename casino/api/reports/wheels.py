"""/api/v1/wheels and /api/v1/wheel-statistics: the wheels with their watch, and the figures of one, as the pages have
them."""

from datetime import date, timedelta
from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ
from casino.api.http.query import day_named, once, one_of
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.kit.structs import response_of
from casino.kit.wheel_spins import (
    MOST_DAYS,
    USUAL_DAYS,
    Chosen,
    KnownWheel,
    WheelName,
    WheelStatistics,
    known_wheel,
    known_wheels,
    watched_wheel,
    wheel_statistics,
)
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from tables.play.reader.observation import OTHER_WAY, Rotation
from tables.roulette.wheel import WrittenPocket, as_data

Around = Literal["pockets", "previous", "launch"]


class WheelEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """Evidence against a fair wheel in the stretch that runs, of `since` spins: the worth of a stake of 1 `now`, and at
    `most`. From `alarm_at` on, which is the table's own, it is an alarm (0: it never is); it needs no correction for
    looking again and again."""

    now: float
    most: float
    since: int
    alarm_at: int
    is_alarm: bool


class WatchedWheel(msgspec.Struct, frozen=True, kw_only=True):
    """A wheel that has brought numbers. `wheel` is its serial, null if it is not registered: then it is the one of
    its table."""

    wheel: str | None
    tables: tuple[str, ...]
    numbering: str
    spins: int
    first_day: str
    last_day: str
    bias: WheelEvidence
    drop_zone: WheelEvidence


class WatchedWheels(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's wheels, by serial; those without one after them."""

    wheels: tuple[WatchedWheel, ...]


class FoundByTest(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a test over so many `spins`; null below the `least` that it needs. `adjusted` is the p-value where
    all tests of the answer are looked at together (Holm).
    """

    test: str
    spins: int
    least: int
    value: float | None
    p: float | None
    adjusted: float | None


class PocketStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Hits of a pocket, and the bounds of its probability.

    The bounds hold for all pockets at once. They are null if there are too few spins.
    """

    number: WrittenPocket
    hits: int
    low: float | None
    high: float | None


class SectorStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """The most conspicuous sector: of neighbouring `pockets`, the `first` is a number; of distances from the
    `previous` number or the `launch`, a distance.
    """

    of: Around
    first: WrittenPocket
    width: int
    hits: int
    expected: float
    p: float


class HandStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One who spun: how far one distance from the number before is preferred (0 to 1), and which, in pockets."""

    spinner: str
    steps: int
    least: int
    length: float | None
    distance: float | None
    adjusted: float | None


class PhaseStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Duration of a phase of a coup, in seconds."""

    phase: Literal["betting", "track", "closed", "payment"]
    coups: int
    least: int
    median_s: float | None
    nine_in_ten_s: float | None


class PaceStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Coups an hour of play at a table, against its target where it has one."""

    table: str
    target: int | None
    coups: int
    least: int
    per_hour: float | None
    phases: tuple[PhaseStatistics, ...]


class StatisticsOfWheel(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of the chosen spins of a wheel; `watch` is over all of its spins. `detectable` is the relative rise
    in the chance of five neighbours that would be found in so many spins four times in five.
    """

    watch: WatchedWheel
    since: Annotated[str, msgspec.Meta(description="Gaming day")] = msgspec.field(name="from")
    until: Annotated[str, msgspec.Meta(description="Gaming day")] = msgspec.field(name="to")
    spins: int
    least: int
    detectable: float | None
    pockets: tuple[PocketStatistics, ...]
    tests: tuple[FoundByTest, ...]
    sectors: tuple[SectorStatistics, ...]
    hands: tuple[HandStatistics, ...]
    paces: tuple[PaceStatistics, ...]


_CHOICES = [
    query("wheel", "The wheel's serial"),
    query("table", "Instead of `wheel`: the wheel of this table that is not registered"),
    query("from", f"From this gaming day on; {USUAL_DAYS} days if not said", OpenApiTypes.DATE),
    query("to", "Up to this gaming day; the wheel's last if not said", OpenApiTypes.DATE),
    query("direction", "Only spins whose ball ran this way", enum=list(OTHER_WAY)),
    query("ball", "Only spins of this ball: its serial, its letter where it has none"),
    query("spinner", "Only spins of this person, by name"),
]


class WheelsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("list_watched_wheels", "reports", WatchedWheels)
    def get(self, request: Request) -> WatchedWheels:
        """Return every wheel that has brought a number, with the evidence against it."""
        casino_id = client_of(request).casino_id
        return WatchedWheels(wheels=tuple(_watched(casino_id, each) for each in known_wheels(casino_id)))


class WheelStatisticsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("read_wheel_statistics", "reports", StatisticsOfWheel, parameters=_CHOICES)
    def get(self, request: Request) -> StatisticsOfWheel:
        """Return the statistics of one wheel, of the spins that are chosen."""
        casino_id = client_of(request).casino_id
        serial, table = once(request, "wheel"), once(request, "table")
        if (serial is None) == (table is None):
            raise Problem.malformed("wheel", gettext("say a wheel or a table, one of the two"))
        wheel = known_wheel(casino_id, WheelName(wheel=serial or "", table=table or ""))
        if wheel is None:
            raise NotThere("wheel-without-numbers", wheel=serial or table or "")
        chosen = _chosen(request, wheel)
        return _statistics(casino_id, wheel, chosen, wheel_statistics(casino_id, wheel, chosen))


def _chosen(request: Request, wheel: KnownWheel) -> Chosen:
    """Return the spins that the query wants. Raises Problem."""
    last = once(request, "to")
    until = date.fromisoformat(day_named(last, "to") if last else wheel.last_day)
    first = once(request, "from")
    since = (
        date.fromisoformat(day_named(first, "from"))
        if first
        else date.fromordinal(max(1, until.toordinal() - USUAL_DAYS + 1))
    )
    if not timedelta(0) <= until - since < timedelta(days=MOST_DAYS):
        words = gettext("not before the first day, and at most {days} days after it")
        raise Problem.malformed("to", words.format(days=MOST_DAYS))
    chosen = one_of(request, "direction", OTHER_WAY)
    direction: Rotation | None = next((way for way in OTHER_WAY if way == chosen), None)
    return Chosen(
        since=since,
        until=until,
        direction=direction,
        ball=once(request, "ball") or "",
        spinner=once(request, "spinner") or "",
    )


def _watched(casino_id: int, wheel: KnownWheel) -> WatchedWheel:
    watched = watched_wheel(casino_id, wheel)
    return response_of(
        WatchedWheel,
        wheel,
        wheel=wheel.name.wheel or None,
        bias=response_of(WheelEvidence, watched.bias),
        drop_zone=response_of(WheelEvidence, watched.drop_zone),
    )


def _statistics(
    casino_id: int, wheel: KnownWheel, chosen: Chosen, found: WheelStatistics
) -> StatisticsOfWheel:
    figures = found.figures
    return StatisticsOfWheel(
        watch=_watched(casino_id, wheel),
        since=chosen.since.isoformat(),
        until=chosen.until.isoformat(),
        spins=figures.spins,
        least=figures.least,
        detectable=figures.detectable,
        pockets=tuple(
            response_of(PocketStatistics, each, number=as_data(each.number)) for each in figures.pockets
        ),
        tests=tuple(response_of(FoundByTest, each) for each in figures.findings),
        sectors=tuple(
            response_of(
                SectorStatistics, each, first=as_data(each.first) if each.of == "pockets" else each.first
            )
            for each in figures.sectors
        ),
        hands=tuple(response_of(HandStatistics, each) for each in found.hands),
        paces=tuple(
            PaceStatistics(
                table=each.table,
                target=each.target,
                coups=each.pace.coups,
                least=each.pace.least,
                per_hour=each.pace.per_hour,
                phases=tuple(response_of(PhaseStatistics, phase) for phase in each.phases),
            )
            for each in found.paces
        ),
    )
