"""Names of streams, and a table's events as read from the record."""

from collections.abc import Iterable, Iterator

from tables.handling import state_cache
from tables.play.events import TABLE_EVENTS, TableOpened
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.pending import Evolved
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent, read_stream

TABLE_PREFIX = "table/"
HOUSE = "house"
"""The stream of decisions for the whole casino: its series of chips."""


def table_stream(table: str, day: str) -> str:
    """Return the stream of one table for one gaming day (ISO date)."""
    return f"{TABLE_PREFIX}{table}/{day}"


def reader_stream(reader: str) -> str:
    """Return the stream of a wheel reader, which outlives gaming days."""
    return f"reader/{reader}"


def wheel_stream(serial: str) -> str:
    return f"wheel/{serial}"


def ball_stream(serial: str) -> str:
    return f"ball/{serial}"


def register_stream(kind: str, code: str) -> str:
    """Return the stream of an entry of one of the casino's registers."""
    return f"register/{kind}/{code}"


def rota_stream(day: str) -> str:
    """Return the stream of the rota of one gaming day (ISO date)."""
    return f"rota/{day}"


def casino_day_stream(day: str) -> str:
    """Return the stream of the casino's own gaming day (ISO date): its closing."""
    return f"{HOUSE}/{day}"


def day_of_casino(stream_id: str) -> str:
    return stream_id.partition("/")[2]


def table_and_day(stream_id: str) -> tuple[str, str]:
    _, table, day = stream_id.split("/")
    return table, day


def rulebook_of_day(casino_id: int, stream_id: str) -> Rulebook:
    """Return the rulebook, in the version of its opening, of the day of this table stream."""
    opened = read_stream(casino_id, stream_id, to_version=1)[0].data
    return get_rulebook(opened["rulebook"], opened["rulebook_version"])


def evolve_records(records: Iterable[RecordedEvent], state: State | None = None) -> State:
    """Return the state after these events of ONE table stream, each evolved by the rulebook that its day was opened
    under.
    """
    evolved = state or State()
    for record in records:
        evolved = evolve_record(record, evolved).after
    return evolved


def evolve_record(record: RecordedEvent, before: State) -> Evolved:
    """Return a table's event with the states before and after it, as the command handler has them."""
    event = TABLE_EVENTS.read(record)
    opened = event if isinstance(event, TableOpened) else before
    rulebook = get_rulebook(opened.rulebook, opened.rulebook_version)
    after = evolve(before, Recorded(event, record.version, record.occurred_at), rulebook)
    return Evolved(event, record.occurred_at, before, after)


def evolved_records(records: Iterable[RecordedEvent]) -> Iterator[tuple[RecordedEvent, Evolved]]:
    """Yield each of these events with its states; they may be of several tables, those of one stream without a gap.

    The first event of a stream continues from the state cache, or from the earlier record.
    """
    last: dict[tuple[int, str], tuple[RecordedEvent, State]] = {}
    for record in records:
        stream = (record.casino_id, record.stream_id)
        before = last[stream][1] if stream in last else _state_before(record)
        evolved = evolve_record(record, before)
        last[stream] = (record, evolved.after)
        yield record, evolved
    for record, state in last.values():
        # A rebuild takes a day in batches: the next one goes on from here.
        state_cache.keep(record.casino_id, table_and_day(record.stream_id)[0], record.hash, state)


def _state_before(record: RecordedEvent) -> State:
    if record.version == 1:
        return State()
    table, _ = table_and_day(record.stream_id)
    known = state_cache.kept(record.casino_id, table, record.prev_hash)
    if known is not None:
        return known
    return evolve_records(read_stream(record.casino_id, record.stream_id, to_version=record.version - 1))
