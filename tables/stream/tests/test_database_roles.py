"""Each service has the rights that it needs; no statement of its role changes the record or its guards."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import errors as pg
from psycopg import sql
from pytest_django import Settings

from tables.stream import IdempotencyKey, feed_position, read_stream, rebuild
from tables.stream.archiving.months import record_months
from tables.stream.database import REBUILD_GATE, WEBHOOKS
from tables.stream.database import SEQUENCER as SEQUENCER_LOCK
from tables.stream.database_rights import (
    ADVISORY_LOCKS,
    FUNCTIONS,
    RECORD,
    RIGHTS,
    TEMPORARY,
    Duty,
    rights_of,
)
from tables.stream.database_roles import DatabaseRoles, RolesRefused, make_roles
from tables.stream.following import follow_all
from tables.stream.merkle.note import SigningKey
from tables.stream.models import Event
from tables.stream.privileges import check_at_first_connection, rights_beyond
from tables.stream.sequencing import open_coming_months
from tables.stream.tests.conftest import Recorder
from testkit.stream import checkpoint_now, connected_as, sequence_all

pytestmark = [pytest.mark.servers, pytest.mark.django_db]

USUAL = DatabaseRoles()
SEQUENCER, FOLLOWERS = USUAL.services[Duty.SEQUENCER], USUAL.services[Duty.FOLLOWERS]

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


@pytest.mark.parametrize("role", USUAL.services.values())
def test_role_of_a_service_ends_transactions_that_do_nothing(role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setting FROM pg_db_role_setting, unnest(setconfig) AS setting"
            " WHERE setrole = to_regrole(%s) AND setdatabase = 0",
            [role],
        )
        assert ("idle_in_transaction_session_timeout=60s",) in cursor.fetchall()


@pytest.mark.parametrize("role", USUAL.services.values())
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
def test_a_service_is_refused_each_way_to_change_the_record(
    session_as: As, role: str, table: str, statement: str
) -> None:
    with pytest.raises(pg.InsufficientPrivilege):
        session_as(role).execute(statement.format(table))


@pytest.mark.parametrize("role", USUAL.services.values())
@pytest.mark.parametrize(
    "statement",
    [
        "SET session_replication_role = replica",
        "SET ROLE permanence_owner",
        "ALTER ROLE permanence SUPERUSER",
        "CREATE ROLE another",
        "CREATE TABLE public.another ()",
        'CREATE SCHEMA "permanence"',
        "DROP FUNCTION refuse_change_of_record() CASCADE",
        "CREATE OR REPLACE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "SELECT make_record_part('event', '203101', true)",
        "SELECT make_record_month('event', 203101)",
        "INSERT INTO record.event_rest DEFAULT VALUES",
        "SELECT nextval('event_numbers')",
        "UPDATE command SET version = 0",
        "UPDATE ledger_entry SET amount = 0",
        "DELETE FROM ledger_entry",
        "UPDATE compliance_draw_seed SET day = now()",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('stream', '0009', now())",
        "DELETE FROM django_migrations",
        "DELETE FROM seal_head",
        "DELETE FROM projection",
    ],
)
def test_a_service_is_refused_each_way_around_its_rights(session_as: As, role: str, statement: str) -> None:
    with pytest.raises(pg.InsufficientPrivilege):
        session_as(role).execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TEMPORARY TABLE event ()",
        "INSERT INTO event DEFAULT VALUES",
        "INSERT INTO sealed_event DEFAULT VALUES",
        "INSERT INTO merkle_tile DEFAULT VALUES",
        "INSERT INTO checkpoint DEFAULT VALUES",
        "INSERT INTO seal_head (casino_id, position) VALUES (1, 1000000)",
        "UPDATE seal_head SET position = 0",
        "UPDATE projection SET position = 0",
        "SELECT open_record_month('event', 203101)",
        "DELETE FROM house_permanence",
    ],
)
def test_the_application_is_refused_the_work_of_other_services(session_as: As, statement: str) -> None:
    with pytest.raises(pg.InsufficientPrivilege):
        session_as(USUAL.application).execute(statement)


@pytest.mark.parametrize("role", [SEQUENCER, FOLLOWERS])
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO event DEFAULT VALUES",
        "INSERT INTO command DEFAULT VALUES",
        "INSERT INTO witness_signature DEFAULT VALUES",
        "UPDATE people_person SET is_active = true",
        "INSERT INTO people_access DEFAULT VALUES",
        "UPDATE house_board SET day = day",
        "SELECT password FROM people_person",
        "SELECT session_data FROM django_session",
        "SELECT token FROM oauth2_provider_accesstoken",
    ],
)
def test_the_sequencer_and_the_followers_are_refused_the_work_of_the_application(
    session_as: As, role: str, statement: str
) -> None:
    with pytest.raises(pg.InsufficientPrivilege):
        session_as(role).execute(statement)


OF_PEOPLES_ACCESS = (
    "people_person",
    "people_person_groups",
    "django_session",
    "mfa_authenticator",
    "oauth2_provider_accesstoken",
    "api_apiclient",
    "api_waitingrequest",
    "set_up_link",
    "seat_screen",
    "people_attemptcounter",
    "axes_accesslog",
)


@pytest.mark.parametrize("duty", [duty for duty in Duty if duty is not Duty.APPLICATION])
@pytest.mark.parametrize(
    "table", [*OF_PEOPLES_ACCESS, "house_casino", "compliance_draw_seed", "house_entry_secret"]
)
def test_no_service_but_the_application_changes_peoples_access_or_draw_seeds(
    session_as: As, duty: Duty, table: str
) -> None:
    session = session_as(USUAL.services[duty])
    (column,) = session.execute(
        "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = %s::regclass AND attnum = 1", [table]
    ).fetchone() or ("",)
    for statement in (
        f"INSERT INTO {table} DEFAULT VALUES",
        f"UPDATE {table} SET {column} = {column}",
        f"DELETE FROM {table}",
        f"SELECT FROM {table} FOR UPDATE",
    ):
        with pytest.raises(pg.InsufficientPrivilege):
            session.execute(statement)


MAY_READ_A_SECRET = {
    ("house_entry_secret", Duty.WORKER),  # it signs notices
    ("api_apiclient", Duty.WEBHOOKS),  # nothing is posted for a client that was revoked
}


@pytest.mark.parametrize("duty", [duty for duty in Duty if duty is not Duty.APPLICATION])
@pytest.mark.parametrize("table", [*OF_PEOPLES_ACCESS, "compliance_draw_seed", "house_entry_secret"])
def test_a_secret_is_read_by_no_service_without_need(session_as: As, duty: Duty, table: str) -> None:
    session = session_as(USUAL.services[duty])
    if (table, duty) in MAY_READ_A_SECRET:
        session.execute(f"SELECT * FROM {table} LIMIT 1")
    else:
        with pytest.raises(pg.InsufficientPrivilege):
            session.execute(f"SELECT * FROM {table} LIMIT 1")


@pytest.mark.parametrize("duty", Duty)
def test_each_role_calls_the_functions_of_the_owner_that_are_listed_for_it_and_no_others(duty: Duty) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef"
            " AND has_function_privilege(%s, oid, 'EXECUTE')",
            [USUAL.services[duty]],
        )
        found = {name for (name,) in cursor.fetchall()}
    assert found == {name for name, duties in FUNCTIONS.items() if duty in duties}


def test_the_application_gives_itself_nothing(session_as: As) -> None:
    session = session_as(USUAL.application)
    session.execute("GRANT UPDATE, DELETE ON event TO permanence")  # a warning, and nothing is granted
    with pytest.raises(pg.InsufficientPrivilege):
        session.execute("DELETE FROM event")


PRIVILEGES = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")


@pytest.mark.parametrize("duty", Duty)
def test_each_role_has_the_rights_that_are_listed_for_each_table_and_no_others(duty: Duty) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, array(SELECT privilege FROM unnest(%s::text[]) AS privilege"
            " WHERE has_table_privilege(%s, oid, privilege))"
            " FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')"
            " AND relname NOT LIKE 'test\\_%%'",
            [list(PRIVILEGES), USUAL.services[duty]],
        )
        found = {table: set(privileges) for table, privileges in cursor.fetchall()}
        cursor.execute(
            "SELECT has_database_privilege(%s, current_database(), 'TEMPORARY')", [USUAL.services[duty]]
        )
        (temporary,) = cursor.fetchone()
    listed = dict.fromkeys(RIGHTS, "") | rights_of(duty)
    missing, gone = found.keys() - listed.keys(), listed.keys() - found.keys()
    assert not missing, f"Add a row for each of these tables to tables/stream/database_rights.py: {missing}"
    assert not gone, f"Take these tables out of tables/stream/database_rights.py: {gone}"
    assert found == {table: set(filter(None, rights.split(", "))) for table, rights in listed.items()}
    assert temporary == (duty in TEMPORARY)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("tally_rows")
@pytest.mark.parametrize("kind", ["inline_tally", "following_tally"])
def test_each_service_does_its_work_with_its_own_role(
    record: Recorder, key: SigningKey, kind: str, request: pytest.FixtureRequest
) -> None:
    projection = request.getfixturevalue(kind)
    with connected_as(USUAL.application):
        record("s", 1, 2)
        record("s", 3, expected_version=2, idempotency=IdempotencyKey(str(uuid4()), b"x"))
        assert rights_beyond() == ""
    with connected_as(SEQUENCER):
        assert open_coming_months()
        assert {None, 0} < {part.month for part in record_months()}
        assert sequence_all(record.casino_id) == 3
        checkpoint_now(record.casino_id, key)
        assert rights_beyond() == ""
    with connected_as(FOLLOWERS):
        assert follow_all(record.casino_id)
        projection.version += 1
        assert follow_all(record.casino_id)
        assert rights_beyond() == ""
    with connected_as(USUAL.owner):
        (rebuilt,) = rebuild(projection.name, record.casino_id)
        assert (rebuilt.events, rebuilt.removed, rebuilt.added) == (3, 0, 0)
    with connected_as(USUAL.application):
        assert (len(read_stream(record.casino_id, "s")), feed_position(record.casino_id)) == (3, 3)


LOCKS_OF_THE_RECORD = {
    "all appends to a casino": "SELECT pg_advisory_lock(27262, 1)",
    "the appends to one stream": "SELECT pg_advisory_lock(hashtextextended('table/T1/2026-11-20', 1))",
    "the feed of a casino": "SELECT pg_advisory_lock(24225, 1)",
    "appends, by a shared lock": "SELECT pg_try_advisory_xact_lock_shared(27262, 1)",
    "a webhook": "SELECT pg_try_advisory_lock(16048, 1)",
}
"""What a stranger's session would stop, and how."""


