"""The first page of a gaming day's report: what was broken, by clause; what could not be checked, and why; what stands
open; and how far apart the balls were changed.

Made from the record of all tables of the day in a handful of queries, whatever their number. The lives of violations
are read where they are kept, and `record_check` says whether the record itself is whole.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import msgspec
from django.utils.translation import gettext, ngettext

from casino.compliance.background import OF_BACKGROUND, Background, background_of
from casino.compliance.models import Violation
from casino.compliance.presenters import STATUSES, lateness
from casino.compliance.rule_labels import rule_label
from casino.kit.clauses import cited
from casino.kit.dates import clock
from casino.kit.money import count
from casino.kit.sentences import TableNames, sentence_of
from tables.compliance.state import ENDED
from tables.handling.projections.table_snapshots import day_state
from tables.handling.streams import table_and_day, table_stream
from tables.play.events import TABLE_EVENTS, BallChanged, BetPlaced, ReaderChanged, TableOpened
from tables.play.reader.heard import Dated
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.stream import RecordedEvent, read_types
from tables.stream.chain import verify_chain
from tables.stream.merkle.checkpoints import Checkpoint, latest_checkpoint, note_of
from tables.stream.reader import positions_of_streams

BALLS = ("ball_changed", "table_closed")
TYPES = tuple(dict.fromkeys((*OF_BACKGROUND, *BALLS, "bets_opened")))

BAR = 90
"""Minutes that the bar of a ball shows at most."""


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """Violations of one rule under one clause: where, how often, how late the latest was and what was said to them."""

    reference: str
    rule: str
    label: str
    tables: tuple[str, ...]
    times: int
    late: str
    not_met: bool
    said: str


class Unchecked(msgspec.Struct, frozen=True, kw_only=True):
    """What a clause demands and the record of the day cannot show, table by table why."""

    demand: str
    why: tuple[str, ...]
    reference: str


class LeftStanding(msgspec.Struct, frozen=True, kw_only=True):
    """What stands open at a table of the day."""

    table: str
    words: str


class BallInterval(msgspec.Struct, frozen=True, kw_only=True):
    """How long a ball was in play, and whether that was longer than its rule lets it be; `version` ended it."""

    table: str
    ball: str
    minutes: int
    is_late: bool
    until: datetime
    version: int

    @property
    def height(self) -> int:
        """Of its bar: a unit a minute, up to the bar's whole."""
        return min(self.minutes, BAR) + 2

    @property
    def top(self) -> int:
        return BAR + 2 - self.height


class FirstPage(msgspec.Struct, frozen=True, kw_only=True):
    """The first page of a gaming day. `first` and `last` are the positions in the record from which it was made, None
    while an event of the day waits for its place; `witnesses` have signed the newest checkpoint beside the casino."""

    day: str
    tables: tuple[str, ...]
    coups: int
    rulebooks: int
    events: int
    first: int | None
    last: int | None
    checkpoint: int | None
    witnesses: int
    violations: int
    unanswered: int
    broken: tuple[Broken, ...]
    unchecked: tuple[Unchecked, ...]
    standing: tuple[LeftStanding, ...]
    balls: tuple[BallInterval, ...]
    going_on: tuple[str, ...]
    """Tables whose day is not closed yet."""

    @property
    def clauses(self) -> int:
        return len({each.reference for each in self.broken})


class RecordCheck(msgspec.Struct, frozen=True):
    """How many tables' days were checked event by event against their hashes, and what was found."""

    streams: int
    faults: tuple[str, ...]


class _TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """What the page needs of one table's day."""

    code: str
    rulebook: Rulebook
    background: Background
    events: tuple[Dated, ...]
    coups: int
    closed: bool


def first_page(casino_id: int, day: str, codes: Sequence[str]) -> FirstPage | None:
    """The page of these tables' gaming day; None if none of them was opened on it."""
    days = _days(casino_id, day, codes)
    if not days:
        return None
    opened = [each.code for each in days]
    raised = Violation.objects.filter(casino_id=casino_id, day=day, table__in=opened, raised_at__isnull=False)
    rows = list(raised.order_by("table", "version"))
    printed = {clause: words for each in days for clause, words in each.rulebook.clauses.items()}
    placed = positions_of_streams(casino_id, [table_stream(code, day) for code in opened])
    checkpoint = latest_checkpoint(casino_id)
    return FirstPage(
        day=day,
        tables=tuple(opened),
        coups=sum(each.coups for each in days),
        rulebooks=len({each.rulebook.id for each in days}),
        events=placed.events,
        first=placed.first,
        last=placed.last,
        checkpoint=checkpoint.size if checkpoint else None,
        witnesses=_witnesses(checkpoint),
        violations=len(rows),
        unanswered=sum(row.status not in ENDED and not row.life for row in rows),
        broken=tuple(_broken(rows, printed)),
        unchecked=tuple(_unchecked(days)),
        standing=tuple(_standing(casino_id, day, days)),
        balls=tuple(interval for each in days for interval in _ball_intervals(each)),
        going_on=tuple(each.code for each in days if not each.closed),
    )


