"""A table's day as the first page needs it: some of its events, with what the rest of the day says of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from casino.compliance.background import OF_BACKGROUND, Background, Launch, background_of
from casino.compliance.period import Window
from tables.handling.streams import table_and_day, table_stream
from tables.play.events import TABLE_EVENTS, TableOpened
from tables.play.reader.heard import Dated
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent, read_types

BALLS = ("ball_changed", "table_closed")
TYPES = tuple(dict.fromkeys((*OF_BACKGROUND, *BALLS, "bets_opened")))


class TableDay(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What the page needs of one table's day."""

    code: str
    day: str
    pit: str
    rulebook: Rulebook
    background: Background
    events: tuple[Dated, ...]
    window: Window
    coups: int
    closed: bool

    @property
    def place(self) -> tuple[str, str]:
        return self.code, self.day

    @cached_property
    def coups_meant(self) -> frozenset[int]:
        """The coups of which something happened in the window."""
        coups = ((each.at, getattr(each.event, "coup", None)) for each in self.events)
        return frozenset(coup for at, coup in coups if coup is not None and self.window.has(at))

    @cached_property
    def launches(self) -> Sequence[Launch]:
        """Those of the window."""
        return [launch for (coup, _), launch in self.background.launches.items() if coup in self.coups_meant]


def table_days(casino_id: int, windows: Mapping[str, Window], codes: Sequence[str]) -> list[TableDay]:
    """Of each table that was opened on one of the days, what the page needs; by table, then by day. One query."""
    places = [(code, day) for code in codes for day in windows]
    by_place: dict[tuple[str, str], list[RecordedEvent]] = defaultdict(list)
    for record in read_types(casino_id, [table_stream(*place) for place in places], TYPES):
        by_place[table_and_day(record.stream_id)].append(record)
    return [_table_day(*place, by_place[place], windows[place[1]]) for place in places if by_place[place]]


def _table_day(code: str, day: str, records: Sequence[RecordedEvent], window: Window) -> TableDay:
    events = tuple(Dated(each.version, each.occurred_at, TABLE_EVENTS.read(each)) for each in records)
    opened = events[0].event
    assert isinstance(opened, TableOpened), "a table's day begins with its opening"
    return TableDay(
        code=code,
        day=day,
        pit=opened.pit,
        rulebook=get_rulebook(opened.rulebook, opened.rulebook_version),
        background=background_of(events),
        events=events,
        window=window,
        coups=sum(each.type == "number_fell" and window.has(each.occurred_at) for each in records),
        closed=records[-1].type == "table_closed",
    )
