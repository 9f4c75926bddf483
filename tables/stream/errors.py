"""Refusals of the record, with their reasons."""


class StreamError(Exception):
    """Base of all refusals of the record."""


class ConcurrencyError(StreamError):
    """The stream is not at the version on which the command was decided: decide again on the new state."""

    def __init__(self, stream_id: str, expected: int, actual: int | None = None) -> None:
        self.stream_id = stream_id
        self.expected = expected
        self.actual = actual
        """The version found, or None when another writer took the place in the same instant."""
        found = "another writer was faster" if actual is None else f"it stands at {actual}"
        super().__init__(f"{stream_id}: expected version {expected}, but {found}")


class IdempotencyConflict(StreamError):
    """The idempotency key was used before, for another request."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"Idempotency key {key!r} was already used for another request")


class EventAlreadyRecorded(StreamError):
    """An event with this identity is in the record already. The message has the database's words, which name it."""


class EventRefused(StreamError):
    """The database refuses an event: recorded_at is before its stream or ahead of the clock, or no reader could decode
    it.

    The message has the remedy.
    """


class HashMismatch(StreamError):
    """The database hashed other bytes for an event than this process: one of them is of another version."""

    def __init__(self, stream_id: str, version: int) -> None:
        super().__init__(
            f"{stream_id} version {version}: the database gives this event another hash than this process, so it is not"
            " recorded. Run manage.py upgrade, and start the services again."
        )


class EventDoesNotFollow(StreamError):
    """An unsequenced event does not follow the event before it in its stream, so the casino's feed stops."""

    def __init__(self, stream_id: str, version: int) -> None:
        self.stream_id = stream_id
        self.version = version
        super().__init__(
            f"{stream_id} version {version} does not follow the event before it (hash, previous hash or version), so it"
            " was not appended"
        )


class MonthArchived(StreamError):
    """The requested stream or position is of an archived month. Attach the month to read it again."""

    def __init__(self, month: int, file: str = "") -> None:
        self.month = month
        """Month as yyyymm."""
        self.file = file
        """The name of the file that holds it; empty where only the month is known."""
        where = f", in the file {file}" if file else ""
        super().__init__(
            f"The record of {month // 100}-{month % 100:02} is archived{where}; manage.py attach_month brings it back"
        )
