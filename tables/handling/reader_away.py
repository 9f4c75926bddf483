"""Whether a table's reader is silent before the table opens: no table's stream has what a reader does meanwhile."""

from itertools import takewhile

from tables.handling.models import WheelReader
from tables.handling.streams import reader_stream
from tables.play.state import Reader
from tables.stream import read_stream, stream_version

SILENT, FAULT = "observed_reader_offline", "observed_fault"
"""The types of a reader's events after which it is away; after any other it is live."""
LOOKED_AT = 20
"""So many of the reader's last events tell since when."""


def reader_away(casino_id: int, table: str) -> Reader:
    """The table's reader with its outage, by its own stream; nothing where it is live or has not been heard yet."""
    registered = (
        WheelReader.objects.filter(casino_id=casino_id, table=table, enabled=True).order_by("code").first()
    )
    if registered is None:
        return Reader()
    stream = reader_stream(registered.code)
    last = read_stream(casino_id, stream, after_version=max(0, stream_version(casino_id, stream) - LOOKED_AT))
    if not last or last[-1].type not in (SILENT, FAULT):
        return Reader()
    *_, began = takewhile(lambda each: each.type == last[-1].type, reversed(last))
    return Reader(
        name=registered.code,
        state="silent" if began.type == SILENT else "fault",
        since=began.occurred_at,
        detail=", ".join(last[-1].data.get("warnings") or ()),
    )
