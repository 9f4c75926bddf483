"""A command that does one thing and ends cannot wait for a database that is away: it says so instead."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from tables.stream.service import DATABASE_AWAY


@contextmanager
def database_needed() -> Iterator[None]:
    """Raises CommandError with the database's own first line where it cannot be reached or goes away."""
    try:
        yield
    except DATABASE_AWAY as away:
        first_line = (str(away).strip() or type(away).__name__).splitlines()[0]
        raise CommandError(f"The database cannot be reached: {first_line}") from None
