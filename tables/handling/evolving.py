"""Tables' events with the states before and after each, for a synchronous projection that has them from the record.

In an append the command handler hands both over. A rebuild, and an append that no command decided, have events alone:
here the state is evolved from them, once and by the same `evolve`.
"""

from collections.abc import Iterable, Iterator

from tables.handling import state_cache
from tables.handling.streams import evolve_record, fold_records, table_and_day
from tables.play.pending import Evolved
from tables.play.state import State
from tables.stream import RecordedEvent, read_stream


def evolved_records(records: Iterable[RecordedEvent]) -> Iterator[tuple[RecordedEvent, Evolved]]:
    """Each of these events with its states; they may be of several tables, those of one stream without a gap.

    The first of a stream goes on from the state cache, or from what comes before it in the record.
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
    return fold_records(read_stream(record.casino_id, record.stream_id, to_version=record.version - 1))
