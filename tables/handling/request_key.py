"""The key under which a command is carried out once, made the same way for every stream."""

import msgspec

from tables.stream import IdempotencyKey


def key_of(where: str, command: msgspec.Struct, key: str | None) -> IdempotencyKey | None:
    """The key of a request to do `command` at `where` (a table's code, a stream, a part of the house), so that one key
    with another command, or somewhere else, is noticed; None for a request without one."""
    if key is None:
        return None
    request = msgspec.to_builtins(command, str_keys=True)
    return IdempotencyKey(key, where.encode() + b"\n" + msgspec.json.encode(request, order="sorted"))
