"""Revocations that this process has heard, for values that it keeps for a moment: tokens and rules of sign-in.

A value is kept with `mark(kind)`, taken before the value is read, and is good as long as the mark is the same and the
listener hears. A process without a listener (a worker, a command of `manage.py`) keeps a value for its time alone.
"""

from collections import Counter
from time import monotonic

from casino.web.revocation.subjects import kind_of

DEAF_AFTER_S = 5.0
"""Seconds without an answer after which a listening connection may be cut. Later events and revocations are then
unknown.
"""


class Heard:
    """Count of revocations by kind, and when the listening connection answered last."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._missed = 0
        self._answered = float("-inf")

    def note(self, subject: str) -> None:
        """Note a revocation."""
        self._counts[kind_of(subject)] += 1

    def note_all(self) -> None:
        """Note that a connection begins to listen: earlier revocations were not heard."""
        self._missed += 1

    def note_answer(self) -> None:
        """Note an answer of the database on the listening connection."""
        self._answered = monotonic()

    @property
    def is_listening(self) -> bool:
        """True if the database has answered the listening connection of late."""
        return monotonic() - self._answered < DEAF_AFTER_S

    def mark(self, kind: str) -> tuple[int, int]:
        """Return a mark that changes with each revocation of this kind."""
        return self._missed, self._counts[kind]


heard = Heard()
"""State of this process: its one listener writes, the threads of its requests read."""
