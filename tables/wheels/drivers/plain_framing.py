"""Bytes of a plain reader cut into messages. After a loss nothing counts until a message surely begins.

The second half of a number is a number too: `1`, a loss, `7` is not 7. So after a loss a reader with a terminator is
read from behind the next one; a reader without one from behind the next pause.
"""

from datetime import datetime
from typing import NamedTuple

LONGEST_LINE = 256
STALE_S = 1.0
"""Half a message that waits longer than this was cut off: what follows is not its end."""
_ENDINGS = b"\r\n"


class Cut(NamedTuple):
    """Messages without their terminators, and what remains."""

    messages: list[bytes]
    rest: bytes
    lost: bool
    """Bytes before `rest` were lost: what comes next may be the end of a message."""
    dropped: list[bytes]


class Framing(NamedTuple):
    """How messages are told apart: by their terminator, or by their length if it is empty."""

    terminator: bytes
    length: int

    def after_pause(self, rest: bytes, lost: bool, *, paused: bool) -> Cut:
        """Return what bytes that arrive now follow: a pause ends a message without a terminator, and cuts any other."""
        if not paused:
            return Cut([], rest, lost, [])
        if rest and not lost:
            return Cut([], self._begun(rest), True, [rest])
        return Cut([], rest, lost and bool(self.terminator), [])

    def cut(self, data: bytes, lost: bool) -> Cut:
        """Cut bytes that begin behind a message, or somewhere in one after a loss."""
        return self._by_terminator(data, lost) if self.terminator else self._by_length(data, lost)

    def _by_terminator(self, data: bytes, lost: bool) -> Cut:
        messages: list[bytes] = []
        dropped: list[bytes] = []
        *lines, rest = data.split(self.terminator)
        for line in lines:
            if lost or len(line) > LONGEST_LINE:
                dropped.append(line)
            elif line:
                messages.append(line)
            lost = False
        begun = self._begun(rest)
        if lost or len(rest) - len(begun) > LONGEST_LINE:
            dropped.append(rest)
            rest, lost = begun, True
        return Cut(messages, rest, lost, [each for each in dropped if each])

    def _by_length(self, data: bytes, lost: bool) -> Cut:
        if lost:
            return Cut([], b"", True, [data] if data else [])
        messages: list[bytes] = []
        data = data.lstrip(_ENDINGS)
        while len(data) >= self.length:
            messages.append(data[: self.length])
            data = data[self.length :].lstrip(_ENDINGS)
        return Cut(messages, data, False, [])

    def _begun(self, rest: bytes) -> bytes:
        """The part of a terminator that the bytes end with."""
        lengths = range(min(len(rest), len(self.terminator) - 1), 0, -1)
        return next(
            (self.terminator[:each] for each in lengths if rest.endswith(self.terminator[:each])), b""
        )


def is_pause(before: datetime | None, now: datetime) -> bool:
    """Return True if no message goes on from bytes that came at `before`; False if nothing is known of that time."""
    return before is not None and (now - before).total_seconds() > STALE_S
