"""Waiting for the sequencer's word, on a connection of its own."""

import psycopg
from django.db import connection
from psycopg import sql

from tables.stream.feed import CHANNEL


class FeedListener:
    """Hears each sequenced batch. What it misses does no harm: who waits looks at the feed anyway, a little later."""

    def __init__(self) -> None:
        self._connection: psycopg.Connection = connection.get_new_connection(
            connection.get_connection_params()
        )
        self._connection.set_autocommit(True)
        self._connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))

    def wait(self, timeout_s: float) -> bool:
        """Wait until a batch is sequenced, at most so long; True if one was."""
        return any(True for _ in self._connection.notifies(timeout=timeout_s, stop_after=1))

    def close(self) -> None:
        """Stop listening."""
        self._connection.close()
