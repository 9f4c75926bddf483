"""A table's day as the first page needs it: some of its events, with the facts of the rest of the day about them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from casino.compliance.background import OF_BACKGROUND, Launch, background_of
from casino.compliance.period import ALWAYS, Window
from tables.handling.streams import table_and_day, table_stream
from tables.play.events import TABLE_EVENTS, BetPlaced, TableOpened
from tables.play.reader.heard import Dated, HeardOfADay
from tables.python_runtime import nothing_collected
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.stream import RecordedEvent, read_types

OPENED, BET = "table_opened", "bet_placed"
BALLS = ("ball_changed", "table_closed")
TYPES = tuple(dict.fromkeys((*OF_BACKGROUND, *BALLS, "bets_opened")))
WITHOUT_BETS = tuple(each for each in TYPES if each != BET)
AT_A_TIME = 10
"""Tables' days read together: a process does not hold the events of a hundred."""
Place = tuple[str, str]
"""A table's code and the gaming day."""


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """One table's day for the page; `events` are without its bets.

    `coups_meant` are the coups with an event in the window, `launches` theirs; `without_distance` are the bets on
    even chances in it without their distance, if the rulebook demands distances.
    """

    code: str
    day: str
    pit: str
    rulebook: Rulebook
    events: tuple[Dated, ...]
    launches: tuple[Launch, ...]
    heard: HeardOfADay
    coups_meant: frozenset[int]
    without_distance: int
    window: Window
    coups: int
    closed: bool

    @property
    def place(self) -> Place:
        return self.code, self.day


def wants_distances(rulebook: Rulebook) -> bool:
    """Return True if the rulebook pays even chances by their distance."""
    return "distance-descending" in rulebook.payment.within


def table_days(casino_id: int, windows: Mapping[str, Window], codes: Sequence[str]) -> list[TableDay]:
    """Return the days of each table that was opened on one of the days; by table, then by day."""
    places = [(code, day) for code in codes for day in windows]
    opened = _read(casino_id, places, (OPENED,))
    with_bets = [each for each, (first, *_) in opened.items() if _needs_bets(first, windows[each[1]])]
    without = [each for each in opened if each not in set(with_bets)]
    made: dict[Place, TableDay] = {}
    for of_a_kind, types in ((with_bets, TYPES), (without, WITHOUT_BETS)):
        for first in range(0, len(of_a_kind), AT_A_TIME):
            with nothing_collected():
                read = _read(casino_id, of_a_kind[first : first + AT_A_TIME], types)
                made |= {
                    place: _table_day(place, of_day, windows[place[1]]) for place, of_day in read.items()
                }
    return [made[each] for each in places if each in made]


def _needs_bets(opened: RecordedEvent, window: Window) -> bool:
    """Return True if the page needs the bets, which are most of a day's events.

    A whole day has the coups that were opened; in a part of a day a bet may be the only event of a coup.
    """
    rulebook = get_rulebook(opened.data["rulebook"], opened.data["rulebook_version"])
    return window != ALWAYS or wants_distances(rulebook)


def _read(
    casino_id: int, places: Iterable[Place], types: Sequence[str]
) -> Mapping[Place, Sequence[RecordedEvent]]:
    """Return the events of these types, of each place that has one. One query."""
    found: dict[Place, list[RecordedEvent]] = defaultdict(list)
    for record in read_types(casino_id, [table_stream(*place) for place in places], types):
        found[table_and_day(record.stream_id)].append(record)
    return found


def _table_day(place: Place, records: Sequence[RecordedEvent], window: Window) -> TableDay:
    dated = [Dated(each.version, each.occurred_at, TABLE_EVENTS.read(each)) for each in records]
    opened = dated[0].event
    assert isinstance(opened, TableOpened), "a table's day begins with its opening"
    rulebook = get_rulebook(opened.rulebook, opened.rulebook_version)
    background = background_of(dated)
    coups = ((each.at, getattr(each.event, "coup", None)) for each in dated)
    meant = frozenset(coup for at, coup in coups if coup is not None and window.has(at))
    bets = (each.event for each in dated if isinstance(each.event, BetPlaced) and window.has(each.at))
    code, day = place
    return TableDay(
        code=code,
        day=day,
        pit=opened.pit,
        rulebook=rulebook,
        events=tuple(each for each in dated if not isinstance(each.event, BetPlaced)),
        launches=tuple(launch for (coup, _), launch in background.launches.items() if coup in meant),
        heard=background.heard,
        coups_meant=meant,
        without_distance=sum(bet.bet in EVEN_CHANCES and bet.distance is None for bet in bets)
        if wants_distances(rulebook)
        else 0,
        window=window,
        coups=sum(each.type == "number_fell" and window.has(each.occurred_at) for each in records),
        closed=records[-1].type == "table_closed",
    )
