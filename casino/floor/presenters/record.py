"""The record of a table's day: every event as a tick by its time, and the newest in a list."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import msgspec
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.floor.presenters.record_words import event_name, field_name
from casino.kit.money import count, money
from tables.handling.streams import table_stream
from tables.play.state import State
from tables.roulette.wheel import written
from tables.stream import RecordedEvent, read_stream

WIDTH = 1400
FOOT = 42
SHORTEST = timedelta(hours=1)
LISTED = 300
OF_MONEY = frozenset(
    {"total", "left", "amount", "value", "chip", "won", "stake", "stays", "restaked", "paid_out"}
)
OF_A_WHEEL = {
    "number_fell": ("number",),
    "number_doubted": ("number",),
    "number_confirmed": ("number",),
    "discrepancy_found": ("recorded", "other"),
    "discrepancy_resolved": ("number",),
    "coup_annulled": ("previous_number", "number_fell"),
    "wins_credited": ("number",),
    "payment_differed": ("number",),
    "table_opened": ("last_number",),
    "table_closed": ("last_number",),
}
"""The fields of these events that are a number of the wheel."""
WITH_THE_DROP = frozenset({"cash_taken", "cash_corrected", "box_removed"})
OF_THE_DROP = frozenset({"pieces", "total", "before", "recorded", "from_before"})
"""The fields of these events from which follows how much is in a box."""
_WEIGHT = {"": 6, "number": 15, "due": 22, "broken": 30}
_LOOK = {
    "number_fell": "number",
    "coup_annulled": "due",
    "launch_failed": "due",
    "late_bet_seen": "due",
    "announcement_refused": "due",
    "results_missing": "due",
    "deadline_warned": "due",
    "wheel_warned": "due",
    "violation_raised": "broken",
    "discrepancy_found": "broken",
}


class Tick(msgspec.Struct, frozen=True):
    """A line on the strip: where, how high it begins, and how it looks (plain, number, due or broken)."""

    x: int
    top: int
    look: str


class ListedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event in words."""

    version: int
    at: datetime
    name: str
    words: str
    by: str
    look: str


class DayStrip(msgspec.Struct, frozen=True, kw_only=True):
    """The day drawn and listed, the newest first; the list holds the last events only."""

    ticks: tuple[Tick, ...]
    events: tuple[ListedEvent, ...]
    words: str


def day_strip(
    casino_id: int, state: State, now: datetime, *, withheld: bool = False, coup: int | None = None
) -> DayStrip:
    """The strip of the gaming day that `state` is of; with `coup` the list holds what is of that coup only, the oldest
    first, as it went. `withheld`: its boxes are to be counted blind, so the cash in them is withheld."""
    events = read_stream(casino_id, table_stream(state.table, state.day))
    of_coup = [event for event in events if coup is not None and event.data.get("coup") == coup]
    return DayStrip(
        ticks=_ticks(events, now),
        events=tuple(_listed(event, withheld) for event in (of_coup if coup else reversed(events[-LISTED:]))),
        words=_words(events, state),
    )


def _ticks(events: Sequence[RecordedEvent], now: datetime) -> tuple[Tick, ...]:
    """One tick for each two units of the strip that saw anything: its weightiest event."""
    if not events:
        return ()
    first = events[0].occurred_at
    length = max(now - first, SHORTEST)
    looks: dict[int, str] = {}
    for event in events:
        x = 2 * round((event.occurred_at - first) / length * (WIDTH / 2 - 2)) + 2
        look = _LOOK.get(event.type, "")
        looks[x] = max(looks.get(x, ""), look, key=_WEIGHT.__getitem__)
    return tuple(Tick(x, FOOT - _WEIGHT[look], look) for x, look in sorted(looks.items()))


def _words(events: Sequence[RecordedEvent], state: State) -> str:
    if not events:
        return gettext("Nothing is recorded yet.")
    opened = timezone.localtime(events[0].occurred_at)
    coups = ngettext("{count} coup", "{count} coups", state.coup).format(count=count(state.coup))
    violations = ngettext("{count} violation", "{count} violations", state.violations_raised).format(
        count=count(state.violations_raised)
    )
    return gettext("{time} opened · {coups} · {violations} · now at event {version}").format(
        time=f"{opened:%H:%M}", coups=coups, violations=violations, version=count(events[-1].version)
    )


def _listed(event: RecordedEvent, withheld: bool) -> ListedEvent:
    by = event.metadata.get("by")
    pockets = {key: written(event.data[key]) for key in _pockets_in(event)}
    hidden = OF_THE_DROP if withheld and event.type in WITH_THE_DROP else frozenset()
    return ListedEvent(
        version=event.version,
        at=timezone.localtime(event.occurred_at),
        name=event_name(event.type),
        words=", ".join(
            filter(
                None,
                (_in_words(key, value) for key, value in (event.data | pockets).items() if key not in hidden),
            )
        ),
        by=str(by.get("name") or by.get("id") or "") if isinstance(by, dict) else "",
        look=_LOOK.get(event.type, ""),
    )


def _pockets_in(event: RecordedEvent) -> Iterator[str]:
    """The fields of the event that have a number of the wheel."""
    return (key for key in OF_A_WHEEL.get(event.type, ()) if event.data.get(key) is not None)


def _in_words(key: str, value: object) -> str:
    """A field of an event in words; empty where it is, or where a line has no room for it."""
    if key == "limits" and isinstance(value, dict):
        return gettext("minimum {amount}").format(amount=money(value["minimum"]))
    if key == "held" and isinstance(value, dict):
        text = gettext("{ref}, {bet}, stake {stake} and prize {prize}")
        if not value["prize"]:
            text = gettext("{ref}, {bet}, stake {stake}")
        return text.format(
            ref=value["ref"], bet=value["bet"], stake=money(value["stake"]), prize=money(value["prize"])
        )
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = gettext(" and ").join(value)
    if value in (None, "", False) or isinstance(value, dict | list):
        return ""
    if value is True:
        return field_name(key)
    words = money(value) if key in OF_MONEY and isinstance(value, int) else value
    return gettext("{field} {value}").format(field=field_name(key), value=words)
