"""pytest plugin: the test database is a copy of one that was migrated before, where the migrations are the same.

Running every migration takes as long as two hundred tests, and each worker has a server of its own. The copy stays on
that server, under a name that is made of the migrations, and goes when they change.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

KEPT = "migrated_"
"""Prefix of the names of copies."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Let the test database begin as the copy, if there is one: `migrate` then finds nothing to do."""
    if not settings.DATABASE_IS_EMBEDDED:
        return
    with django_db_blocker.unblock():
        if _name() in _copies():
            connection.settings_dict["TEST"]["TEMPLATE"] = _name()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keep a copy of the test database, which has just been migrated and is empty, unless it is one itself."""
    if not settings.DATABASE_IS_EMBEDDED or connection.settings_dict["TEST"].get("TEMPLATE"):
        return
    quoted = connection.ops.quote_name
    with django_db_blocker.unblock():
        connection.close()
        older = _copies()
        with _server() as cursor:
            for each in older:
                cursor.execute(f"DROP DATABASE {quoted(each)}")
            migrated = quoted(connection.settings_dict["NAME"])
            cursor.execute(f"CREATE DATABASE {quoted(_name())} TEMPLATE {migrated}")


def _copies() -> set[str]:
    with _server() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [KEPT])
        return {name for (name,) in cursor.fetchall()}


def _server() -> Any:
    """A cursor on the server that is on none of the tests' databases, as Django makes them with."""
    return connection._nodb_cursor()


def _name() -> str:
    """Return the name of the copy: a hash over the migrations of all apps."""
    digest = sha256()
    for app in apps.get_app_configs():
        for file in sorted((Path(app.path) / "migrations").glob("*.*")):
            if file.suffix in (".py", ".sql"):
                digest.update(f"{app.label} {file.name}\n".encode() + file.read_bytes())
    return KEPT + digest.hexdigest()[:16]