@pytest.mark.parametrize("role", [USUAL.reader, FOLLOWERS])
@pytest.mark.parametrize("statement", LOCKS_OF_THE_RECORD.values(), ids=LOCKS_OF_THE_RECORD)
def test_advisory_lock_of_the_record_is_refused_to_a_strangers_session(
    session_as: As, role: str, statement: str
) -> None:
    assert (REBUILD_GATE, SEQUENCER_LOCK, WEBHOOKS) == (27262, 24225, 16048)
    with pytest.raises(pg.InsufficientPrivilege, match="permission denied for function pg_"):
        session_as(role).execute(statement)


@pytest.mark.parametrize("duty", Duty)
def test_each_role_calls_the_functions_of_advisory_locks_that_are_listed_for_it(duty: Duty) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid::regprocedure::text FROM pg_proc WHERE proname ~ '^pg_(try_)?advisory_'"
            " AND has_function_privilege(%s, oid, 'EXECUTE')",
            [USUAL.services[duty]],
        )
        found = {function for (function,) in cursor.fetchall()}
    assert found == {function for function, duties in ADVISORY_LOCKS.items() if duty in duties}


@pytest.mark.django_db(transaction=True)
def test_reader_role_reads_alone(session_as: As, record: Recorder) -> None:
    record("s", 1)
    session = session_as(USUAL.reader)
    for table in ("event", "projection", "people_person", "django_migrations"):
        session.execute(f"SELECT 1 FROM {table} LIMIT 1")
        for statement in ("INSERT INTO {} DEFAULT VALUES", "DELETE FROM {}"):
            with pytest.raises(pg.InsufficientPrivilege):
                session.execute(statement.format(table))


