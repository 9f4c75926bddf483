"""How streams are named, and a table's events as they come out of the record."""

from collections.abc import Iterable

from tables.play.events import TABLE_EVENTS, TableOpened
from tables.play.evolve import evolve
from tables.play.folding import Recorded
from tables.play.pending import Evolved
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent, read_stream

TABLE_PREFIX = "table/"
HOUSE = "house"
"""The stream of what the whole house decides: its series of chips."""


def table_stream(table: str, day: str) -> str:
    """The stream of one table for one gaming day (ISO date)."""
    return f"{TABLE_PREFIX}{table}/{day}"


def reader_stream(reader: str) -> str:
    """The stream of a wheel reader, which outlives gaming days."""
    return f"reader/{reader}"


def wheel_stream(serial: str) -> str:
    """The stream of a wheel's life in the house."""
    return f"wheel/{serial}"


def ball_stream(serial: str) -> str:
    """The stream of a ball's life in the house."""
    return f"ball/{serial}"


def rota_stream(day: str) -> str:
    """The stream of the rota of one gaming day (ISO date)."""
    return f"rota/{day}"


def house_day_stream(day: str) -> str:
    """The stream of the house's own gaming day (ISO date): how it was closed."""
    return f"{HOUSE}/{day}"


def day_of_house(stream_id: str) -> str:
    """The gaming day of such a stream."""
    return stream_id.partition("/")[2]


def table_and_day(stream_id: str) -> tuple[str, str]:
    """The table's code and the gaming day of a table's stream."""
    _, table, day = stream_id.split("/")
    return table, day


def rulebook_of_day(casino_id: int, stream_id: str) -> Rulebook:
    """The rulebook, in the version, that the day of this table stream was opened under."""
    opened = read_stream(casino_id, stream_id, to_version=1)[0].data
    return get_rulebook(opened["rulebook"], opened["rulebook_version"])


def fold_records(records: Iterable[RecordedEvent], state: State | None = None) -> State:
    """The state after these events of ONE table stream, each folded by the rulebook that its day was opened under."""
    folded = state or State()
    for record in records:
        folded = evolve_record(record, folded).after
    return folded


def evolve_record(record: RecordedEvent, before: State) -> Evolved:
    """A table's event with the states before and after it, as the command handler has them."""
    event = TABLE_EVENTS.read(record)
    opened = event if isinstance(event, TableOpened) else before
    rulebook = get_rulebook(opened.rulebook, opened.rulebook_version)
    after = evolve(before, Recorded(event, record.version, record.occurred_at), rulebook)
    return Evolved(event, record.occurred_at, before, after)
