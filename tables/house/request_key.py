"""The key under which a request is carried out once, made the same way at every door."""

import msgspec

from tables.stream import IdempotencyKey


def key_of(where: str, command: msgspec.Struct, key: str | None) -> IdempotencyKey | None:
    """The key of a request that says `command` at `where` (a table's code, a stream, a part of the house), so that one
    key with another command, or somewhere else, is noticed; None for a request without one."""
    if key is None:
        return None
    said = msgspec.to_builtins(command, str_keys=True)
    return IdempotencyKey(key, where.encode() + b"\n" + msgspec.json.encode(said, order="sorted"))
