"""The head of a receiver's answer: whole, and within a size.

The standard library takes the end of a connection for the end of a head, and reads on as long as interim answers come.
"""

import http.client
from typing import Any

MOST_HEAD = 32 * 1024
"""Bytes of a head, with all interim answers before it."""


class HeadBroken(http.client.HTTPException):
    """The head of an answer that ended too early, or is too long."""


class _Head:
    """Lines of a head, read from a connection."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._left = MOST_HEAD

    def readline(self, limit: int = -1) -> bytes:
        """Return the next line. Nothing at all is an empty line: the connection was closed before the answer."""
        line: bytes = self._connection.readline(min(limit, self._left + 1) if limit >= 0 else self._left + 1)
        if not line and self._left == MOST_HEAD:
            return line
        self._left -= len(line)
        if self._left < 0:
            raise HeadBroken(f"the head of the answer has more than {MOST_HEAD} bytes")
        if not line.endswith(b"\n"):
            raise HeadBroken("the connection ended within the head of the answer")
        return line

    def close(self) -> None:
        self._connection.close()


class WholeHeadResponse(http.client.HTTPResponse):
    """An answer of which the status counts only if its head is whole."""

    def begin(self) -> None:
        """Read the head. Raises HeadBroken if it ends too early or is too long, and BadStatusLine."""
        connection: Any = self.fp
        self.fp: Any = _Head(connection)
        try:
            super().begin()
        finally:
            if self.fp is not None:
                self.fp = connection
