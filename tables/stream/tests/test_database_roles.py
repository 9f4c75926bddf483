"""The application reads the record and adds to it; no statement of its role changes the record or its guards."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import errors as pg
from psycopg import sql
from pytest_django import Settings

from tables.stream import feed_position, read_stream, rebuild
from tables.stream.archiving.months import record_months
from tables.stream.database_roles import ARCHIVED, RECORD, DatabaseRoles, RolesRefused, make_roles
from tables.stream.following import follow_all
from tables.stream.merkle.note import SigningKey
from tables.stream.models import APPEND_ONLY, Event
from tables.stream.privileges import check_at_first_connection, rights_beyond
from tables.stream.sequencing import open_coming_months
from tables.stream.tests.conftest import Recorder
from testkit.stream import checkpoint_now, sequence_all

pytestmark = [pytest.mark.servers, pytest.mark.django_db]

USUAL = DatabaseRoles()

As = Callable[[str], psycopg.Connection[Any]]


@pytest.fixture
def session_as(db: None) -> Iterator[As]:
    """`session_as(role)`: a session of its own on the test's database, as that role has it."""
    with ExitStack() as opened:

        def session(role: str) -> psycopg.Connection[Any]:
            made: psycopg.Connection[Any] = connection.get_new_connection(connection.get_connection_params())
            opened.callback(made.close)
            made.set_autocommit(True)
            made.execute(sql.SQL("SET SESSION AUTHORIZATION {}").format(sql.Identifier(role)))
            return made

        yield session


@pytest.mark.parametrize("table", RECORD)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET casino_id = casino_id",
        "DELETE FROM {}",
        "TRUNCATE {}",
        "ALTER TABLE {} DISABLE TRIGGER ALL",
        "DROP TABLE {} CASCADE",
        "SELECT 1 FROM {} FOR UPDATE",
        "CREATE TRIGGER swallow BEFORE INSERT ON {} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE RULE swallow AS ON INSERT TO {} DO INSTEAD NOTHING",
        "ALTER TABLE {} OWNER TO permanence",
    ],
)
def test_the_application_is_refused_each_way_to_change_the_record(
    session_as: As, table: str, statement: str
) -> None:
    with pytest.raises(pg.InsufficientPrivilege):
        session_as(USUAL.application).execute(statement.format(table))


@pytest.mark.parametrize(
    "statement",
    [
        "SET session_replication_role = replica",
        "SET ROLE permanence_owner",
        "ALTER ROLE permanence SUPERUSER",
        "CREATE ROLE another",
        "CREATE TABLE public.another ()",
        'CREATE SCHEMA "permanence"',
        "DROP FUNCTION pgtrigger_append_only_d8304() CASCADE",
    ],
)
def test_the_application_is_refused_each_way_around_its_rights(session_as: As, statement: str) -> None:
    with pytest.raises(pg.InsufficientPrivilege):
        session_as(USUAL.application).execute(statement)


def test_the_application_gives_itself_nothing(session_as: As) -> None:
    session = session_as(USUAL.application)
    session.execute("GRANT UPDATE, DELETE ON event TO permanence")  # a warning, and nothing is granted
    with pytest.raises(pg.InsufficientPrivilege):
        session.execute("DELETE FROM event")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("tally_rows", "as_application")
@pytest.mark.parametrize("kind", ["inline_tally", "following_tally"])
def test_the_application_does_all_that_the_services_do(
    record: Recorder, key: SigningKey, kind: str, request: pytest.FixtureRequest
) -> None:
    projection = request.getfixturevalue(kind)
    assert open_coming_months()
    assert {None, 0} < {part.month for part in record_months()}
    record("s", 1, 2)
    record("s", 3, expected_version=2)
    assert sequence_all(record.casino_id) == 3
    checkpoint_now(record.casino_id, key)
    assert follow_all(record.casino_id)
    (rebuilt,) = rebuild(projection.name, record.casino_id)
    assert (rebuilt.events, rebuilt.removed, rebuilt.added) == (3, 0, 0)
    assert (len(read_stream(record.casino_id, "s")), feed_position(record.casino_id)) == (3, 3)
    assert rights_beyond() == ""


@pytest.mark.django_db(transaction=True)
def test_the_reader_reads_and_no_more(session_as: As, record: Recorder) -> None:
    record("s", 1)
    session = session_as(USUAL.reader)
    for table in ("event", "projection", "people_person", "django_migrations"):
        session.execute(f"SELECT 1 FROM {table} LIMIT 1")
        for statement in ("INSERT INTO {} DEFAULT VALUES", "DELETE FROM {}"):
            with pytest.raises(pg.InsufficientPrivilege):
                session.execute(statement.format(table))


