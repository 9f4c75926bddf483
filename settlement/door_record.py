"""What the doors to slips, drop boxes and the chip bank share: the key of a request, and how its event is recorded."""

from datetime import datetime
from typing import Any

import msgspec

from tables.house.door import Actor
from tables.play.commands import Signed
from tables.stream import IdempotencyKey, NewEvent, append


def key_of(where: str, command: Signed, key: str | None) -> IdempotencyKey | None:
    """The key under which `command` is carried out once at `where`; None for a request without one."""
    if key is None:
        return None
    said = msgspec.to_builtins(command, str_keys=True)
    return IdempotencyKey(key, where.encode() + b"\n" + msgspec.json.encode(said, order="sorted"))


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
