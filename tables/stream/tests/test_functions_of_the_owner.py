"""No session puts a name of its own in the place of one that a function of the owner uses."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from psycopg import sql

from tables.stream import IdempotencyKey
from tables.stream.database_rights import FUNCTIONS, Duty
from tables.stream.database_roles import DatabaseRoles
from tables.stream.tests.conftest import Recorder

pytestmark = [pytest.mark.servers, pytest.mark.django_db]

ROLES = DatabaseRoles()
SEQUENCER = ROLES.services[Duty.SEQUENCER]

DEFINERS = """
    SELECT proname, prosrc, proconfig FROM pg_proc
    WHERE prosecdef AND pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
"""

CAUGHT = """
    CREATE FUNCTION pg_temp.caught() RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the session''s own name was used, as %', current_user;
    END
    $$
"""


def fetch(query: str, *values: str | int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values or None)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


@contextmanager
def shadowed(role: str) -> Iterator[None]:
    """A session of this role that may make temporary tables, and has a view by each word that a function of the owner
    says: each is also a type. Who reads one of them fails."""
    words = {word for _, source, _ in fetch(DEFINERS) for word in re.findall(r"[A-Za-z_]\w*", source)}
    assert {"pg_inherits", "event", "text", "regclass", "make_record_part"} < words
    with connection.cursor() as cursor:
        (database,) = fetch("SELECT current_database()")[0]
        cursor.execute(f"GRANT TEMPORARY ON DATABASE {connection.ops.quote_name(database)} TO {role}")
        cursor.execute(f"SET LOCAL SESSION AUTHORIZATION {role}")
        cursor.execute(CAUGHT)
        for word in words:
            cursor.execute(
                sql.SQL("CREATE VIEW pg_temp.{} AS SELECT pg_temp.caught()").format(sql.Identifier(word))
            )
        # The session's own statements find the true ones. The functions have a search path of their own.
        cursor.execute("SET LOCAL search_path = pg_catalog, public, pg_temp")
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL SESSION AUTHORIZATION DEFAULT")


def month_ahead(months: int) -> int:
    day = datetime.now(UTC).replace(day=1)
    for _ in range(months):
        day = (day + timedelta(days=31)).replace(day=1)
    return day.year * 100 + day.month


def test_every_function_that_runs_as_the_owner_searches_the_session_last() -> None:
    found = {name: config for name, _, config in fetch(DEFINERS)}
    assert FUNCTIONS.keys() <= found.keys()
    for name, config in found.items():
        assert isinstance(config, list), name
        assert "search_path=pg_catalog, pg_temp" in config, name


def test_a_name_of_the_session_is_caught_where_a_function_searches_it_first() -> None:
    """As open_record_month was before."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION public.older() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER"
            " SET search_path = pg_catalog, public AS 'BEGIN RETURN (SELECT count(*) FROM pg_inherits); END'"
        )
    [(owner,)] = fetch("SELECT current_user")
    with (
        shadowed(SEQUENCER),
        pytest.raises(DatabaseError, match=f"the session's own name was used, as {owner}"),
        transaction.atomic(),
    ):
        fetch("SELECT older()")


@pytest.mark.parametrize("kind", ["event", "sealed_event"])
def test_no_name_of_the_session_is_used_while_a_month_is_opened(kind: str) -> None:
    month = month_ahead(3)
    with shadowed(SEQUENCER):
        assert fetch("SELECT open_record_month(%s, %s)", kind, month) == [(True,)]
    assert fetch("SELECT to_regclass(%s) IS NOT NULL", f"record.{kind}_{month}") == [(True,)]


def test_no_name_of_the_session_is_used_while_the_floor_is_raised() -> None:
    with shadowed(SEQUENCER):
        assert fetch("SELECT raise_month_floor() >= 0") == [(True,)]


