"""Readers that are silent before their table opens: no table's stream has their outages."""

from itertools import takewhile

from tables.handling.streams import reader_stream
from tables.handling.table_readers import enabled_readers
from tables.play.events import ReaderRole
from tables.play.reader.state import Reader
from tables.stream import read_stream, stream_version

SILENT, FAULT = "observed_reader_offline", "observed_fault"
"""The types of a reader's events after which it is away; after any other it is live."""
LOOKED_AT = 20
"""The number of the reader's last events that are searched for the beginning."""


def readers_away(casino_id: int, table: str) -> dict[str, Reader]:
    """Return the table's readers that are away, by code, each with its outage by its own stream. A reader that is live,
    or has not been heard yet, is left out."""
    found = (_away(casino_id, row.code, role) for row, role in enabled_readers(casino_id, table))
    return {reader.name: reader for reader in found if reader is not None and reader.name is not None}


def _away(casino_id: int, code: str, role: ReaderRole) -> Reader | None:
    stream = reader_stream(code)
    last = read_stream(casino_id, stream, after_version=max(0, stream_version(casino_id, stream) - LOOKED_AT))
    if not last or last[-1].type not in (SILENT, FAULT):
        return None
    *_, began = takewhile(lambda each: each.type == last[-1].type, reversed(last))
    return Reader(
        name=code,
        role=role,
        state="silent" if began.type == SILENT else "fault",
        since=began.occurred_at,
        detail=", ".join(last[-1].data.get("warnings") or ()),
    )
