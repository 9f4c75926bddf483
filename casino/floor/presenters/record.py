"""The record of a table's day: every event as a tick by its time, and in a list, each with its sentence.

The sentences are those of the compliance report (`casino/compliance/declared`): an event reads the same in both.
"""

from collections.abc import Sequence, Set
from datetime import datetime, timedelta

import msgspec
from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.compliance.background import OF_BACKGROUND, background_of
from casino.compliance.declared import LISTED, Day, DayEvent, Entry
from casino.compliance.who import people_of, signed_beside, who_did
from casino.kit.clauses import cited
from casino.kit.money import count
from tables.play.events import TABLE_EVENTS
from tables.play.reader.heard import Dated
from tables.roulette.loader import get_rulebook
from tables.stream import RecordedEvent

WIDTH = 1400
FOOT = 42
SHORTEST = timedelta(hours=1)
ON_A_PAGE = 100
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


class DayStrip(msgspec.Struct, frozen=True, kw_only=True):
    """The day drawn, and in a line of words."""

    ticks: tuple[Tick, ...]
    words: str
    mark: int | None = None
    """Where on the strip the moment is that is shown."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody looks for in a day; what is empty leaves none out. `kind` as it is marked for translation.

    `event` is the version of an event whose page is wanted.
    """

    words: str = ""
    coup: int | None = None
    person: str = ""
    kind: str = ""
    event: int | None = None


class ListedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event in words. `reference` is the clause that it is reported by, as printed."""

    version: int
    at: datetime
    kind: str
    words: str
    reference: str
    coup: int | None
    by: str
    signed: str
    look: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: a page of it, with who and which kinds of events the whole day has."""

    page: "Page[_Read]"
    events: tuple[ListedEvent, ...]
    people: frozenset[str]
    kinds: frozenset[str]


class _Read(msgspec.Struct, frozen=True):
    """An event of the record with the entry by which it reads."""

    record: RecordedEvent
    event: DayEvent
    entry: Entry


def day_strip(events: Sequence[RecordedEvent], now: datetime) -> DayStrip:
    """The strip of a table's day."""
    return DayStrip(ticks=_ticks(events, now), words=_words(events))


def marked_strip(events: Sequence[RecordedEvent], version: int) -> DayStrip:
    """The strip from the day's first event to its last, with a mark at the event of this version."""
    until = events[-1].occurred_at
    return DayStrip(
        ticks=_ticks(events, until, shortest=timedelta(seconds=1)),
        words="",
        mark=_x(events[version - 1].occurred_at, events[0].occurred_at, until, timedelta(seconds=1)),
    )


def listed(
    events: Sequence[RecordedEvent], chosen: Sequence[RecordedEvent], *, withheld: bool = False
) -> list[ListedEvent]:
    """The chosen ones of a day's events in words, in their order."""
    wanted = {each.version for each in chosen}
    of_version = {each.record.version: _listed(each, withheld) for each in _read(events, wanted)}
    return [of_version[each.version] for each in chosen]


def found_in(
    events: Sequence[RecordedEvent], wanted: Wanted, *, page: str | int = 1, withheld: bool = False
) -> Found:
    """What of the day's events is wanted, the newest first; of one coup in the order in which it went.

    `withheld`: its boxes are to be counted blind, so the cash in them is withheld.
    """
    read = _read(events)
    found = [each for each in read if _is_wanted(each, wanted, withheld)]
    if wanted.coup is None:
        found.reverse()
    pages = Paginator(found, ON_A_PAGE)
    if wanted.event is not None:
        place = next((at for at, each in enumerate(found) if each.record.version == wanted.event), 0)
        page = place // ON_A_PAGE + 1
    one = pages.get_page(page)
    return Found(
        page=one,
        events=tuple(_listed(each, withheld) for each in one.object_list),
        people=frozenset(name for each in read for name in people_of(each.record)),
        kinds=frozenset(each.entry.kind for each in read),
    )


def _read(events: Sequence[RecordedEvent], wanted: Set[int] | None = None) -> tuple[_Read, ...]:
    """The events with their entries, or those of the wanted versions alone."""
    if not events:
        return ()
    facts = [TABLE_EVENTS.read(event) for event in events]
    opened = events[0].data
    background = background_of(
        Dated(record.version, record.occurred_at, fact)
        for record, fact in zip(events, facts, strict=True)
        if record.type in OF_BACKGROUND
    )
    day = Day(get_rulebook(opened["rulebook"], opened["rulebook_version"]), background)
    read = (DayEvent(fact, day, record.version) for record, fact in zip(events, facts, strict=True))
    return tuple(
        _Read(record, event, LISTED[record.type].of(event))
        for record, event in zip(events, read, strict=True)
        if wanted is None or record.version in wanted
    )


def _is_wanted(of: _Read, wanted: Wanted, withheld: bool) -> bool:
    return (
        wanted.coup in (None, _coup(of.record))
        and wanted.kind in ("", of.entry.kind)
        and (not wanted.person or wanted.person in people_of(of.record))
        and (not wanted.words or wanted.words.casefold() in _told(of, withheld).casefold())
    )


def _told(of: _Read, withheld: bool) -> str:
    """All that a line says, for a search."""
    said = (gettext(of.entry.kind), of.entry.text(of.event, withheld=withheld), *people_of(of.record))
    return " ".join(said)


def _coup(record: RecordedEvent) -> int | None:
    coup: int | None = record.data.get("coup")
    return coup


def _listed(of: _Read, withheld: bool) -> ListedEvent:
    return ListedEvent(
        version=of.record.version,
        at=timezone.localtime(of.record.occurred_at),
        kind=gettext(of.entry.kind),
        words=of.entry.text(of.event, withheld=withheld),
        reference=cited(of.event.rulebook, of.entry.clause(of.event)),
        coup=_coup(of.record),
        by=who_did(of.record),
        signed=", ".join(signed_beside(of.record)),
        look=_LOOK.get(of.record.type, ""),
    )


def _x(at: datetime, first: datetime, until: datetime, shortest: timedelta) -> int:
    length = max(until - first, shortest)
    return 2 * round((at - first) / length * (WIDTH / 2 - 2)) + 2


def _ticks(
    events: Sequence[RecordedEvent], now: datetime, *, shortest: timedelta = SHORTEST
) -> tuple[Tick, ...]:
    """One tick for each two units of the strip that saw anything: its weightiest event."""
    if not events:
        return ()
    first = events[0].occurred_at
    until = events[-1].occurred_at if events[-1].type == "table_closed" else now
    looks: dict[int, str] = {}
    for event in events:
        x = _x(event.occurred_at, first, until, shortest)
        look = _LOOK.get(event.type, "")
        looks[x] = max(looks.get(x, ""), look, key=_WEIGHT.__getitem__)
    return tuple(Tick(x, FOOT - _WEIGHT[look], look) for x, look in sorted(looks.items()))


def _words(events: Sequence[RecordedEvent]) -> str:
    if not events:
        return gettext("Nothing is recorded yet.")
    opened = timezone.localtime(events[0].occurred_at)
    coup = max((_coup(event) or 0 for event in events if event.type == "bets_opened"), default=0)
    broken = sum(event.type == "violation_raised" for event in events)
    coups = ngettext("{count} coup", "{count} coups", coup).format(count=count(coup))
    violations = ngettext("{count} violation", "{count} violations", broken).format(count=count(broken))
    return gettext("{time} opened · {coups} · {violations} · now at event {version}").format(
        time=f"{opened:%H:%M}", coups=coups, violations=violations, version=count(events[-1].version)
    )
