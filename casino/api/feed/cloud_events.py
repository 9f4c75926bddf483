"""Events as other systems get them: CloudEvents 1.0, with the record's own fields as extension attributes.

The same everywhere: in the feed, in a table's day, in the answer to a command, in a webhook.
"""

from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from tables.handling.streams import TABLE_PREFIX, table_and_day
from tables.stream import RecordedEvent, StoredEvent


class CloudEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One event of the record as a CloudEvent 1.0.

    `id` is the event's for ever. `time` is when it happened, `recordedat` when it was recorded. `position` is its place
    in the feed; an event that is not yet sealed, a moment after it was recorded, has none. `table` and `gamingday` are
    those of an event at a table. `signedby` are the identifiers of its signatories, separated by spaces.
    """

    specversion: Literal["1.0"]
    datacontenttype: Literal["application/json"]
    id: UUID
    source: Annotated[str, msgspec.Meta(description="Of which casino: /casinos/1")]
    type: Annotated[str, msgspec.Meta(examples=["number_fell"])]
    subject: Annotated[str, msgspec.Meta(description="The stream", examples=["table/RF1/2031-05-17"])]
    time: datetime
    data: Annotated[Any, msgspec.Meta(extra_json_schema={"type": "object"})]
    position: int | None = None
    streamversion: Annotated[int, msgspec.Meta(description="Its place in its stream, from 1")]
    schemaversion: int
    recordedat: datetime
    table: str | None = None
    gamingday: Annotated[str, msgspec.Meta(description="ISO 8601 date")] | None = None
    actor: Annotated[str, msgspec.Meta(description="Who said it: the house's own identifier")] | None = None
    actorname: str | None = None
    terminal: str | None = None
    signedby: str | None = None
    cause: str | None = None
    datedby: (
        Annotated[str, msgspec.Meta(description="`arrival` where only then is known when it was heard of")]
        | None
    ) = None


def cloud_event(event: RecordedEvent | StoredEvent) -> CloudEvent:
    """An event of the record as a CloudEvent, ready to be written."""
    metadata = event.metadata
    by = metadata.get("by", {})
    signed = metadata.get("signed")
    table, day = _table_and_day(event.stream_id)
    return CloudEvent(
        specversion="1.0",
        datacontenttype="application/json",
        id=event.event_id,
        source=f"/casinos/{event.casino_id}",
        type=event.type,
        subject=event.stream_id,
        time=event.occurred_at,
        data=event.data,
        position=event.position,
        streamversion=event.version,
        schemaversion=event.schema_version,
        recordedat=event.recorded_at,
        table=table,
        gamingday=day,
        actor=by.get("id"),
        actorname=by.get("name"),
        terminal=by.get("terminal"),
        signedby=" ".join(each["person"]["id"] for each in signed) or None if signed else None,
        cause=metadata.get("cause"),
        datedby=metadata.get("dated_by"),
    )


@lru_cache(maxsize=1000)
def _table_and_day(stream_id: str) -> tuple[str, str] | tuple[None, None]:
    """The table and gaming day of a stream; most events that are read together are of few streams."""
    return table_and_day(stream_id) if stream_id.startswith(TABLE_PREFIX) else (None, None)
