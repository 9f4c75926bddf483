"""A signed record, and how whoever can set the guards aside changes it."""

import io

from django.core.management import CommandError, call_command

FIRST, SECOND, EVENTS = 100, 300, 320
"""Two checkpoints, one within the only full tile and one behind it, and how many events are sequenced."""

REHASH = """
    payload = {payload},
    hash = sha256(prev_hash || {payload})
"""
CHANGED = "payload || ' '"


def at(position: int) -> str:
    """The event at a position."""
    return f"{{casino}} AND id = (SELECT event FROM sealed_event WHERE {{casino}} AND position = {position})"


def rewritten(position: int) -> tuple[str, str]:
    """An event changed with its hash and its leaf, so that nothing about it alone is wrong."""
    rehash = REHASH.format(payload=CHANGED)
    return (
        f"UPDATE event SET {rehash} WHERE {at(position)}",
        "UPDATE sealed_event SET leaf_hash = sha256('\\x00'::bytea || event.hash) FROM event"
        f" WHERE sealed_event.{{casino}} AND position = {position}"
        " AND event.casino_id = sealed_event.casino_id AND event.id = sealed_event.event",
    )


def tile_hash(position: int) -> str:
    """The tile's hash for a position put right after such a change, and its root left as it was."""
    return (
        f"UPDATE merkle_tile SET hashes = overlay(hashes PLACING (SELECT leaf_hash FROM sealed_event"
        f" WHERE {{casino}} AND position = {position}) FROM {32 * (position - 1) + 1}) WHERE {{casino}}"
    )


def verify(casino_id: int, *arguments: str) -> str:
    printed = io.StringIO()
    try:
        call_command("verify_record", "--casino", str(casino_id), *arguments, stdout=printed)
    except CommandError as error:
        return f"{printed.getvalue()}{error}"
    return printed.getvalue()
