"""Watch: the current conditions at the tables and their wheels, compared with the lasting alerts.

A new condition raises an alert, and the end of a condition ends its alert. It keeps nothing of its own: an alert that
lasts is a row, by which the next look knows it. The name of a new one is the next of its kind in the table's day, by
the rows that were read; so two that look at once give it the same name, and the second finds it raised.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from django.db.models import Q

from tables.compliance.alerts.commands import AnyAlertCommand, EndAlert, RaiseAlert
from tables.compliance.alerts.conditions import (
    Condition,
    Fallen,
    Thresholds,
    WatchedStretch,
    all_the_same_way,
    away,
    biased,
    drop_zone,
    no_coup,
    rotor_off,
    too_fast,
    too_slow,
)
from tables.compliance.alerts.state import alert_name
from tables.handling import Actor, handle
from tables.handling.alerts.aggregate import AlertsAggregate
from tables.handling.alerts.models import Alert
from tables.handling.models import Casino, GamingTable, PermanenceEntry, WheelReader, WheelWatch
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshots
from tables.handling.projections.wheel_watches import stretch_of
from tables.play.direction.questions import coup_expected_since
from tables.roulette.loader import get_rulebook
from tables.roulette.statistics.watching import watched
from tables.stream.service import DATABASE_AWAY

log = logging.getLogger(__name__)

WATCH = Actor(id="alert-watch", name="Watch over tables and wheels")
LOOK_BACK = timedelta(hours=2)
"""Launches are looked at this far back; the pace has its own time."""
IDLE = timedelta(days=30)
"""A wheel that has brought no number for so long is not in play: nothing is so of it."""


class Place(msgspec.Struct, frozen=True):
    """The subject of an alert: a wheel's alert is the same at every table. `code` is that of its sentence for a kind
    of which only one can last: a table that was too slow and is too fast has a new alert.
    """

    kind: str
    table: str
    subject: str
    code: str = ""


class Found(msgspec.Struct, frozen=True):
    """Condition that was found, with the table and the day whose stream records it."""

    condition: Condition
    table: str
    day: str

    @property
    def place(self) -> Place:
        return _place(self.condition.kind, self.table, self.condition.subject, self.condition.code)


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of alerts from one look at a casino."""

    raised: int = 0
    ended: int = 0
    failed: int = 0


def look(now: datetime) -> dict[int, Looked]:
    """Look at every casino at `now` (aware); return the result by casino id. Call it outside of transactions: each
    alert has its own.
    """
    looked = {}
    for casino_id in Casino.objects.order_by("pk").values_list("pk", flat=True):
        try:
            looked[casino_id] = look_at_casino(casino_id, now)
        except DATABASE_AWAY:
            raise
        except Exception:
            # Whatever a casino's rows have is its own affair: the others are looked at.
            log.exception("casino %d cannot be looked at, the next look tries again", casino_id)
    return looked


def look_at_casino(casino_id: int, now: datetime) -> Looked:
    """Look at one casino. An alert that cannot be recorded is logged, and tried again by the next look."""
    snapshots = table_snapshots(casino_id)
    lasting = {_place_of(each) for each in Alert.objects.filter(casino_id=casino_id, ended_at=None)}
    found = {
        each.place: each
        for each in (
            *_at_tables(casino_id, snapshots, lasting, now),
            *_of_wheels(casino_id, [each.table for each in snapshots], now),
        )
    }
    # One query reads the lasting alerts and all alerts of these days. Their counts give the new alerts their names.
    days = {each.day for each in found.values()}
    known = list(Alert.objects.filter(Q(ended_at=None) | Q(day__in=days), casino_id=casino_id))
    last = {_place_of(each): each for each in known if each.ended_at is None}
    raised = [
        _record(AlertsAggregate(casino_id, each.table, each.day), command, now)
        for each, command in _raising(known, [each for place, each in found.items() if place not in last])
    ]
    ended = [
        _record(AlertsAggregate(casino_id, alert.table, alert.day), EndAlert(alert=alert.name), now)
        for place, alert in last.items()
        if place not in found
    ]
    looked = Looked(raised=sum(raised), ended=sum(ended), failed=[*raised, *ended].count(False))
    if looked != Looked():
        log.info(
            "casino %d: %d alerts raised, %d ended, %d failed",
            casino_id,
            looked.raised,
            looked.ended,
            looked.failed,
        )
    return looked


def _at_tables(
    casino_id: int, snapshots: Sequence[TableSnapshot], lasting: set[Place], now: datetime
) -> Iterator[Found]:
    """Yield the conditions at the open tables."""
    of_day = {
        each.table.code: each.state.day
        for each in snapshots
        if each.state is not None and each.state.phase != "closed"
    }
    fallen = _fallen(casino_id, of_day, [each.table for each in snapshots], now)
    out_of_service = _out_of_service(casino_id, snapshots)
    for each in snapshots:
        code, state, of = each.table.code, each.state, thresholds_of(each.table)
        if state is None or code not in of_day:
            continue

        def lasts(kind: str, of_code: str = "", table: str = code) -> bool:
            return _place(kind, table, "", of_code) in lasting

        numbers = fallen[code]
        alternates = get_rulebook(state.rulebook, state.rulebook_version).launch.alternate
        conditions = (
            too_slow(numbers, of, now, lasting=lasts("pace", "alert-pace")),
            too_fast(numbers, of, now, lasting=lasts("pace", "alert-pace-fast")),
            no_coup(coup_expected_since(state), of, now),
            rotor_off(numbers, of, lasting=lasts("rotor-speed")),
            # With a clause, each launch the same way is a violation already: an alert would repeat it.
            None if alternates else all_the_same_way(numbers, of, lasting=lasts("direction")),
            # Each reader by itself: a live witness does not hide a silent primary.
            *(
                away(name, each.state, each.since, of, now, detail=each.detail)
                for name, each in sorted(state.readers.items())
                if name not in out_of_service
            ),
        )
        yield from (Found(condition, code, state.day) for condition in conditions if condition)


