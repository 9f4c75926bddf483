"""Bytes of a plain reader cut into messages. After a loss nothing counts until a message surely begins.

The second half of a number is a number too: `1`, a loss, `7` is not 7. So after a loss a reader with a terminator is
read from behind the next one; a reader without one from behind the next pause, or from the first message of the right
length between two line endings.
"""

import re
from datetime import datetime
from typing import NamedTuple

LONGEST_LINE = 256
STALE_S = 1.0
"""Half a message that waits longer than this was cut off: the next bytes are not its end."""
_ENDINGS = b"\r\n"
_ESCAPE = re.compile(r"\\(r|n|t|x[0-9A-Fa-f]{2})")
_NAMED = {"r": "\r", "n": "\n", "t": "\t"}


class Cut(NamedTuple):
    """Messages without their terminators, and what remains."""

    messages: list[bytes]
    rest: bytes
    lost: bool
    """Bytes before `rest` were lost: the next ones may be the end of a message."""
    dropped: list[bytes]
    ends: tuple[int, ...] = ()
    """For messages without a terminator: the end of each in the bytes that were cut."""


class Framing(NamedTuple):
    """The separation of messages: by their terminator, or by their length if it is empty."""

    terminator: bytes
    length: int

    def after_pause(self, rest: bytes, lost: bool, *, paused: bool) -> Cut:
        """Return the state for bytes that arrive now: a pause ends a message without a terminator, and
        cuts any other.
        """
        if not paused:
            return Cut([], rest, lost, [])
        if rest and not lost:
            return Cut([], self._begun(rest), True, [rest])
        if not self.terminator:
            return Cut([], b"", False, [])
        return Cut([], rest, lost, [])

    def cut(self, data: bytes, lost: bool) -> Cut:
        """Cut bytes that begin behind a message, or somewhere in one after a loss."""
        return self._by_terminator(data, lost) if self.terminator else self._by_length(data, lost)

    def whole(self, message: bytes) -> bytes:
        """Return a message that came complete as bytes to cut; empty if it is none or has another length."""
        message = message.strip(_ENDINGS)
        if self.terminator:
            message = message.removesuffix(self.terminator)
            return message + self.terminator if message else b""
        return message if len(message) == self.length else b""

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
            return self._after_loss(data)
        messages: list[bytes] = []
        ends: list[int] = []
        at = _behind_endings(data, 0)
        while len(data) - at >= self.length:
            messages.append(data[at : at + self.length])
            ends.append(at + self.length)
            at = _behind_endings(data, at + self.length)
        return Cut(messages, data[at:], False, [], tuple(ends))

    def _after_loss(self, data: bytes) -> Cut:
        """Cut from the first message that is whole between two line endings: some devices send line endings unasked."""
        whole = re.search(rb"[\r\n]([^\r\n]{%d})(?=[\r\n])" % self.length, data)
        if whole is not None:
            in_step = self._by_length(data[whole.start(1) :], False)
            lost_before = data[: whole.start(1)].strip(_ENDINGS)
            ends = tuple(whole.start(1) + end for end in in_step.ends)
            return in_step._replace(dropped=[lost_before] if lost_before else [], ends=ends)
        # The last line ending, if what follows may still become a whole message.
        begun = re.search(rb"[\r\n][^\r\n]{0,%d}\Z" % self.length, data)
        rest = b"" if begun is None else begun[0]
        dropped = data[: len(data) - len(rest)].strip(_ENDINGS)
        return Cut([], rest, True, [dropped] if dropped else [])

    def _begun(self, rest: bytes) -> bytes:
        """Return the part of a terminator that the bytes end with."""
        lengths = range(min(len(rest), len(self.terminator) - 1), 0, -1)
        return next(
            (self.terminator[:each] for each in lengths if rest.endswith(self.terminator[:each])), b""
        )


def unescaped(written: str) -> str:
    r"""Return a terminator as it is sent, of one that was entered with `\r`, `\n`, `\t` or `\x03`.

    >>> unescaped(r"\r\n"), unescaped(";"), unescaped("\\")
    ('\r\n', ';', '\\')
    """
    return _ESCAPE.sub(lambda found: _NAMED.get(found[1]) or chr(int(found[1][1:], 16)), written)


def _behind_endings(data: bytes, at: int) -> int:
    """Return the next place from `at` on that has no line ending."""
    while at < len(data) and data[at] in _ENDINGS:
        at += 1
    return at


def is_pause(before: datetime | None, now: datetime) -> bool:
    """Return True if no message goes on from bytes that came at `before`; False if nothing is known of that time.

    If the clock went back in between, nobody knows how long ago they came.
    """
    return before is not None and not 0 <= (now - before).total_seconds() <= STALE_S
