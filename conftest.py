"""What every test of the project shares."""

import gc
import sys
from collections.abc import Callable, Iterator
from functools import cache as kept
from secrets import randbelow
from typing import Any

import hypothesis
import pytest
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.template.base import Template
from django.test import TransactionTestCase
from django.test.client import ClientHandler
from django.test.utils import _TestState

from casino.languages.compiling import compile_catalogues
from tables.postgresql import base
from tables.stream.database_roles import DatabaseRoles, make_roles

# No test asserts a time: a machine that is busy is no fault.
hypothesis.settings.register_profile("ordinary", deadline=None)
hypothesis.settings.load_profile("ordinary")
hypothesis.settings.register_profile(
    "thorough",
    max_examples=500,
    stateful_step_count=100,
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
"""For `make test-long`: longer, and elsewhere each time."""

# Pages and parsed pages are many small objects: with Python's usual threshold, looking for garbage takes a fifth of the
# time of the tests of the screens.
gc.set_threshold(50_000, 20, 20)

UNTIL_CUT_OFF_MS = 60_000
"""How long a connection that is cut off may take to end; the machine may be busy with other tests."""

ANY_RECORDED_AT = """
    CREATE OR REPLACE FUNCTION public.latest_recorded_at() RETURNS timestamptz
    LANGUAGE sql VOLATILE RETURN 'infinity'::timestamptz
"""
"""Lets an append give any recorded_at that is not before its stream."""

pytest_plugins = [
    "testkit.order",
    "testkit.browsers",
    "testkit.databases",
    "testkit.migrated_database",
    "testkit.people",
    "testkit.room_for_frames",
    "testkit.stream",
    "testkit.screens",
    "testkit.time_box",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--hold-to-goals`: for `make bench`, on a machine that does nothing else. `--write-golden`: for `make golden`.
    `--pictures`: for `make screens`."""
    parser.addoption(
        "--hold-to-goals", action="store_true", help="a figure that a test measures must meet its goal"
    )
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write what is kept in golden files anew, and compare nothing",
    )
    parser.addoption(
        "--pictures",
        metavar="FOLDER",
        help="where pictures go of every page that the walk over the demonstration meets",
    )


def pytest_configure() -> None:
    """Compile the catalogues that changed, as `make setup` does: French pages would be in English without."""
    compile_catalogues()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget the silences of the database that earlier tests made.

    A connection that has not answered since a silence is given up. The connection of a test process outlives its tests,
    so each later test would find it closed.
    """
    base._silent_since = float("-inf")


def pytest_collection_finish() -> None:
    """What was loaded and collected stays until the end, and is searched for garbage no more."""
    gc.freeze()


@pytest.fixture(scope="session")
def thorough() -> bool:
    """Whether the long form of a test is wanted."""
    return hypothesis.settings.get_current_profile_name() == "thorough"


@pytest.fixture
def seed(thorough: bool) -> int:
    """What chance in a test begins with: the same each time, but for the long form. A failed test shows it."""
    chosen = randbelow(2**31) if thorough else 7
    sys.stdout.write(f"seed {chosen}\n")
    return chosen


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database with the roles of a house: processes that a test starts work as the application.

    Tables that a test makes belong to the superuser that it is, and the application may use them as well. Whatever a
    test left connected is cut off at the end, or the database could not be dropped.
    """
    roles = DatabaseRoles()
    with django_db_blocker.unblock():
        connection.ensure_connection()
        make_roles(connection.connection, roles)
        with connection.cursor() as cursor:
            all_but_reader = ", ".join([roles.owner, *roles.services.values()])
            cursor.execute(f"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO {all_but_reader}")
            # Tests play days that have not come yet.
            cursor.execute(ANY_RECORDED_AT)
    yield
    name = connection.settings_dict["NAME"]
    connection.close()
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        # Whoever comes back by themselves is let in no more.
        cursor.execute(f"ALTER DATABASE {connection.ops.quote_name(name)} ALLOW_CONNECTIONS false")
        cursor.execute(
            "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity WHERE datname = %s",
            [UNTIL_CUT_OFF_MS, name],
        )


@pytest.fixture(scope="session")
def delete_rows() -> Callable[[], None]:
    """Function that empties the tables, for a module whose rows outlive its tests."""
    return _delete_rows


@pytest.fixture(scope="session", autouse=True)
def _clean_by_deleting() -> Iterator[None]:
    """After a test that commits, delete the rows that tests write, and keep those that migrations made.

    Django would truncate every table, run everything again that follows a migration, and empty the record, which
    refuses that in tests as in a house. Tests keep out of each other's record by a `casino_id` of their own.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: _delete_rows())
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def _render_as_in_a_house(django_test_environment: None) -> None:
    """Undo what Django's test environment does to templates: it copies the context of each that a page includes.

    No test looks at templates and contexts; they look at pages.
    """
    before: Any = vars(_TestState)["saved_data"]
    setattr(Template, "_render", before.template_render)  # noqa: B010  no type knows it


@pytest.fixture(scope="session", autouse=True)
def _middleware_loaded_once() -> Iterator[None]:
    """Share the loaded middleware among the browsers of all tests, but for those of a test that changes settings.

    Each browser would search the folders of static files for itself.
    """
    in_force = vars(settings)
    usual, load = in_force["_wrapped"], ClientHandler.load_middleware
    loaded: list[Any] = []

    def load_once(handler: Any, is_async: bool = False) -> None:
        if is_async or in_force["_wrapped"] is not usual:
            load(handler, is_async)
            return
        if not loaded:
            load(handler)
            loaded.append(handler)
        handler._middleware_chain = loaded[0]._middleware_chain

    patch = pytest.MonkeyPatch()
    patch.setattr(ClientHandler, "load_middleware", load_once)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _nothing_believed() -> None:
    """No test believes what another one has read."""
    cache.clear()


MADE_BY_MIGRATIONS = {"django_migrations", "django_content_type", "auth_permission"}


def _delete_rows() -> None:
    """Empty all tables but the record's and those that migrations fill."""
    with transaction.atomic(), connection.cursor() as cursor:
        # No foreign key is checked and no trigger runs, so the order of the tables does not matter.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(_delete_statements())


@kept
def _delete_statements() -> str:
    record = {model._meta.db_table for model in apps.get_app_config("stream").get_models()}
    tables = (
        set(connection.introspection.django_table_names(only_existing=True)) - record - MADE_BY_MIGRATIONS
    )
    return "".join(f"DELETE FROM {connection.ops.quote_name(table)};" for table in sorted(tables))
