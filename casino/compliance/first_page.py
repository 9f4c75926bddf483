"""First page of the report of a gaming day, a shift, a week or any days.

It has violations by clause, unchecked demands with the reason, open points, and times between ball changes. It also has
acts signed together with an account of one's own making, and the sums of each table, pit and casino.

The page is made from the record of all tables of the days in a handful of queries, for any number of tables. The
answers to violations come from their own table, and `record_check` checks the record itself.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import msgspec
from django.utils.translation import gettext, ngettext

from casino.compliance.maker_and_made import MakerAndMade, signed_by_maker_and_made
from casino.compliance.models import Violation
from casino.compliance.period import Period
from casino.compliance.presenters import STATUSES, lateness
from casino.compliance.rule_labels import rule_label
from casino.compliance.table_days import TableDay, table_days
from casino.compliance.unchecked import Unchecked, not_checked, unchecked_of
from casino.kit.money import count
from casino.kit.sentences import TableNames, sentence_of
from tables.compliance.state import ENDED
from tables.handling.projections.table_snapshots import day_state
from tables.handling.streams import table_stream
from tables.handling.witnesses import cosigned_note
from tables.play.events import BallChanged
from tables.play.state import State
from tables.stream.chain import verify_chain
from tables.stream.merkle.checkpoints import Checkpoint, latest_checkpoint
from tables.stream.reader import positions_of_streams

BAR = 90
"""Minutes that the bar of a ball shows at most."""


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """Violations of one rule under one clause: places, number, longest delay and answers."""

    reference: str
    rule: str
    label: str
    tables: tuple[str, ...]
    times: int
    late: str
    not_met: bool
    said: str


class LeftStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Open points at a table of the day."""

    table: str
    day: str
    words: str


class BallInterval(msgspec.Struct, frozen=True, kw_only=True):
    """Time of a ball in play; `is_late` if it exceeds the limit of its rule. The event `version` ended it."""

    table: str
    day: str
    ball: str
    minutes: int
    is_late: bool
    until: datetime
    version: int

    @property
    def height(self) -> int:
        """Return the height of the bar: a unit a minute, up to the bar's whole."""
        return min(self.minutes, BAR) + 2

    @property
    def top(self) -> int:
        return BAR + 2 - self.height


