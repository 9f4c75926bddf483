"""Spool of the gateway on disk: observations that the database does not have yet, and the state of each driver.

One SQLite file per gateway. A driver's state and the observations it made are written in one transaction that is on
the disk when `write` returns (write-ahead log, synchronous FULL), so that after kill -9 or a power cut the driver goes
on exactly where its last kept observation left it. A row leaves only once the database has it; a crash in between
means a second delivery, which the observation's key makes harmless.
"""

import fcntl
import os
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec

from tables.play.reader.observation import Observation
from tables.refusal import Refusal


class SpoolInUse(RuntimeError):
    """Another gateway works with this spool."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    casino_id: int
    reader: str
    state: bytes
    observations: tuple[Observation, ...] = ()


class Waiting(msgspec.Struct, frozen=True):
    """An observation that waits for the database; ids grow in the order of writing."""

    id: int
    observation: Observation


class DeadLetter(msgspec.Struct, frozen=True):
    """An observation that the house refuses for good, with its row in the spool."""

    row: int
    casino_id: int
    reader: str
    observation: Observation
    reason: str
    set_aside_at: str
    refusal: Refusal | None = None
    """The rule that refused it, if one did."""


def _load_queries(path: Path) -> dict[str, str]:
    blocks = path.read_text().split("-- name: ")[1:]
    return {name.strip(): sql for name, _, sql in (block.partition("\n") for block in blocks)}


SQL: Final = _load_queries(Path(__file__).with_name("spool.sql"))


class Spool:
    """Opens or creates the file, which its user alone may read; raises SpoolInUse. Writing and reading may each have a
    thread of their own."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self._lock = _claim(path)
        _close_to_others(path)
        self._writing = self._connect()
        self._writing.executescript(SQL["schema"])
        if ("refusal",) not in self._writing.execute(SQL["columns_of_set_aside"]).fetchall():
            self._writing.execute(SQL["add_refusal"])
        self._writing.execute(SQL["identify"], (str(uuid4()),))
        self._reading = self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def close(self) -> None:
        self._reading.close()
        self._writing.close()
        os.close(self._lock)

    # ---- writing: one thread at a time

    def write(self, kept: Sequence[Kept], delivered: Sequence[int] = ()) -> None:
        """Keep the observations and drop the delivered ones, in one transaction with one sync of the disk."""
        self._writing.execute("BEGIN IMMEDIATE")
        try:
            for one in kept:
                self._writing.execute(SQL["keep_state"], (one.casino_id, one.reader, one.state))
                for observation in one.observations:
                    encoded = msgspec.json.encode(observation)
                    self._writing.execute(SQL["keep_observation"], (one.casino_id, one.reader, encoded))
            self._writing.executemany(SQL["delivered"], ((row,) for row in delivered))
            self._writing.execute("COMMIT")
        except BaseException:
            # A full disk may refuse the commit as well, and may have rolled back by itself.
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            raise

    def make_dead_letter(self, row: int, reason: str, at: datetime, refusal: Refusal | None = None) -> None:
        """Move one out of its reader's way, with the reason, and the rule that refused it."""
        with self._writing:
            self._writing.execute("BEGIN IMMEDIATE")
            self._writing.execute(SQL["set_aside"], (reason, at.isoformat(), _encoded(refusal), row))
            self._writing.execute(SQL["delivered"], (row,))

    def refuse_again(self, row: int, reason: str, refusal: Refusal | None) -> None:
        """Keep the newest reason of a dead letter that was tried again."""
        self._writing.execute(SQL["refuse_again"], (reason, _encoded(refusal), row))

    def drop_dead_letter(self, row: int) -> None:
        """Forget a dead letter: the house has it, or a person discarded it."""
        self._writing.execute(SQL["drop_set_aside"], (row,))

    def put_back(self) -> None:
        """Let all dead letters be delivered again, after the waiting observations."""
        with self._writing:
            self._writing.execute("BEGIN IMMEDIATE")
            self._writing.execute(SQL["put_back"])
            self._writing.execute(SQL["forget_set_aside"])

    def remember_register(self, readers: bytes) -> None:
        """Keep the register of readers, for a start with the database away."""
        self._writing.execute(SQL["remember_register"], (readers,))

    # ---- reading

    def identity(self) -> UUID:
        """Return the name that the file has from its creation: leases of readers are given to it,
        wherever it is moved.
        """
        return UUID(self._reading.execute(SQL["identity"]).fetchone()[0])

    def state(self, casino_id: int, reader: str) -> bytes | None:
        """Return the last state that this reader's driver stored; None for a reader that was never heard."""
        row = self._reading.execute(SQL["state"], (casino_id, reader)).fetchone()
        return None if row is None else bytes(row[0])

    def waiting(self, casino_id: int, reader: str, *, after: int = 0, limit: int = 100) -> list[Waiting]:
        """Return the next observations of this reader behind row `after`, in order."""
        rows = self._reading.execute(SQL["next_waiting"], (casino_id, reader, after, limit))
        return [Waiting(row, msgspec.json.decode(encoded, type=Observation)) for row, encoded in rows]

    def readers_waiting(self) -> set[tuple[int, str]]:
        """(casino, reader) of all that have something waiting."""
        return {(casino_id, reader) for casino_id, reader in self._reading.execute(SQL["readers_waiting"])}

    def count_waiting(self) -> int:
        return int(self._reading.execute(SQL["count_waiting"]).fetchone()[0])

    def backlog(self) -> tuple[int, datetime | None]:
        """Return the number of observations that wait, and when the first of them was received (UTC)."""
        oldest = self._reading.execute(SQL["oldest_waiting"]).fetchone()
        if oldest is None:
            return 0, None
        return self.count_waiting(), msgspec.json.decode(oldest[0], type=Observation).received_at

    def dead_letters(self) -> list[DeadLetter]:
        return [_dead_letter(row) for row in self._reading.execute(SQL["list_set_aside"])]

    def dead_letter(self, row: int) -> DeadLetter | None:
        """Return the dead letter of this row; None if it was dropped or put back."""
        found = self._reading.execute(SQL["read_set_aside"], (row,)).fetchone()
        return None if found is None else _dead_letter(found)

    def dead_letter_rows(self) -> list[int]:
        return [row for (row,) in self._reading.execute(SQL["rows_set_aside"])]

    def register(self) -> bytes | None:
        row = self._reading.execute(SQL["register"]).fetchone()
        return None if row is None else bytes(row[0])


def _dead_letter(row: tuple[Any, ...]) -> DeadLetter:
    number, casino_id, reader, encoded, reason, at, refusal = row
    return DeadLetter(
        row=number,
        casino_id=casino_id,
        reader=reader,
        observation=msgspec.json.decode(encoded, type=Observation),
        reason=reason,
        set_aside_at=at,
        refusal=None if refusal is None else msgspec.json.decode(refusal, type=Refusal),
    )


def _encoded(refusal: Refusal | None) -> bytes | None:
    return None if refusal is None else msgspec.json.encode(refusal, enc_hook=str)


def _close_to_others(path: Path) -> None:
    """Create the file if it is missing, and let its user alone read it and the files that SQLite keeps beside it."""
    path.touch(mode=0o600)
    for file in path.parent.glob(f"{path.name}*"):
        file.chmod(0o600)


def _claim(path: Path) -> int:
    """Hold the spool for this process alone: two gateways on one file would spoil the order."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise SpoolInUse(f"another gateway works with the spool {path}") from None
    return lock
