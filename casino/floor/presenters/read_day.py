"""A table's day as the pages of its record and of its moments read it: each event in its sentence, and what somebody
looks for among them.

The sentences are those of the compliance report (`casino/compliance/declared`): an event reads the same in both.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property

import msgspec
from django.utils import timezone
from django.utils.translation import gettext

from casino.compliance.background import OF_BACKGROUND, background_of
from casino.compliance.declared import LISTED, Day, DayEvent, Entry
from casino.compliance.who import doer, people_of, signed_beside
from casino.kit.actors import called
from casino.kit.clauses import cited
from tables.play.events import TABLE_EVENTS
from tables.play.evolve import Recorded, evolve_recorded
from tables.play.reader.heard import Dated
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent

LOOK = {
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
"""Look of an event by its type; plain by default."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Filter for the events of a day; an empty field leaves no event out.

    `kind` is the name of an event's kind as marked for translation. `event` is the version of an event whose page of
    the list is wanted.
    """

    words: str = ""
    coup: int | None = None
    person: str = ""
    kind: str = ""
    event: int | None = None

    @property
    def is_narrow(self) -> bool:
        """It leaves events out."""
        return bool(self.words or self.coup or self.person or self.kind)


class ListedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event in words.

    `reference` is the clause that it is reported by, as printed. `code` is the version of the code that recorded it,
    empty for an older event.
    """

    version: int
    at: datetime
    kind: str
    words: str
    reference: str
    coup: int | None
    by: str
    signed: str
    look: str
    code: str


class _Read(msgspec.Struct, frozen=True):
    """An event of the record with the entry by which it reads."""

    record: RecordedEvent
    event: DayEvent
    entry: Entry


class ReadDay:
    """A table's day, decoded once for all parts of a page. `withheld`: its boxes are to be counted blind, so the
    cash in them is withheld.
    """

    def __init__(self, records: Sequence[RecordedEvent], *, withheld: bool = False) -> None:
        self.records, self.withheld = records, withheld
        self.facts = [TABLE_EVENTS.read(record) for record in records]

    @cached_property
    def rulebook(self) -> Rulebook:
        """Return the rulebook by which the day was opened."""
        opened = self.records[0].data
        return get_rulebook(opened["rulebook"], opened["rulebook_version"])

    @cached_property
    def people(self) -> frozenset[str]:
        """Everybody who acted or signed."""
        return frozenset(name for record in self.records for name in people_of(record))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of events that it has, as they are marked for translation."""
        # Most types read the same way for every event.
        known = {each: LISTED[each] for each in {record.type for record in self.records}}
        of_either = {each for each, entry in known.items() if entry.otherwise is not None}
        found = {entry.kind for each, entry in known.items() if each not in of_either}
        places = (place for place, record in enumerate(self.records) if record.type in of_either)
        return frozenset(found.union(self._read(place).entry.kind for place in places))

    def found(self, wanted: Wanted) -> list[int]:
        """The places in `records` of the events that are wanted, in their order."""
        places: Iterable[int] = range(len(self.records))
        if wanted.coup is not None:
            places = [place for place in places if coup_of(self.records[place]) == wanted.coup]
        return [place for place in places if _is_wanted(self._read(place), wanted, self.withheld)]

    def listed(self, places: Iterable[int]) -> tuple[ListedEvent, ...]:
        """The events at these places in words."""
        return tuple(_listed(self._read(place), self.withheld) for place in places)

    def _read(self, place: int) -> _Read:
        record = self.records[place]
        event = DayEvent(self.facts[place], self._day, record.version)
        return _Read(record, event, LISTED[record.type].of(event))

    def state_then(self, version: int) -> State:
        """The table's state after the event of this version."""
        recorded = zip(self.records[:version], self.facts[:version], strict=True)
        return evolve_recorded(
            (Recorded(fact, record.version, record.occurred_at) for record, fact in recorded), self.rulebook
        )

    @cached_property
    def _day(self) -> Day:
        of_background = (
            Dated(record.version, record.occurred_at, fact)
            for record, fact in zip(self.records, self.facts, strict=True)
            if record.type in OF_BACKGROUND
        )
        return Day(self.rulebook, background_of(of_background))


def _is_wanted(of: _Read, wanted: Wanted, withheld: bool) -> bool:
    """Return True if it is one of these, of any coup."""
    return (
        wanted.kind in ("", of.entry.kind)
        and (not wanted.person or wanted.person in people_of(of.record))
        and (not wanted.words or wanted.words.casefold() in _told(of, withheld).casefold())
    )


def _told(of: _Read, withheld: bool) -> str:
    """Return all words of a line, for a search."""
    texts = (
        gettext(of.entry.kind),
        of.entry.text(of.event, withheld=withheld),
        *map(called, people_of(of.record)),
    )
    return " ".join(texts)


def coup_of(record: RecordedEvent) -> int | None:
    coup: int | None = record.data.get("coup")
    return coup


def _listed(of: _Read, withheld: bool) -> ListedEvent:
    return ListedEvent(
        version=of.record.version,
        at=timezone.localtime(of.record.occurred_at),
        kind=gettext(of.entry.kind),
        words=of.entry.text(of.event, withheld=withheld),
        reference=cited(of.event.rulebook, of.entry.clause(of.event)),
        coup=coup_of(of.record),
        by=doer(of.record),
        signed=", ".join(signed_beside(of.record)),
        look=LOOK.get(of.record.type, ""),
        code=str(of.record.metadata.get("code", "")),
    )
