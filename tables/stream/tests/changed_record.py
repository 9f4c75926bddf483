"""A signed record, and how whoever can set the guards aside changes it."""

import io

from django.core.management import CommandError, call_command

from testkit.stream import REHASH

FIRST, SECOND, EVENTS = 100, 300, 320
"""Two checkpoints, one within the only full tile and one behind it, and how many events are sequenced."""

CHANGED = "UPDATE event SET data = (data::text || ' ')::json"


def at(position: int) -> str:
    """The event at a position."""
    return f"{{casino}} AND id = (SELECT event FROM sealed_event WHERE {{casino}} AND position = {position})"


def rewritten(position: int) -> tuple[str, str]:
    """An event changed with its hash, so that nothing about it alone is wrong."""
    return (f"{CHANGED} WHERE {at(position)}", f"UPDATE event SET {REHASH} WHERE {at(position)}")


def tile_hash(position: int) -> str:
    """The tile's hash for a position put right after such a change, and its root left as it was."""
    return (
        "UPDATE merkle_tile SET hashes = overlay(hashes PLACING (SELECT sha256('\\x00'::bytea || hash) FROM event"
        f" WHERE {at(position)}) FROM {32 * (position - 1) + 1}) WHERE {{casino}}"
    )


def verify(casino_id: int, *arguments: str) -> str:
    printed = io.StringIO()
    try:
        call_command("verify_record", "--casino", str(casino_id), *arguments, stdout=printed)
    except CommandError as error:
        return f"{printed.getvalue()}{error}"
    return printed.getvalue()