def record_check(casino_id: int, day: str, codes: Sequence[str]) -> RecordCheck:
    """Every event of these tables' day held against its hash and the one before it."""
    streams = [table_stream(code, day) for code in codes]
    faults = (verify_chain(casino_id, stream) for stream in streams)
    return RecordCheck(len(streams), tuple(str(fault) for fault in faults if fault))


def _witnesses(checkpoint: Checkpoint | None) -> int:
    return len(note_of(checkpoint).signatures) - 1 if checkpoint else 0


def _days(casino_id: int, day: str, codes: Sequence[str]) -> list[_TableDay]:
    """Of each table that was opened on the day, what the page needs. One query."""
    by_table: dict[str, list[RecordedEvent]] = defaultdict(list)
    for record in read_types(casino_id, [table_stream(code, day) for code in codes], TYPES):
        by_table[table_and_day(record.stream_id)[0]].append(record)
    return [_table_day(code, by_table[code]) for code in codes if by_table[code]]


def _table_day(code: str, records: Sequence[RecordedEvent]) -> _TableDay:
    events = tuple(Dated(each.version, each.occurred_at, TABLE_EVENTS.read(each)) for each in records)
    opened = events[0].event
    assert isinstance(opened, TableOpened), "a table's day begins with its opening"
    return _TableDay(
        code=code,
        rulebook=get_rulebook(opened.rulebook, opened.rulebook_version),
        background=background_of(events),
        events=events,
        coups=sum(each.type == "number_fell" for each in records),
        closed=records[-1].type == "table_closed",
    )


# ---------------------------------------------------------------- what was broken


def _broken(rows: Sequence[Violation], printed: Mapping[str, str]) -> Iterator[Broken]:
    """By clause and rule, what was broken most often first."""
    grouped: dict[tuple[str, str], list[Violation]] = defaultdict(list)
    for row in rows:
        grouped[printed.get(row.clause, row.clause), row.rule].append(row)
    for (reference, rule), of_rule in sorted(grouped.items(), key=lambda each: -len(each[1])):
        not_met = any(row.due_at is not None and row.met_at is None for row in of_rule)
        yield Broken(
            reference=reference,
            rule=rule,
            label=rule_label(rule),
            tables=tuple(dict.fromkeys(row.table for row in of_rule)),
            times=len(of_rule),
            late=_how_late(of_rule, not_met),
            not_met=not_met,
            said=_said(of_rule),
        )


def _how_late(rows: Sequence[Violation], not_met: bool) -> str:
    """How late the latest was; of what has no deadline, at which coups it happened."""
    late = [row.late_s for row in rows if row.late_s is not None]
    if not_met:
        return gettext("not done")
    if late:
        words = gettext("{late} the latest") if len(late) > 1 else "{late}"
        return words.format(late=lateness(max(late)))
    coups = sorted({row.coup for row in rows if row.coup})
    if not coups:
        return ""
    shown = ", ".join(count(coup) for coup in coups[:4]) + ("…" if len(coups) > 4 else "")
    return ngettext("coup {coups}", "coups {coups}", len(coups)).format(coups=shown)


def _said(rows: Sequence[Violation]) -> str:
    """What was said to it last, of a single one; of several how many stand at which status."""
    if len(rows) == 1 and rows[0].life:
        last = rows[0].life[-1]
        status = gettext(STATUSES[rows[0].status])
        return f"{status}: {last['words']}" if last["words"] else status
    found: dict[str, int] = defaultdict(int)
    for row in rows:
        found[row.status] += 1
    return ", ".join(
        gettext("{count} {status}").format(count=count(number), status=gettext(STATUSES[status]).lower())
        for status, number in sorted(found.items())
    )


# ---------------------------------------------------------------- what could not be checked


def _unchecked(days: Sequence[_TableDay]) -> Iterator[Unchecked]:
    """Demand by demand, at which tables it could not be checked and why."""
    demands = (
        (gettext("Full turns of the ball"), _turns_clause, _turns_unknown),
        (gettext("Direction of wheel and ball"), _direction_clause, _directions_unknown),
        (gettext("Every number heard by the reader"), _no_clause, _numbers_unheard),
        (gettext("Near and far on the even chances"), _order_clause, _distances_unknown),
    )
    for demand, clause_of, why_of in demands:
        found = [
            (each, clause, why_of(each)) for each in days if (clause := clause_of(each.rulebook)) is not None
        ]
        of_tables = [(each, clause, why) for each, clause, why in found if why]
        if of_tables:
            references = (cited(each.rulebook, clause) for each, clause, _ in of_tables if clause)
            yield Unchecked(
                demand=demand,
                why=tuple(f"{each.code}: {why}" for each, _, why in of_tables),
                reference="; ".join(dict.fromkeys(references)),
            )


