"""Events as other systems get them: CloudEvents 1.0, with the record's own fields as extension attributes.

The same everywhere: in the feed, in a table's day, in the answer to a command, in a webhook.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from settlement.blind_count import Sight
from settlement.blind_events import hidden_events
from tables.handling.streams import TABLE_PREFIX, table_and_day
from tables.stream import RecordedEvent, StoredEvent


class CloudEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Event of the record as a CloudEvent 1.0.

    `id` is the event's for ever. `time` is the time of the event, `recordedat` that of its recording. `position` is its
    place in the feed. An event that is not yet sequenced, a moment after its recording, has no position. `table` and
    `gamingday` are those of an event at a table. `signedby` are the identifiers of its signatories, separated by
    spaces. An older event has no `codeversion`.
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
    codeversion: (
        Annotated[str, msgspec.Meta(description="Version of the code that recorded it: 0.1.0+g60b939cc1f2a")]
        | None
    ) = None
    cause: str | None = None
    withheld: (
        Annotated[
            str,
            msgspec.Meta(
                description="`uncounted-drop`: `data` is empty until the drop box is counted; read it again then"
            ),
        ]
        | None
    ) = None
    datedby: (
        Annotated[str, msgspec.Meta(description="`arrival` where only then is known when it was heard of")]
        | None
    ) = None


def cloud_events(
    casino_id: int, sight: Sight, events: Sequence[RecordedEvent | StoredEvent]
) -> list[CloudEvent]:
    """Return events of a casino's record as CloudEvents, as their reader may see them."""
    hidden = hidden_events(casino_id, sight, events)
    return [cloud_event(each, is_hidden=each.event_id in hidden) for each in events]


def cloud_event(event: RecordedEvent | StoredEvent, *, is_hidden: bool = False) -> CloudEvent:
    """Return an event of the record as a CloudEvent, ready to be written; a hidden one without its data."""
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
        data={} if is_hidden else event.data,
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
        codeversion=metadata.get("code"),
        cause=metadata.get("cause"),
        withheld="uncounted-drop" if is_hidden else None,
        datedby=metadata.get("dated_by"),
    )


@lru_cache(maxsize=1000)
def _table_and_day(stream_id: str) -> tuple[str, str] | tuple[None, None]:
    """Return the table and gaming day of a stream; most events that are read together are of few streams."""
    return table_and_day(stream_id) if stream_id.startswith(TABLE_PREFIX) else (None, None)
