"""Preconditions of a command: the database, and the role of its owner to change tables or to disable a guard.

A command that does one thing and ends cannot wait for a missing database. The command reports it instead.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import ProgrammingError, connection
from psycopg import errors as pg

from tables.stream.database_rights import Duty
from tables.stream.service import DATABASE_AWAY

IS_ENOUGH = """
SELECT current_user, CASE
    WHEN to_regclass('event') IS NOT NULL THEN pg_has_role(current_user, relowner, 'USAGE')
    ELSE has_schema_privilege(current_user, 'public', 'CREATE')
END
FROM (SELECT (SELECT relowner FROM pg_class WHERE oid = to_regclass('event')) AS relowner) AS record
"""


def owner_connected() -> AbstractContextManager[None]:
    """Django's connection as the role of DATABASE_OWNER_URL, where that is set; afterwards as before."""
    return _connected(settings.DATABASE_OWNER)


@contextmanager
def service_connected(duty: Duty) -> Iterator[None]:
    """Require the connection of this service. Raises CommandError if the role may not do the service's work."""
    with _connected(settings.DATABASE_OF_SERVICES[duty]):
        try:
            yield
        except ProgrammingError as refused:
            if isinstance(refused.__cause__, pg.InsufficientPrivilege):
                raise CommandError(_not_allowed(duty, refused)) from None
            raise


def connect_for_good(duty: Duty) -> None:
    """Connect every thread of this process, and every process that it forks, as the role of this service."""
    connection.close()
    if address := settings.DATABASE_OF_SERVICES[duty]:
        connection.settings_dict.update({"OPTIONS": {}, **address})


def _not_allowed(duty: Duty, refused: Exception) -> str:
    return (
        f"The role {connection.settings_dict['USER']} may not do this work ({refused}). Set"
        f" DATABASE_{duty.upper()}_URL to the address of the role that may (docs/deploying.md)"
    )


@contextmanager
def _connected(address: dict[str, Any]) -> Iterator[None]:
    """Django's connection at this address, with the role in it; as it is where there is none."""
    if not address:
        yield
        return
    application = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update({"OPTIONS": {}, **address})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(application)


@contextmanager
def owner_needed(command: str) -> Iterator[None]:
    """Require a connection as the owner. Raises CommandError if the role neither owns the record nor may make its
    tables.
    """
    with owner_connected():
        with connection.cursor() as cursor:
            cursor.execute(IS_ENOUGH)
            role, enough = cursor.fetchone()
        if not enough:
            raise CommandError(
                f"The role {role} does not own the table event, and manage.py {command} takes the owner: set"
                " DATABASE_OWNER_URL to the address of the owner's role, for this command alone"
                " (postgres://permanence_owner@/permanence?host=/var/run/postgresql)"
            )
        yield


@contextmanager
def database_needed() -> Iterator[None]:
    """Raise CommandError with the database's own first line where it cannot be reached or goes away."""
    try:
        yield
    except DATABASE_AWAY as away:
        first_line = (str(away).strip() or type(away).__name__).splitlines()[0]
        raise CommandError(f"The database cannot be reached: {first_line}") from None
