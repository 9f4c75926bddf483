"""Messages that a plain reader sends again after its line was cut: they report nothing, and no counter shows it.

A display that is dialled again sends its present number, or its last messages, at once. So messages that come at
once on a new connection are compared with the last ones heard: if they run up to the last of these, they are old. A
message that comes at once and is not known as old is reported, and marked, because its time is unknown. So is every
message that comes at once to a gateway that has heard nothing yet: another one may have heard it.
"""

from datetime import datetime, timedelta

import msgspec

AT_ONCE_S = 2.0
"""A message that is sent again comes within so many seconds of the connection, or of the message before."""
MESSAGES_KEPT = 64


class Waiting(msgspec.Struct, frozen=True, array_like=True):
    """A message that may be an old one, until the next one decides, with its time of arrival."""

    message: str
    at: datetime


class Memory(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Last messages of a reader, and the state of their repetition."""

    heard: tuple[str, ...] = ()
    fresh_line: bool = False
    """Nothing came on this connection yet, and it is not known when it began."""
    at_once_until: datetime | None = None
    """Messages before this time may be old; None if they cannot be."""
    waiting: tuple[Waiting, ...] = ()


class Sifted(msgspec.Struct, frozen=True):
    """Messages to take now: each with its time, and with True if it is in doubt."""

    memory: Memory
    messages: tuple[tuple[str, datetime, bool], ...] = ()


def connected(memory: Memory, at: datetime | None) -> Memory:
    """Return the memory at the begin of a new connection, which began `at`."""
    until = None if at is None else at + timedelta(seconds=AT_ONCE_S)
    return msgspec.structs.replace(memory, fresh_line=at is None, at_once_until=until)


def sift(memory: Memory, message: str, at: datetime) -> Sifted:
    """Take one message in: now, later or never."""
    until = memory.at_once_until
    # A clock that was set back since makes nothing come at once.
    at_once = memory.fresh_line or (until is not None and 0 <= (until - at).total_seconds() <= AT_ONCE_S)
    if not at_once:
        return _take(memory, message, at, until=None, doubtful=False)
    until = at + timedelta(seconds=AT_ONCE_S)
    sent = (*(each.message for each in memory.waiting), message)
    if memory.heard[-len(sent) :] == sent:
        return Sifted(msgspec.structs.replace(memory, fresh_line=False, at_once_until=until, waiting=()))
    if any(memory.heard[start : start + len(sent)] == sent for start in range(len(memory.heard))):
        waiting = (*memory.waiting, Waiting(message, at))
        return Sifted(msgspec.structs.replace(memory, fresh_line=False, at_once_until=until, waiting=waiting))
    return _take(memory, message, at, until=until, doubtful=True)


def _take(memory: Memory, message: str, at: datetime, *, until: datetime | None, doubtful: bool) -> Sifted:
    """Return the message, after those that waited for it: these are none that run up to the last one heard."""
    taken = (*((each.message, each.at, True) for each in memory.waiting), (message, at, doubtful))
    heard = (*memory.heard, *(each[0] for each in taken))[-MESSAGES_KEPT:]
    return Sifted(Memory(heard=heard, at_once_until=until), taken)