def test_a_table_of_a_later_migration_is_read_by_the_reader_alone_until_it_is_listed(session_as: As) -> None:
    owner, application, reader = map(session_as, (USUAL.owner, USUAL.application, USUAL.reader))
    owner.execute("CREATE TABLE later (id serial, said text)")
    try:
        owner.execute("INSERT INTO later (said) VALUES ('b')")
        assert reader.execute("SELECT said FROM later").fetchone() == ("b",)
        for session in (reader, application):
            with pytest.raises(pg.InsufficientPrivilege):
                session.execute("DELETE FROM later")
        with pytest.raises(pg.InsufficientPrivilege):
            application.execute("SELECT FROM later")
    finally:
        owner.execute("DROP TABLE later")


def test_the_record_is_every_table_that_is_append_only() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE tgfoid = 'refuse_change_of_record'::regproc AND relnamespace = 'public'::regnamespace"
        )
        assert {table for (table,) in cursor.fetchall()} == set(RECORD)
        cursor.execute(
            "SELECT count(*), count(*) FILTER (WHERE EXISTS ("
            "SELECT FROM pg_trigger WHERE tgrelid = part.oid AND tgfoid = 'refuse_change_of_record'::regproc))"
            " FROM pg_class AS part WHERE relnamespace = 'record'::regnamespace AND relkind = 'r'"
        )
        parts, guarded = cursor.fetchone()
        assert parts == guarded > 3