class Sum(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a table, a pit or the casino for the period: days open, coups, violations, unanswered ones,
    unchecked demands by day, and open points.
    """

    name: str
    tables: tuple[str, ...]
    days: int
    coups: int
    violations: int
    unanswered: int
    unchecked: int
    standing: int


class FirstPage(msgspec.Struct, frozen=True, kw_only=True):
    """The first page of a period. `first` and `last` are the positions in the record from which it was made, None
    while an event of the day waits for its place; `witnesses` have signed the newest checkpoint beside the casino."""

    period: Period
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
    maker_and_made: tuple[MakerAndMade, ...]
    going_on: tuple[str, ...]
    """Tables whose day is not closed yet."""
    by_table: tuple[Sum, ...]
    by_pit: tuple[Sum, ...]
    """Sums of the pits, if tables are in one."""
    together: Sum

    @property
    def clauses(self) -> int:
        return len({each.reference for each in self.broken})


class RecordCheck(msgspec.Struct, frozen=True):
    """Check of table days, event by event against their hashes: the number of streams, and the faults."""

    streams: int
    faults: tuple[str, ...]


def first_page(casino_id: int, period: Period, codes: Sequence[str]) -> FirstPage | None:
    """Return the page of these tables' period; None if none of them was opened in it."""
    windows = period.windows(casino_id)
    days = table_days(casino_id, windows, codes)
    if not days:
        return None
    opened = tuple(dict.fromkeys(each.code for each in days))
    raised = Violation.objects.filter(
        casino_id=casino_id, day__in=windows, table__in=opened, raised_at__isnull=False
    )
    rows = [
        row
        for row in raised.order_by("table", "day", "version")
        if row.raised_at and windows[row.day].has(row.raised_at)
    ]
    printed = {clause: words for each in days for clause, words in each.rulebook.clauses.items()}
    placed = positions_of_streams(casino_id, [table_stream(*each.place) for each in days])
    checkpoint = latest_checkpoint(casino_id)
    standing = tuple(_standing(casino_id, days))
    by_table = [_sum(code, [each for each in days if each.code == code], rows, standing) for code in opened]
    pits = sorted({each.pit for each in days if each.pit})
    return FirstPage(
        period=period,
        tables=opened,
        coups=sum(each.coups for each in days),
        rulebooks=len({each.rulebook.id for each in days}),
        events=placed.events,
        first=placed.first,
        last=placed.last,
        checkpoint=checkpoint.size if checkpoint else None,
        witnesses=_witnesses(checkpoint),
        violations=len(rows),
        unanswered=sum(map(_is_unanswered, rows)),
        broken=tuple(_broken(rows, printed)),
        unchecked=tuple(unchecked_of(days)),
        standing=standing,
        balls=tuple(interval for each in days for interval in _ball_intervals(each)),
        maker_and_made=signed_by_maker_and_made(casino_id, windows),
        going_on=tuple(each.code for each in days if not each.closed),
        by_table=tuple(by_table),
        by_pit=tuple(_sum(pit, [each for each in days if each.pit == pit], rows, standing) for pit in pits),
        together=_sum("", days, rows, standing),
    )


def _sum(
    name: str, days: Sequence[TableDay], rows: Iterable[Violation], standing: Iterable[LeftStanding]
) -> Sum:
    places = {each.place for each in days}
    broken = [row for row in rows if (row.table, row.day) in places]
    return Sum(
        name=name,
        tables=tuple(dict.fromkeys(each.code for each in days)),
        days=len({each.day for each in days}),
        coups=sum(each.coups for each in days),
        violations=len(broken),
        unanswered=sum(map(_is_unanswered, broken)),
        unchecked=sum(map(not_checked, days)),
        standing=sum((each.table, each.day) in places for each in standing),
    )


def _is_unanswered(row: Violation) -> bool:
    return row.status not in ENDED and not row.life


def record_check(casino_id: int, days: Sequence[str], codes: Sequence[str]) -> RecordCheck:
    """Check every event of these tables' days against its hash and the one before it."""
    streams = [table_stream(code, day) for day in days for code in codes]
    faults = (verify_chain(casino_id, stream) for stream in streams)
    return RecordCheck(len(streams), tuple(str(fault) for fault in faults if fault))


def _witnesses(checkpoint: Checkpoint | None) -> int:
    return len(cosigned_note(checkpoint).signatures) - 1 if checkpoint else 0


# ---------------------------------------------------------------- what was broken


def _broken(rows: Sequence[Violation], printed: Mapping[str, str]) -> Iterator[Broken]:
    """Yield the violations by clause and rule, the most frequent first."""
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
    """Return the longest delay; for a rule without a deadline, the coups."""
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
    """Return the last answer to a single violation; of several the number at each status."""
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


# ---------------------------------------------------------------- what stands open


def _standing(casino_id: int, days: Iterable[TableDay]) -> Iterator[LeftStanding]:
    for each in days:
        for words in _open_at(day_state(casino_id, each.code, each.day), each):
            yield LeftStanding(table=each.code, day=each.day, words=words)


def _open_at(state: State, day: TableDay) -> Iterator[str]:
    """Yield the decisions that the table's day leaves open, in words."""
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


def _ball_intervals(day: TableDay) -> Iterator[BallInterval]:
    """Yield the interval of each ball, from its coming into play to its change or the table's close."""
    rule = day.rulebook.ball_change
    changes = [each for each in day.events if isinstance(each.event, BallChanged)]
    ends = [each for each in day.events[-1:] if day.closed]
    for before, after in pairwise([day.events[0], *changes, *ends]):
        if not day.window.has(after.at):
            continue
        seconds = (after.at - before.at).total_seconds()
        ball = getattr(before.event, "ball", "")
        yield BallInterval(
            table=day.code,
            day=day.day,
            ball=ball,
            minutes=round(seconds / 60),
            is_late=rule is not None and seconds > rule.every_s,
            until=after.at,
            version=after.version,
        )
