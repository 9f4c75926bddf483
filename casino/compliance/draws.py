"""The draws of tables to inspect, under the command handler: a stream for each gaming day, and a seed that is
outside of the record until its day.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from secrets import token_bytes

from django.db import transaction

from casino.compliance.models import DrawSeed
from casino.kit.encryption import Unreadable, decrypted, encrypted
from tables.compliance.draws.commands import AnyDrawCommand, CommitDraw, RevealDraw
from tables.compliance.draws.decide import COUNTED_DAYS, Known, decide
from tables.compliance.draws.drawing import candidates_of
from tables.compliance.draws.events import (
    DRAW_EVENTS,
    AnyDrawEvent,
    DrawCandidate,
    DrawCommitted,
    DrawRevealed,
    TableAskedFor,
)
from tables.compliance.draws.evolve import evolve
from tables.compliance.draws.state import Draw, draw_stream
from tables.handling import Actor, Aggregate, Happened, handle
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day, gaming_day_begins
from tables.handling.models import GamingTable
from tables.handling.outcome import How
from tables.refusal import Refused
from tables.stream import Appended, RecordedEvent, read_stream
from tables.stream.reader import read_types

SEED_BYTES = 16
"""Nobody guesses 128 bits, and 32 digits can still be read out over a telephone."""
OF_DRAWS = b"permanence: seeds of draws"
"""Purpose of the key that encrypts seeds."""


class DrawAggregate(Aggregate[AnyDrawCommand, Draw, AnyDrawEvent]):
    """The draw of a gaming day."""

    codec = DRAW_EVENTS
    known: Known

    def __init__(self, casino_id: int, day: date) -> None:
        super().__init__(casino_id)
        self.day = day.isoformat()

    @property
    def stream_id(self) -> str:
        return draw_stream(self.day)

    def load(self, command: AnyDrawCommand, now: datetime) -> Draw:
        """Lock the casino and load the draw. Simultaneous requests wait here, and are decided one after the other."""
        hold_casino(self.casino_id)
        self.known = _known(self.casino_id, self.day, seed=self._seed_for(command), now=now)
        return self.as_stands()

    def _seed_for(self, command: AnyDrawCommand) -> bytes | None:
        match command:
            case CommitDraw():
                return token_bytes(SEED_BYTES)
            case RevealDraw():
                return _kept_seed(self.casino_id, self.day)
        return None

    def as_stands(self) -> Draw:
        return self.evolved(read_stream(self.casino_id, self.stream_id), Draw())

    def current(self, earlier: Appended) -> Draw:
        return self.as_stands()

    def overtaken(self, state: Draw) -> Refused:
        return Refused("draw-changed-meanwhile")

    def decide(self, state: Draw, command: AnyDrawCommand, at: datetime) -> tuple[AnyDrawEvent]:
        return (decide(state, command, self.known),)

    def evolve(self, state: Draw, happened: Happened[AnyDrawEvent]) -> Draw:
        return evolve(state, happened.event)

    def before_append(
        self, state: Draw, command: AnyDrawCommand, events: Sequence[AnyDrawEvent], how: How
    ) -> None:
        """Keep the seed of a new draw, and delete a seed that the record is about to have."""
        for event in events:
            match event:
                case DrawCommitted():
                    assert self.known.seed is not None, "a new draw has a new seed"
                    DrawSeed.objects.create(
                        casino_id=self.casino_id,
                        day=self.day,
                        seed=encrypted(self.known.seed, OF_DRAWS),
                    )
                case DrawRevealed():
                    DrawSeed.objects.filter(casino_id=self.casino_id, day=self.day).delete()
                case TableAskedFor():
                    pass


def commit_draws(
    casino_id: int, command: CommitDraw, *, by: Actor, now: datetime, idempotency_key: str | None
) -> None:
    """Commit a draw for each day of the command, each with a seed of its own: for all of them or for none. Raises
    Refused."""
    with transaction.atomic():
        for day in command.days:
            handle(
                DrawAggregate(casino_id, date.fromisoformat(day)),
                command,
                by=by,
                now=now,
                # A key counts in the whole casino, and each day is a request of its own.
                idempotency_key=f"{idempotency_key}/{day}" if idempotency_key else None,
            )


def candidates_now(casino_id: int, today: date) -> tuple[DrawCandidate, ...]:
    """Return the tables in use with the weights that a draw of this moment would have."""
    codes = GamingTable.objects.filter(casino_id=casino_id).values_list("code", flat=True)
    return candidates_of(list(codes), _inspections(casino_id, today))


def counted_since(today: date) -> date:
    """Return the first gaming day whose inspections count."""
    return today - timedelta(days=COUNTED_DAYS)


def draw_records(casino_id: int, first: date, last: date) -> Mapping[str, list[RecordedEvent]]:
    """Return the recorded events of the draws of these gaming days, by day. One query.

    A day without events is left out.
    """
    days = {draw_stream(day): day for day in _days(first, last)}
    found: dict[str, list[RecordedEvent]] = {}
    for record in read_types(casino_id, days, DRAW_EVENTS.types):
        found.setdefault(days[record.stream_id], []).append(record)
    return found


def inspected_in(records: Iterable[RecordedEvent]) -> frozenset[str]:
    """Return the tables that these events of one draw have inspected: drawn and revealed, or asked for."""
    tables: set[str] = set()
    for event in map(DRAW_EVENTS.read, records):
        match event:
            case DrawRevealed():
                tables.update(event.tables)
            case TableAskedFor():
                tables.add(event.table)
            case DrawCommitted():
                pass
    return frozenset(tables)


def _known(casino_id: int, day: str, *, seed: bytes | None, now: datetime) -> Known:
    today = gaming_day(casino_id, now)
    return Known(
        day=day,
        today=today.isoformat(),
        begins=gaming_day_begins(casino_id, date.fromisoformat(day)),
        candidates=candidates_now(casino_id, today),
        since=counted_since(today).isoformat(),
        seed=seed,
    )


def _inspections(casino_id: int, today: date) -> Mapping[str, int]:
    """On how many gaming days each table was inspected lately."""
    of_days = draw_records(casino_id, counted_since(today), today).values()
    return Counter(table for records in of_days for table in inspected_in(records))


def _kept_seed(casino_id: int, day: str) -> bytes | None:
    """Return the seed of a draw that is not revealed; None if it is lost, or cannot be read any more."""
    kept = DrawSeed.objects.filter(casino_id=casino_id, day=day).first()
    if kept is None:
        return None
    try:
        return decrypted(bytes(kept.seed), OF_DRAWS)
    except Unreadable:
        return None


def _days(first: date, last: date) -> Iterator[str]:
    for step in range((last - first).days + 1):
        yield (first + timedelta(days=step)).isoformat()