def _turns_clause(rulebook: Rulebook) -> str | None:
    return rulebook.launch.min_turns_clause


def _direction_clause(rulebook: Rulebook) -> str | None:
    return rulebook.launch.alternate or rulebook.launch.against_wheel


def _order_clause(rulebook: Rulebook) -> str | None:
    return rulebook.payment.clause if "distance-descending" in rulebook.payment.within else None


def _no_clause(rulebook: Rulebook) -> str:
    return ""


def _turns_unknown(day: _TableDay) -> str:
    launches = day.background.launches.values()
    return _of_launches(day, sum(launch.turns is None for launch in launches), len(launches))


def _directions_unknown(day: _TableDay) -> str:
    launches = day.background.launches.values()
    missing = sum(launch.wheel is None or launch.ball is None for launch in launches)
    return _of_launches(day, missing, len(launches))


def _of_launches(day: _TableDay, missing: int, launches: int) -> str:
    if not missing:
        return ""
    if not _has_reader(day):
        return gettext("no reader, and nobody entered it in {count} of {all} launches").format(
            count=count(missing), all=count(launches)
        )
    return gettext("not seen in {count} of {all} launches").format(count=count(missing), all=count(launches))


def _has_reader(day: _TableDay) -> bool:
    return any(isinstance(each.event, ReaderChanged) for each in day.events)


def _numbers_unheard(day: _TableDay) -> str:
    """The reader's outages of the day, the numbers entered by hand meanwhile, and those that it missed."""
    heard = day.background.heard
    began = {each.version: each.at for each in day.events}
    outages = [
        gettext("{since} to {until}").format(since=clock(began[version]), until=clock(until))
        if until
        else gettext("from {since} on").format(since=clock(began[version]))
        for version, until in heard.ended.items()
    ]
    by_hand = sum(how == "by_hand" for how in heard.unheard.values())
    missed = sum(gap.count for gap in heard.gaps)
    parts = [gettext("offline {outages}").format(outages=", ".join(outages))] if outages else []
    if by_hand:
        words = ngettext("{count} number entered by hand", "{count} numbers entered by hand", by_hand)
        parts.append(words.format(count=count(by_hand)))
    if missed:
        words = ngettext("{count} number missed", "{count} numbers missed", missed)
        parts.append(words.format(count=count(missed)))
    return "; ".join(parts)


def _distances_unknown(day: _TableDay) -> str:
    bets = (each.event for each in day.events if isinstance(each.event, BetPlaced))
    missing = sum(bet.bet in EVEN_CHANCES and bet.distance is None for bet in bets)
    if not missing:
        return ""
    return ngettext(
        "{count} bet without its distance", "{count} bets without their distance", missing
    ).format(count=count(missing))


# ---------------------------------------------------------------- what stands open


def _standing(casino_id: int, day: str, days: Iterable[_TableDay]) -> Iterator[LeftStanding]:
    for each in days:
        for words in _open_at(day_state(casino_id, each.code, day), each):
            yield LeftStanding(table=each.code, words=words)


def _open_at(state: State, day: _TableDay) -> Iterator[str]:
    """What the table's day leaves to be decided, in words."""
    names = TableNames(day.rulebook, state)
    if state.direction.forced_close is not None:
        yield from (sentence_of(left, names) for left in state.direction.forced_close.left)
    unpaid = len(state.payments_open) if day.closed else 0
    disputes, disputed = len(state.corrections.disputes), len(state.discrepancies)
    differing, held = len(state.differences.open), len(state.held.items)
    amounts = (
        (disputes, ngettext("{count} dispute to be decided", "{count} disputes to be decided", disputes)),
        (disputed, ngettext("{count} number in dispute", "{count} numbers in dispute", disputed)),
        (differing, ngettext("{count} payment that differs", "{count} payments that differ", differing)),
        (held, ngettext("{count} held that nobody claimed", "{count} held that nobody claimed", held)),
        (unpaid, ngettext("{count} coup not paid", "{count} coups not paid", unpaid)),
    )
    yield from (words.format(count=count(number)) for number, words in amounts if number)


# ---------------------------------------------------------------- balls


def _ball_intervals(day: _TableDay) -> Iterator[BallInterval]:
    """From each ball's coming into play to its change, or the table's close."""
    rule = day.rulebook.ball_change
    changes = [each for each in day.events if isinstance(each.event, BallChanged)]
    ends = [each for each in day.events[-1:] if day.closed]
    for before, after in pairwise([day.events[0], *changes, *ends]):
        seconds = (after.at - before.at).total_seconds()
        ball = getattr(before.event, "ball", "")
        yield BallInterval(
            table=day.code,
            ball=ball,
            minutes=round(seconds / 60),
            is_late=rule is not None and seconds > rule.every_s,
            until=after.at,
            version=after.version,
        )
