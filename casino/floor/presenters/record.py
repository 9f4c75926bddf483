"""The record of a table's day: every event as a tick by its time, and in a list, each with its sentence."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.floor.presenters.read_day import LOOK, ListedEvent, ReadDay, Wanted, coup_of
from casino.kit.dates import clock
from casino.kit.money import count
from tables.stream import RecordedEvent

WIDTH = 1400
FOOT = 42
SHORTEST = timedelta(hours=1)
ON_A_PAGE = 100
_WEIGHT = {"": 6, "number": 15, "due": 22, "broken": 30}


class Tick(msgspec.Struct, frozen=True):
    """A line on the strip: where, how high it begins, and how it looks (plain, number, due or broken)."""

    x: int
    top: int
    look: str


class DayStrip(msgspec.Struct, frozen=True, kw_only=True):
    """The day drawn, and in a line of words."""

    ticks: tuple[Tick, ...]
    words: str
    mark: int | None = None
    """Place of the shown moment on the strip."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Found events: a page of them, with the people and kinds of the whole day."""

    page: "Page[int]"
    events: tuple[ListedEvent, ...]
    people: frozenset[str]
    kinds: frozenset[str]

    @property
    def codes(self) -> tuple[str, ...]:
        """The versions of the code that recorded the events of the page, each once."""
        return tuple(dict.fromkeys(each.code for each in self.events if each.code))


def day_strip(events: Sequence[RecordedEvent], now: datetime) -> DayStrip:
    """The strip of a table's day, up to its close or to `now`."""
    if not events:
        return DayStrip(ticks=(), words=_words(events))
    until = events[-1].occurred_at if events[-1].type == "table_closed" else now
    across = _Across.of(events[0].occurred_at, until, SHORTEST)
    return DayStrip(ticks=_ticks(events, across), words=_words(events))


def marked_strip(
    events: Sequence[RecordedEvent], version: int, chosen: Sequence[RecordedEvent] | None = None
) -> DayStrip:
    """The strip from the day's first event to its last, with a mark at the event of this version; of the `chosen`
    events alone, where some are."""
    shortest = timedelta(seconds=1)
    across = _Across.of(events[0].occurred_at, events[-1].occurred_at, shortest)
    return DayStrip(
        ticks=_ticks(events if chosen is None else chosen, across),
        words="",
        mark=across.x(events[version - 1].occurred_at),
    )


def found_in(
    events: Sequence[RecordedEvent], wanted: Wanted, *, page: str | int = 1, withheld: bool = False
) -> Found:
    """Return one page of the wanted events of the day, newest first; those of one coup in the order of play.

    `withheld` hides the cash in the day's boxes because their count is blind.
    """
    day = ReadDay(events, withheld=withheld)
    found = day.found(wanted)
    if wanted.coup is None:
        found.reverse()
    pages = Paginator(found, ON_A_PAGE)
    if wanted.event is not None:
        versions = (events[place].version for place in found)
        at = next((at for at, version in enumerate(versions) if version == wanted.event), 0)
        page = at // ON_A_PAGE + 1
    one = pages.get_page(page)
    return Found(page=one, events=day.listed(one.object_list), people=day.people, kinds=day.kinds)


class _Across(msgspec.Struct, frozen=True):
    """Place of a moment on the strip: from its first moment on, over so many seconds."""

    first: datetime
    length_s: float

    @classmethod
    def of(cls, first: datetime, until: datetime, shortest: timedelta) -> "_Across":
        return cls(first, max(until - first, shortest).total_seconds())

    def x(self, at: datetime) -> int:
        return 2 * round((at - self.first).total_seconds() / self.length_s * (WIDTH / 2 - 2)) + 2


def _ticks(events: Iterable[RecordedEvent], across: _Across) -> tuple[Tick, ...]:
    """One tick for each two units of the strip that saw anything: its weightiest event."""
    looks: dict[int, str] = {}
    for event in events:
        x = across.x(event.occurred_at)
        look = LOOK.get(event.type, "")
        known = looks.get(x)
        if known is None or _WEIGHT[look] > _WEIGHT[known]:
            looks[x] = look
    return tuple(Tick(x, FOOT - _WEIGHT[look], look) for x, look in sorted(looks.items()))


def _words(events: Sequence[RecordedEvent]) -> str:
    if not events:
        return gettext("Nothing is recorded yet.")
    opened = timezone.localtime(events[0].occurred_at)
    coup = max((coup_of(event) or 0 for event in events if event.type == "bets_opened"), default=0)
    broken = sum(event.type == "violation_raised" for event in events)
    coups = ngettext("{count} coup", "{count} coups", coup).format(count=count(coup))
    violations = ngettext("{count} violation", "{count} violations", broken).format(count=count(broken))
    return gettext("{time} opened · {coups} · {violations} · now at event {version}").format(
        time=clock(opened), coups=coups, violations=violations, version=count(events[-1].version)
    )