def test_no_name_of_the_session_is_used_in_an_append(record: Recorder) -> None:
    fetch("SELECT raise_month_floor()")
    with shadowed(ROLES.application):
        record("s", 1, 2, idempotency=IdempotencyKey("k", b"x"))
        record("table/T1/2019-05-01", 1)
        assert fetch("SELECT count(*) FROM public.event WHERE casino_id = %s", record.casino_id) == [(3,)]


@pytest.mark.parametrize("function", ["forget_expired_sign_ins", "forget_expired_answers"])
def test_no_name_of_the_session_is_used_while_expired_rows_are_deleted(function: str) -> None:
    with shadowed(ROLES.services[Duty.WORKER]):
        fetch(f"SELECT public.{function}()")


def test_no_name_of_the_session_is_used_while_a_witness_signature_is_added(casino_id: int) -> None:
    key, signature = bytes(4), bytes(76)
    fetch(
        "INSERT INTO house_register_entry (casino_id, kind, code, withdrawn, state)"
        " VALUES (%s, 'witness', 'w', false, %s) RETURNING code",
        casino_id,
        json.dumps({"values": {"public_key": f"w+{key.hex()}+"}}),
    )
    fetch(
        "INSERT INTO checkpoint VALUES (%s, 1, sha256(''), 'o', 'v', decode(repeat('00', 68), 'hex'), now())"
        " RETURNING size",
        casino_id,
    )
    fetch("INSERT INTO seal_head (casino_id, position) VALUES (%s, 1) RETURNING position", casino_id)
    with shadowed(ROLES.application), connection.cursor() as cursor:
        cursor.execute("SELECT public.add_witness_signature(%s, 1, 'w', %s)", [casino_id, signature])
        assert cursor.fetchone() == (True,)
    assert fetch("SELECT name FROM witness_signature WHERE casino_id = %s", casino_id) == [("w",)]


def test_every_function_of_the_owner_that_a_service_calls_is_tried_above() -> None:
    """Each of them is called by one of the tests of this file."""
    assert set(FUNCTIONS) == {
        "append_events",
        "add_witness_signature",
        "open_record_month",
        "raise_month_floor",
        "forget_expired_sign_ins",
        "forget_expired_answers",
    }


@pytest.mark.parametrize("ahead", [-1, 4])
def test_a_month_is_opened_near_now_alone(ahead: int) -> None:
    month = month_ahead(ahead) if ahead > 0 else month_before_last()
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL SESSION AUTHORIZATION {SEQUENCER}")
    for each in (month, 203113, 0, -1):
        with pytest.raises(DatabaseError, match=f"The month {each} is not near now"), transaction.atomic():
            fetch("SELECT open_record_month('event', %s)", each)


def month_before_last() -> int:
    day = datetime.now(UTC).replace(day=1)
    for _ in range(2):
        day = (day - timedelta(days=1)).replace(day=1)
    return day.year * 100 + day.month


def test_a_kind_that_has_no_parts_is_refused() -> None:
    with pytest.raises(DatabaseError, match="people_person has no parts"):
        fetch("SELECT open_record_month('people_person', %s)", month_ahead(1))


CLAIM = "INSERT INTO command VALUES (%s, %s, 'x', 's', 0, 1, now())"


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_given_back_by_its_own_transaction_alone(casino_id: int) -> None:
    delete = "DELETE FROM command WHERE casino_id = %s AND key = %s RETURNING key"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(CLAIM, [casino_id, "first"])
        with transaction.atomic():
            cursor.execute(CLAIM, [casino_id, "in a savepoint"])
            assert fetch(delete, casino_id, "in a savepoint") == [("in a savepoint",)]
        cursor.execute(CLAIM, [casino_id, "kept"])
        assert fetch(delete, casino_id, "first") == [("first",)]
    for change in (delete, "UPDATE command SET version = 9 WHERE casino_id = %s AND key = %s RETURNING key"):
        with pytest.raises(DatabaseError, match="A claimed idempotency key stays"):
            fetch(change, casino_id, "kept")
    with pytest.raises(DatabaseError, match="A claimed idempotency key stays"):
        fetch("TRUNCATE command")