@pytest.mark.parametrize("table", RECORD)
def test_the_guard_obeys_no_setting_of_the_session(session_as: As, table: str) -> None:
    session = session_as(USUAL.owner)
    session.execute(
        "SELECT set_config('pgtrigger.ignore', %s, false)", ["{pgtrigger_append_only_d8304,append_only}"]
    )
    with pytest.raises(pg.RaiseException, match="append-only"):
        session.execute(f"UPDATE {table} SET casino_id = casino_id")


BEYOND = {
    "GRANT UPDATE (xid) ON event TO permanence": "may UPDATE event",
    "GRANT DELETE, TRUNCATE ON sealed_event TO permanence": "may DELETE sealed_event; may TRUNCATE sealed_event",
    "GRANT TRIGGER ON event TO permanence": "may TRIGGER event",
    "GRANT INSERT ON record.event_rest TO permanence": "may INSERT event",
    "GRANT INSERT ON checkpoint, merkle_tile TO permanence": "may INSERT checkpoint, merkle_tile",
    "GRANT UPDATE ON seal_head, command, ledger_entry TO permanence": "may UPDATE command, ledger_entry, seal_head",
    "GRANT INSERT ON django_migrations TO PUBLIC": "may INSERT django_migrations",
    "ALTER TABLE checkpoint OWNER TO permanence": "may DELETE checkpoint; may INSERT checkpoint;"
    " may TRIGGER checkpoint; may TRUNCATE checkpoint; may UPDATE checkpoint; owns checkpoint",
    "ALTER FUNCTION refuse_change_of_record() OWNER TO permanence": "owns the function refuse_change_of_record",
    "ALTER SCHEMA record OWNER TO permanence": "may CREATE in the schema record; owns the schema record",
    "GRANT CREATE ON SCHEMA public TO permanence": "may CREATE in the schema public",
    "GRANT pg_write_server_files TO permanence": "is a member of pg_write_server_files",
    "GRANT EXECUTE ON FUNCTION make_record_part TO permanence": "may run as its owner the function make_record_part",
    "CREATE FUNCTION give(name) RETURNS void LANGUAGE sql SECURITY DEFINER AS ''": "could put names of its own into the"
    " function give; may run as its owner the function give",
    "ALTER FUNCTION append_events SET search_path = pg_catalog, public": "could put names of its own into the function"
    " append_events",
    "ALTER ROLE permanence SET search_path = elsewhere, public": "has the setting search_path",
    "ALTER ROLE permanence SET session_replication_role = replica": "has the setting session_replication_role",
    "GRANT SET ON PARAMETER session_replication_role TO permanence": "may set session_replication_role",
    "ALTER TABLE checkpoint DISABLE TRIGGER append_only": "finds no guard on checkpoint",
    "DROP TRIGGER append_only ON event": "finds no guard on event",
    "ALTER ROLE permanence CREATEROLE": "may make roles",
    "ALTER ROLE permanence SUPERUSER": "is a superuser",
}