def test_a_table_of_a_later_migration_has_the_right_grants(session_as: As) -> None:
    owner, application, reader = map(session_as, (USUAL.owner, USUAL.application, USUAL.reader))
    owner.execute("CREATE TABLE later (id serial, said text)")
    try:
        application.execute("INSERT INTO later (said) VALUES ('a')")
        application.execute("UPDATE later SET said = 'b'")
        assert reader.execute("SELECT said FROM later").fetchone() == ("b",)
        with pytest.raises(pg.InsufficientPrivilege):
            reader.execute("DELETE FROM later")
        application.execute("DELETE FROM later")
    finally:
        owner.execute("DROP TABLE later")


def test_the_record_is_every_table_that_is_append_only() -> None:
    models = apps.get_app_config("stream").get_models()
    guarded = {
        model._meta.db_table for model in models if APPEND_ONLY in getattr(model._meta, "triggers", ())
    }
    assert guarded == set(RECORD)


BEYOND = {
    "GRANT UPDATE (xid) ON event TO permanence": "may UPDATE event",
    "GRANT DELETE, TRUNCATE ON sealed_event TO permanence": "may DELETE sealed_event; may TRUNCATE sealed_event",
    "GRANT TRIGGER ON event TO permanence": "may TRIGGER event",
    "ALTER TABLE checkpoint OWNER TO permanence": "may DELETE checkpoint; may TRIGGER checkpoint; may TRUNCATE"
    " checkpoint; may UPDATE checkpoint; owns checkpoint",
    "GRANT CREATE ON SCHEMA public TO permanence": "may CREATE in the schema public",
    "ALTER ROLE permanence CREATEROLE": "may make roles",
    "ALTER ROLE permanence SUPERUSER": "is a superuser",
}


