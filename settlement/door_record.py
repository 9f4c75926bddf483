"""What the doors to slips, drop boxes and the chip bank share: how what came of a request is recorded."""

from datetime import datetime
from typing import Any

import msgspec

from tables.house.door import Actor
from tables.play.commands import Signed
from tables.stream import IdempotencyKey, NewEvent, append


def record(
    casino_id: int,
    stream_id: str,
    event: tuple[str, dict[str, Any]],
    command: Signed,
    *,
    by: Actor,
    now: datetime,
    after: int,
    key: IdempotencyKey | None,
) -> None:
    """Appends what came of `command` (its type and data) to a stream that stands at the version `after`, with who asked
    and who signed. Raises ConcurrencyError where the stream has moved on."""
    type_, data = event
    metadata = {"by": msgspec.to_builtins(by), "signed": msgspec.to_builtins(command.signatures)}
    append(
        casino_id,
        stream_id,
        [NewEvent(type=type_, data=data, occurred_at=now, metadata=metadata)],
        expected_version=after,
        now=now,
        idempotency=key,
    )