def test_a_role_that_may_make_temporary_tables_is_named_but_for_the_followers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database())")
        cursor.execute(cursor.fetchone()[0])
        cursor.execute("SET SESSION AUTHORIZATION permanence")
        assert rights_beyond() == "may make temporary tables"
        cursor.execute(f"SET SESSION AUTHORIZATION {FOLLOWERS}")
        assert rights_beyond() == ""


@pytest.mark.parametrize("given", BEYOND)
def test_a_right_too_many_is_found_and_named(given: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(given)
        cursor.execute("SET SESSION AUTHORIZATION permanence")
    assert rights_beyond() == BEYOND[given]


def owned() -> set[str]:
    """What the role of the connection owns, as the check names it."""
    (owns,) = (found for found in rights_beyond().split("; ") if found.startswith("owns "))
    return set(owns.removeprefix("owns ").split(", "))


def test_a_role_that_can_become_the_owner_counts_as_the_owner() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER ROLE permanence NOINHERIT")
        cursor.execute("GRANT permanence_owner TO permanence")
        cursor.execute("SET SESSION AUTHORIZATION permanence")
    assert set(RECORD) < owned()


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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("duty", [Duty.GATEWAY, Duty.WORKER, Duty.WEBHOOKS])
@pytest.mark.parametrize("role", [USUAL.application, USUAL.services[Duty.FOLLOWERS]])
def test_service_with_the_role_of_another_logs_the_address_to_set(
    caplog: pytest.LogCaptureFixture, duty: Duty, role: str
) -> None:
    check_at_first_connection(duty)
    with django_as(role, connection.settings_dict["NAME"]):
        connection.ensure_connection()
    (line,) = [each.getMessage() for each in caplog.records if each.name == "tables.stream.privileges"]
    own = USUAL.services[duty]
    assert (
        line == f"the role of this service is {role}: set DATABASE_{duty.upper()}_URL to the address of {own}"
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("duty", Duty)
def test_service_with_its_own_role_logs_nothing(caplog: pytest.LogCaptureFixture, duty: Duty) -> None:
    check_at_first_connection(duty)
    with django_as(USUAL.services[duty], connection.settings_dict["NAME"]):
        connection.ensure_connection()
    assert not [each for each in caplog.records if each.name == "tables.stream.privileges"]


@pytest.mark.parametrize("command", ["migrate", "after_restore"])
def test_a_command_for_the_owner_says_so_to_the_application(as_application: None, command: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(command, stdout=io.StringIO())
    assert "The role permanence does not own the table event" in str(refused.value)
    assert f"manage.py {command} takes the owner: set DATABASE_OWNER_URL" in str(refused.value)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("command", "variable"),
    [("seal", "DATABASE_SEQUENCER_URL"), ("follow", "DATABASE_FOLLOWERS_URL")],
)
def test_a_service_with_the_role_of_another_names_the_address_that_it_needs(
    record: Recorder, command: str, variable: str
) -> None:
    record("s", 1)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO seal_head (casino_id, position) VALUES (%s, 1)", [record.casino_id])
    with (
        connected_as(USUAL.application),
        pytest.raises(
            CommandError, match=f"may not do this work .* Set {variable} to the address of the role"
        ),
    ):
        call_command(command, once=True, stdout=io.StringIO())


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
    if role in HOUSE.all:
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
    for role in HOUSE.all:
        cursor.execute(f"DROP ROLE IF EXISTS {role}")


def make_database_roles() -> str:
    printed = io.StringIO()
    names = ["--owner", HOUSE.owner, "--application", HOUSE.application, "--reader", HOUSE.reader]
    call_command("make_database_roles", *names, stdout=printed)
    return printed.getvalue()


DISABLE = "ALTER TABLE event DISABLE TRIGGER ALL"


def test_a_database_that_its_services_owned_gets_its_roles(older_house: str) -> None:
    with django_as(HOUSE.application, NAME):
        assert set(RECORD) < owned()
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
        assert (
            f"{HOUSE.application} may SELECT on archived_month, archived_run, attached_month, checkpoint,"
            in printed
        )
        assert (
            f"{HOUSE.services[Duty.SEQUENCER]} may SELECT, INSERT on checkpoint, merkle_tile, sealed_event"
            in printed
        )
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
        assert "may SELECT, INSERT on" in make_database_roles()  # the owner may grant again
    with django_as(HOUSE.application, NAME):
        assert rights_beyond() == ""


def drop_roles(*duties: Duty) -> None:
    """Give the database of an older version its roles, without those of these services."""
    with connection.cursor() as cursor:
        make_database_roles()
        cursor.execute(f"ALTER ROLE {HOUSE.owner} PASSWORD '{PASSWORD}'")
        for duty in duties:
            cursor.execute(f"DROP OWNED BY {HOUSE.services[duty]}; DROP ROLE {HOUSE.services[duty]}")


def migrate_as_owner(settings: Settings) -> None:
    settings.DATABASE_OWNER = {**connection.settings_dict, "USER": HOUSE.owner}
    call_command("migrate", "stream", verbosity=0)
    settings.DATABASE_OWNER = {}


def test_a_house_with_three_roles_goes_on_and_is_told_what_to_run(
    older_house: str, settings: Settings
) -> None:
    with django_as(older_house, NAME):
        drop_roles(*(duty for duty in Duty if duty is not Duty.APPLICATION))
    with django_as(HOUSE.application, NAME):
        migrate_as_owner(settings)
    with django_as(HOUSE.application, NAME), connection.cursor() as cursor:
        assert open_coming_months()
        cursor.execute("INSERT INTO seal_head (casino_id) VALUES (1)")
        cursor.execute("INSERT INTO projection (casino_id, name, version) VALUES (1, 'board', 1)")
        cursor.execute("CREATE TEMPORARY TABLE board ()")
        assert rights_beyond() == (
            "may INSERT checkpoint, merkle_tile, projection, seal_head, sealed_event; may UPDATE projection, seal_head;"
            " may make temporary tables; may run as its owner the function open_record_month,"
            " the function raise_month_floor"
        )
    with django_as(older_house, NAME):
        make_database_roles()
    with django_as(HOUSE.application, NAME):
        assert rights_beyond() == ""


def test_a_service_without_a_role_of_its_own_leaves_its_rights_to_the_application_alone(
    older_house: str, settings: Settings
) -> None:
    with django_as(older_house, NAME):
        drop_roles(Duty.FOLLOWERS)
    with django_as(HOUSE.application, NAME):
        migrate_as_owner(settings)
    with django_as(HOUSE.application, NAME):
        assert rights_beyond() == "may INSERT projection; may UPDATE projection; may make temporary tables"
    with django_as(older_house, NAME), connection.cursor() as cursor:
        cursor.execute(
            "SELECT has_table_privilege(%s, 'checkpoint', 'INSERT')", [HOUSE.services[Duty.SEQUENCER]]
        )
        assert cursor.fetchone() == (True,)


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
        cursor.execute("DROP SCHEMA record CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
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