@pytest.mark.parametrize("given", BEYOND)
def test_a_right_too_many_is_found_and_named(given: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(given)
        cursor.execute("SET SESSION AUTHORIZATION permanence")
    assert rights_beyond() == BEYOND[given]


def test_a_role_that_can_become_the_owner_counts_as_the_owner() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER ROLE permanence NOINHERIT")
        cursor.execute("GRANT permanence_owner TO permanence")
        cursor.execute("SET SESSION AUTHORIZATION permanence")
    assert "attached_month, checkpoint, event, merkle_tile" in rights_beyond().partition("owns ")[2]


@pytest.mark.django_db(transaction=True)
def test_a_service_that_could_change_the_record_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    connection.close()
    check_at_first_connection()
    for _ in range(2):
        connection.ensure_connection()
        connection.close()
    (line,) = [each.getMessage() for each in caplog.records if each.name == "tables.stream.privileges"]
    assert line.startswith("the role of this service could change the record: it is a superuser.")
    assert "manage.py make_database_roles" in line


@pytest.mark.parametrize("command", ["migrate", "after_restore"])
def test_a_command_for_the_owner_says_so_to_the_application(as_application: None, command: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(command, stdout=io.StringIO())
    assert "The role permanence does not own the table event" in str(refused.value)
    assert f"manage.py {command} takes the owner: set DATABASE_OWNER_URL" in str(refused.value)


def test_looking_at_what_migrate_would_do_takes_no_owner(as_application: None) -> None:
    printed = io.StringIO()
    call_command("migrate", "--plan", stdout=printed)
    assert "No planned migration operations" in printed.getvalue()


# --- a database as the deploy guide had it: the role of the services owns everything ------------------------

# Roles are the server's, and runs side by side share it.
HOUSE = DatabaseRoles(*(f"test_{role}_{os.getpid()}" for role in ("owner", "house", "reader")))
PASSWORD = "of no use elsewhere"
NAME = f"test_house_of_an_older_version_{os.getpid()}"


@contextmanager
def django_as(role: str, database: str) -> Iterator[None]:
    """Django's connection to another database of the server, as this role has it there."""
    usual = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict |= {"NAME": database, "USER": role}
    if role in (HOUSE.owner, HOUSE.application, HOUSE.reader):
        connection.settings_dict["PASSWORD"] = PASSWORD
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(usual)


@pytest.fixture
def older_house(transactional_db: None) -> Iterator[str]:
    """Such a database, and the role that is a superuser of the server."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        superuser = cursor.fetchone()[0]
        _forget_it(cursor)
        cursor.execute(f"CREATE ROLE {HOUSE.application} LOGIN PASSWORD '{PASSWORD}'")
        cursor.execute(f"CREATE DATABASE {NAME} OWNER {HOUSE.application}")
    with django_as(HOUSE.application, NAME):
        call_command("migrate", "stream", verbosity=0)
    yield superuser
    with connection.cursor() as cursor:
        _forget_it(cursor)


def _forget_it(cursor: Any) -> None:
    cursor.execute(f"DROP DATABASE IF EXISTS {NAME}")
    for role in (HOUSE.owner, HOUSE.application, HOUSE.reader):
        cursor.execute(f"DROP ROLE IF EXISTS {role}")


def make_database_roles() -> str:
    printed = io.StringIO()
    names = ["--owner", HOUSE.owner, "--application", HOUSE.application, "--reader", HOUSE.reader]
    call_command("make_database_roles", *names, stdout=printed)
    return printed.getvalue()


DISABLE = "ALTER TABLE event DISABLE TRIGGER ALL"


def test_a_database_that_its_services_owned_gets_its_three_roles(older_house: str) -> None:
    with django_as(HOUSE.application, NAME):
        assert "attached_month, checkpoint, event, merkle_tile" in rights_beyond().partition("owns ")[2]
        with connection.cursor() as cursor:
            cursor.execute(DISABLE)
            cursor.execute("DELETE FROM event")  # this is what was wrong
            cursor.execute("ALTER TABLE event ENABLE TRIGGER ALL")
    with django_as(older_house, NAME):
        printed = make_database_roles()
        assert f"made the role {HOUSE.owner}, without a password" in printed
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER ROLE {HOUSE.owner} PASSWORD '{PASSWORD}'")
        assert f"{HOUSE.owner} now owns" in printed
        added = ", ".join(table for table in RECORD if table not in ARCHIVED)
        assert f"{HOUSE.application} may SELECT and INSERT on {added}, and no more" in printed
        assert f"{HOUSE.application} may SELECT from {', '.join(ARCHIVED)}, and no more" in printed
        again = make_database_roles()
        assert "made the role" not in again
        assert "now owns" not in again
    with django_as(HOUSE.application, NAME), connection.cursor() as cursor:
        assert rights_beyond() == ""
        for statement in (DISABLE, "DELETE FROM event"):
            with pytest.raises(Exception, match=r"must be owner|permission denied"):
                cursor.execute(statement)
        assert Event.objects.count() == 0
    with django_as(HOUSE.owner, NAME):
        call_command("migrate", "stream", verbosity=0)
        assert "may SELECT and INSERT" in make_database_roles()  # the owner may grant anew
    with django_as(HOUSE.application, NAME):
        assert rights_beyond() == ""


def test_only_a_superuser_makes_what_is_missing_and_nothing_is_left_half_made(older_house: str) -> None:
    with (
        django_as(HOUSE.application, NAME),
        pytest.raises(
            CommandError, match=f"The role {HOUSE.owner} is missing, and the role {HOUSE.application} may not"
        ),
    ):
        make_database_roles()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname IN (%s, %s)", [HOUSE.owner, HOUSE.reader])
        assert cursor.fetchone() is None


def test_a_new_table_of_the_record_is_guarded_by_the_migration_that_makes_it(
    older_house: str, settings: Settings
) -> None:
    with django_as(older_house, NAME), connection.cursor() as cursor:
        cursor.execute(
            "DROP TABLE witness_signature, checkpoint, merkle_tile, event, sealed_event, seal_head, command,"
            " projection, archived_month, archived_run, attached_month"
        )
        cursor.execute("DROP SCHEMA record CASCADE")
        cursor.execute("DROP FUNCTION record_month, open_record_month, make_record_part")
        cursor.execute("DELETE FROM django_migrations WHERE app = 'stream'")
        make_database_roles()
        cursor.execute(f"ALTER ROLE {HOUSE.owner} PASSWORD '{PASSWORD}'")
    with django_as(HOUSE.application, NAME):
        settings.DATABASE_OWNER = {**connection.settings_dict, "USER": HOUSE.owner}
        call_command("migrate", "stream", verbosity=0)
        assert rights_beyond() == ""


@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        (DatabaseRoles("permanence", "permanence", "permanence_reader"), "three names"),
        (DatabaseRoles(application="test_house_admin"), "is a superuser, and so could change the record"),
    ],
)
def test_roles_that_would_guard_nothing_are_refused(roles: DatabaseRoles, reason: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE test_house_admin SUPERUSER")
    with pytest.raises(RolesRefused, match=reason):
        make_roles(connection.connection, roles)


def test_a_role_that_was_a_member_of_the_owner_is_none_any_more(older_house: str) -> None:
    with django_as(older_house, NAME), connection.cursor() as cursor:
        make_database_roles()
        cursor.execute(f"GRANT {HOUSE.owner} TO {HOUSE.application}")
        make_database_roles()
    with django_as(HOUSE.application, NAME):
        assert rights_beyond() == ""
