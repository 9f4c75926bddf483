"""Check that the role of this process cannot change the record, because no service should be able to.

A service with that right warns and goes on, because a casino without it would record nothing. Meanwhile `/readyz`
fails, so no casino goes into service that way.
"""

import logging
from functools import partial
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tables.stream.database import run
from tables.stream.database_rights import FUNCTIONS, RECORD, RIGHTS, TEMPORARY, Duty, rights_of
from tables.stream.database_roles import duty_of, role_of
from tables.stream.sql import statement

log = logging.getLogger(__name__)

FIND_RIGHTS_BEYOND = statement("find_rights_beyond")

MAKE_ROLES = "manage.py make_database_roles"
"""Recommended command that repairs the roles."""

_CHECK = "tables.stream.privileges"


def rights_beyond() -> str:
    """Return the rights of this process's role beyond the needs of its service, in words; empty without any."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_user")
        (role,) = cursor.fetchone()
    duty = duty_of(role)
    rights = dict.fromkeys(RIGHTS, "") | rights_of(duty)
    found: dict[str, list[str | None]] = dict(
        run(
            FIND_RIGHTS_BEYOND,
            tables=list(rights),
            rights=list(rights.values()),
            functions=[name for name, duties in FUNCTIONS.items() if duty in duties],
            temporary=duty in TEMPORARY,
            record=list(RECORD),
        )
    )
    if "is a superuser" in found:
        return "is a superuser"
    return "; ".join(
        f"{beyond} {', '.join(named)}"
        if (named := [place for place in places if place is not None])
        else beyond
        for beyond, places in found.items()
    )


def check_at_first_connection(duty: Duty | None = None) -> None:
    """Log once, at the first connection, that the role of this process may change the record or is another service's.

    Services call it on starting; `duty` is the service. The database may be away then, so it waits for the first
    connection. It raises nothing.
    """
    connection_created.connect(partial(_check, duty=duty), dispatch_uid=_CHECK, weak=False)


def check_no_more() -> None:
    """Undo `check_at_first_connection`. It raises nothing."""
    connection_created.disconnect(dispatch_uid=_CHECK)


def _check(*, connection: BaseDatabaseWrapper, duty: Duty | None, **_: Any) -> None:
    beyond = rights_beyond()
    check_no_more()
    if duty and (own := _role_of_its_own(duty)):
        log.error(
            "the role of this service is %s: set DATABASE_%s_URL to the address of %s",
            connection.settings_dict["USER"],
            duty.upper(),
            own,
        )
    if beyond:
        log.error(
            "the role of this service could change the record: it %s. Close the house, run %s, and let DATABASE_URL"
            " name the application's role",
            beyond,
            MAKE_ROLES,
        )


def _role_of_its_own(duty: Duty) -> str | None:
    """Return the role of this service, if there is one and the session has another."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_user")
        (role,) = cursor.fetchone()
        if duty_of(role) is duty:
            return None
        application = role.removesuffix(f"_{duty_of(role)}")
        cursor.execute("SELECT rolname FROM pg_roles WHERE rolname = %s", [role_of(duty, application)])
        found = cursor.fetchone()
    return str(found[0]) if found else None