def _out_of_service(casino_id: int, snapshots: Sequence[TableSnapshot]) -> set[str]:
    """Return the readers that are away and out of service by the register. One query, if any is away."""
    away_now = {
        name
        for each in snapshots
        if each.state is not None
        for name, reader in each.state.readers.items()
        if reader.is_away
    }
    if not away_now:
        return set()
    disabled = WheelReader.ever.filter(Q(enabled=False) | Q(withdrawn=True), casino_id=casino_id)
    return set(disabled.filter(code__in=away_now).values_list("code", flat=True))


def _fallen(
    casino_id: int, of_day: Mapping[str, str], tables: Sequence[GamingTable], now: datetime
) -> Mapping[str, list[Fallen]]:
    """Return the last numbers of the open tables, in their order: as far back as any of them is looked
    at. One query.
    """
    paced = (each.alert_pace_minutes for each in tables if each.pace_target is not None)
    since = now - max((LOOK_BACK, *(timedelta(minutes=minutes) for minutes in paced)))
    lines = PermanenceEntry.objects.filter(
        casino_id=casino_id, table__in=of_day, day__in=set(of_day.values()), fell_at__gte=since
    )
    columns = ("table", "day", "fell_at", "ball_direction", "rotor_speed_rpm")
    fallen: defaultdict[str, list[Fallen]] = defaultdict(list)
    for table, day, at, way, rpm in lines.order_by("table", "coup").values_list(*columns):
        if of_day[table] == day:
            fallen[table].append(Fallen(at, way or None, rpm))
    return fallen


def _of_wheels(casino_id: int, tables: Sequence[GamingTable], now: datetime) -> Iterator[Found]:
    """Yield the conditions of the wheels, each at the table of the wheel's last number. One query."""
    of_table = {table.code: thresholds_of(table) for table in tables}
    played = WheelWatch.objects.filter(casino_id=casino_id, last_at__gte=now - IDLE)
    for row in played.filter(last_table__in=of_table):
        stretch = stretch_of(row)
        seen = watched(stretch, of_table[row.last_table].evidence)
        of = WatchedStretch(
            subject=f"{row.wheel or '@' + row.table}/{row.numbering}/{stretch.number}",
            since=row.began_at,
            wheel=row.wheel,
            table=row.last_table,
        )
        for condition in (biased(seen.bias, of), drop_zone(seen.drop_zone, of)):
            if condition is not None:
                yield Found(condition, row.last_table, row.last_day)


def thresholds_of(table: GamingTable) -> Thresholds:
    """Return the alert thresholds of the table."""
    return Thresholds(
        evidence=table.alert_evidence,
        pace_target=table.pace_target,
        pace_percent=table.alert_pace_percent,
        pace_minutes=table.alert_pace_minutes,
        fast_percent=table.alert_fast_percent,
        idle_minutes=table.alert_idle_minutes,
        rotor_slowest=table.alert_rotor_slowest,
        rotor_fastest=table.alert_rotor_fastest,
        same_direction=table.alert_same_direction,
        silent_minutes=table.alert_silent_minutes,
    )


def _place(kind: str, table: str, subject: str, code: str) -> Place:
    of_wheel = kind in ("bias", "drop-zone")
    return Place(kind, "" if of_wheel else table, subject, code if kind == "pace" else "")


def _place_of(alert: Alert) -> Place:
    return _place(alert.kind, alert.table, alert.subject, alert.code)


def _raising(known: Sequence[Alert], new: Sequence[Found]) -> Iterator[tuple[Found, RaiseAlert]]:
    """Yield each new condition with the command that raises its alert, under the next name of its kind in that day."""
    numbers = Counter((each.table, each.day, each.kind) for each in known)
    for each in new:
        condition = each.condition
        of_kind = (each.table, each.day, condition.kind)
        numbers[of_kind] += 1
        yield (
            each,
            RaiseAlert(
                alert=alert_name(condition.kind, numbers[of_kind]),
                kind=condition.kind,
                code=condition.code,
                parameters=condition.parameters,
                since=condition.since,
                subject=condition.subject,
            ),
        )


def _record(day: AlertsAggregate, command: AnyAlertCommand, now: datetime) -> bool:
    """Has it recorded. False if that failed, which is the business of this alert alone."""
    try:
        handle(day, command, by=WATCH, now=now)
    except Exception:
        log.exception("%s: %s is not recorded, the next look tries again", day.name, command.alert)
        return False
    return True
