"""What every test of the project shares."""

from collections.abc import Sequence
from typing import Any

import hypothesis
import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations

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
"""For long runs, elsewhere each time: `make test TESTS="--hypothesis-profile=thorough -k random_days"`."""

pytest_plugins = ["casino.embedded.testing", "casino.people.testing", "tables.stream.testing"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--hold-to-goals`: for `make bench`, on a machine that does nothing else."""
    parser.addoption(
        "--hold-to-goals", action="store_true", help="a figure that a test measures must meet its goal"
    )


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """The test database with the roles of a house: processes that a test starts work as the application.

    Tables that a test makes belong to the superuser that it is, and the application may use them as well.
    """
    roles = DatabaseRoles()
    with django_db_blocker.unblock():
        connection.ensure_connection()
        make_roles(connection.connection, roles)
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO {roles.application}")


@pytest.fixture(scope="session", autouse=True)
def _record_outlives_the_flush() -> None:
    """Leave the record's tables out of the flush after tests that commit.

    Django empties all tables after such a test, and the record refuses that, in tests as in a house. Everything
    else is emptied as usual; tests keep out of each other's record by a `casino_id` of their own.
    """
    record = {model._meta.db_table for model in apps.get_app_config("stream").get_models()}
    empty = DatabaseOperations.sql_flush

    def all_but_the_record(
        self: DatabaseOperations, style: Any, tables: Sequence[str], **options: Any
    ) -> list[str]:
        statements: list[str] = empty(
            self, style, [table for table in tables if table not in record], **options
        )
        return statements

    patch = pytest.MonkeyPatch()
    patch.setattr(type(connection.ops), "sql_flush", all_but_the_record)
    yield
    patch.undo()
