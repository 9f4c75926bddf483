"""Check that a reader whose line carries bytes is understood: a minute of bytes without a valid message is a fault."""

from datetime import datetime, timedelta

NO_VALID_MESSAGE = "no_valid_message"
"""The warning with which such a reader is offline."""
NO_VALID_S = 60.0
LEAST_BURSTS = 3
"""Bytes have to come this many times: one number that a disturbance cut is not a fault."""
BURST_S = 1.0
"""Bytes within so long of each other came at one time."""


class ValidMessages:
    """Times at which bytes of a reader came since its last valid message."""

    def __init__(self) -> None:
        self.missing = False
        """Bytes came for a minute and more, and none of them was a message."""
        self._since: datetime | None = None
        self._last: datetime | None = None
        self._bursts = 0

    def arrived(self, at: datetime, *, valid: bool) -> bool:
        """Take note of bytes. Return True once the minute is over without a valid message."""
        if valid:
            self.missing, self._since, self._last, self._bursts = False, None, None, 0
            return False
        if self._last is None or at - self._last > timedelta(seconds=BURST_S):
            self._bursts += 1
            self._last = at
        self._since = self._since or at
        if self.missing or self._bursts < LEAST_BURSTS:
            return False
        self.missing = at - self._since >= timedelta(seconds=NO_VALID_S)
        return self.missing
