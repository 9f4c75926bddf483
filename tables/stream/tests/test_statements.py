"""How a statement of the record reaches the server: with the month in its text, and with the transaction that it is the
first of."""

import signal
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, transaction

from tables.stream import NewEvent, append
from tables.stream.database import Statement, run
from tables.stream.reader import READ_STREAM_VERSION, read_stream, stream_version

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)
STREAM = "table/S1/2031-05-17"
EVENT = NewEvent(type="number_came", data={}, metadata={}, occurred_at=NOW)
DIVIDE = Statement("divide_for_test", "SELECT 12 / %(by)s::integer")
SLEEP = Statement("sleep_for_test", "SELECT true FROM pg_sleep(30)")
OWN_SESSION = Statement("own_session_for_test", "SELECT pg_backend_pid()")


@pytest.mark.django_db(transaction=True)
def test_a_transaction_begins_with_its_first_statement_and_ends_with_its_caller(casino_id: int) -> None:
    with pytest.raises(RuntimeError, match="think again"), transaction.atomic():
        append(casino_id, STREAM, [EVENT], expected_version=0, now=NOW)
        assert stream_version(casino_id, STREAM) == 1
        raise RuntimeError("think again")
    assert stream_version(casino_id, STREAM) == 0
    with transaction.atomic():
        append(casino_id, STREAM, [EVENT], expected_version=0, now=NOW)
    connection.close()
    assert len(read_stream(casino_id, STREAM)) == 1


@pytest.mark.django_db(transaction=True)
def test_a_first_statement_that_fails_leaves_the_connection_as_good_as_before() -> None:
    for _ in range(2):
        with pytest.raises(DataError, match="division by zero"), transaction.atomic():
            run(DIVIDE, by=0)
        with transaction.atomic():
            assert run(DIVIDE, by=4) == [(3,)]
            assert run(DIVIDE, by=3) == [(4,)]


@pytest.mark.django_db(transaction=True)
def test_a_first_statement_longer_than_the_socket_takes_at_once_arrives_whole() -> None:
    measure = Statement("measure_for_test", "SELECT length(%(text)s::text), %(text)s::text")
    text = "ü" * 20_000_000
    with transaction.atomic():
        assert run(measure, text=text) == [(len(text), text)]


@pytest.mark.django_db(transaction=True)
def test_a_session_that_was_cut_says_so_at_the_first_statement() -> None:
    with transaction.atomic():
        ((session,),) = run(OWN_SESSION)
    parameters = connection.get_connection_params()
    server = {name: parameters[name] for name in ("dbname", "host", "port", "user") if parameters.get(name)}
    with psycopg.connect(**server, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [session])
    with pytest.raises(OperationalError, match=r"terminat|closed"), transaction.atomic():
        run(DIVIDE, by=4)
    with transaction.atomic():
        assert run(DIVIDE, by=4) == [(3,)]


@pytest.mark.django_db(transaction=True)
def test_interrupted_first_statement_continues_with_a_new_session() -> None:
    with transaction.atomic():
        ((session,),) = run(OWN_SESSION)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt), transaction.atomic():
            run(SLEEP)
    finally:
        signal.signal(signal.SIGALRM, before)
    with transaction.atomic():
        ((another,),) = run(OWN_SESSION)
    assert another != session


@pytest.mark.django_db
def test_each_month_is_planned_with_its_own_part_alone_until_there_are_too_many(casino_id: int) -> None:
    of_march = READ_STREAM_VERSION.with_number(203103)
    assert of_march is READ_STREAM_VERSION.with_number(203103)
    assert b"month = 203103" in of_march.text
    assert "month" not in of_march.parameters
    statement = Statement("number_for_test", "SELECT %(number)d, %(text)s::text")
    numbers = range(2 * Statement.OWN_NUMBERS)
    assert [run(statement, number=number, text="ü") for number in numbers] == [
        [(number, "ü")] for number in numbers
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'number_for_test%'")
        assert cursor.fetchone() == (Statement.OWN_NUMBERS + 1,)


@pytest.mark.django_db
@pytest.mark.parametrize(("month", "version"), [(203104, 1), (0, 1), (203105, 0)])
def test_an_event_in_another_month_than_its_days_or_before_the_first_is_refused(
    casino_id: int, month: int, version: int
) -> None:
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="event_month_and_version"):
        cursor.execute(
            "INSERT INTO event (casino_id, month, stream_id, version, schema_version, event_id, occurred_at,"
            " recorded_at, type, data, metadata, prev_hash, hash)"
            " VALUES (%s, %s, %s, %s, 1, gen_random_uuid(), now(), now(), 'number_came', '{}', '{}', '', '')",
            [casino_id, month, STREAM, version],
        )
