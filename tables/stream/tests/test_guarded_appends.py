"""The owner's function append_events as the only way in, and the sequencer's second check."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError, ProgrammingError

from tables.stream import (
    ConcurrencyError,
    NewEvent,
    append,
    append_to_streams,
    feed_position,
    read_stream,
    stream_version,
    verify_chain,
)
from tables.stream.batch_appender import StreamAppend
from tables.stream.database import Statement, run
from tables.stream.database_roles import DatabaseRoles
from tables.stream.errors import EventDoesNotFollow, EventRefused, HashMismatch
from tables.stream.models import Event
from tables.stream.restoring import AdoptionRefused, adopt
from tables.stream.sequencing import Sequencer, sequence_due
from tables.stream.tests.conftest import NOW, Recorder
from testkit.stream import connected_as, unsealed, wait_until

STREAM = "table/RF1/2031-05-17"
MONTH = 203105
MIGRATION = Path(__file__).parents[1] / "migrations/0007_guarded_appends.sql"

CALL = """
    SELECT id FROM append_events(
        %(casino_id)s, %(stream)s, %(expected)s, ARRAY[gen_random_uuid()], ARRAY['counted'], ARRAY[1],
        ARRAY[%(data)s::json], ARRAY['{}'::json], ARRAY[%(occurred)s::timestamptz], %(recorded)s
    )
"""

FORGE = """
    INSERT INTO event (casino_id, month, xid, stream_id, version, event_id, type, schema_version, data, metadata,
                       occurred_at, recorded_at, prev_hash, hash)
    SELECT casino_id, month, xid, stream_id, version, event_id, type, 1, '{}', '{}', recorded_at, recorded_at,
           prev_hash, coalesce(false_hash, sha256(prev_hash || event_payload(
               casino_id, stream_id, version, event_id, type, 1, '{}', '{}', recorded_at, recorded_at
           )))
    FROM (
        SELECT head.casino_id, head.month, pg_current_xact_id() AS xid, head.stream_id, head.version + 1 AS version,
               gen_random_uuid() AS event_id, 'forged' AS type, head.recorded_at, head.hash AS prev_hash,
               NULL::bytea AS false_hash
        FROM event AS head
        WHERE head.casino_id = %(casino_id)s AND head.stream_id = %(stream)s
        ORDER BY head.version DESC
        LIMIT 1
    ) AS following
"""
"""An event that follows its stream, inserted by the owner without the function."""

FORGERIES = {
    "a false hash": ("NULL::bytea AS false_hash", "sha256('x') AS false_hash", 3),
    "a false previous hash": ("head.hash AS prev_hash", "sha256('x') AS prev_hash", 3),
    "the hash of an earlier event": ("head.hash AS prev_hash", "head.prev_hash", 3),
    "a gap before it": ("head.version + 1 AS version", "head.version + 2 AS version", 4),
    "a time before its stream": (
        "head.recorded_at, head.hash",
        "head.recorded_at - interval '1 hour' AS recorded_at, head.hash",
        3,
    ),
    "no event before it": (
        "head.stream_id, head.version",
        "head.stream_id || '/another' AS stream_id, head.version",
        3,
    ),
    "a first event with a previous hash": (
        "head.stream_id, head.version + 1 AS version",
        "head.stream_id || '/another' AS stream_id, 1 AS version",
        1,
    ),
}
"""What the owner forges, the change of FORGE that does so, and the version of the forged event."""


@pytest.fixture
def as_installed(db: None) -> None:
    """The function as in an installed database, where recorded_at is held against the clock."""
    with connection.cursor() as cursor:
        cursor.execute(MIGRATION.read_text())


def new(data: Any = 1, **fields: Any) -> NewEvent:
    usual: dict[str, Any] = {"type": "counted", "data": {"amount": data}, "occurred_at": NOW}
    return NewEvent(**usual | fields)


def call(casino_id: int, **values: Any) -> list[Any]:
    """The rows of the function, called as a service that wrote its own SQL would."""
    usual: dict[str, Any] = {
        "casino_id": casino_id,
        "stream": STREAM,
        "expected": 0,
        "data": "{}",
        "occurred": NOW,
        "recorded": NOW,
    }
    with connection.cursor() as cursor:
        cursor.execute(CALL, usual | values)
        return list(cursor.fetchall())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO event (casino_id) VALUES (1)",
        "INSERT INTO record.event_lasting (casino_id) VALUES (1)",
        "COPY event (casino_id) FROM STDIN",
        "SELECT latest_recorded_at()",
        "CREATE OR REPLACE FUNCTION latest_recorded_at() RETURNS timestamptz LANGUAGE sql RETURN now()",
    ],
)
def test_application_has_no_other_way_to_add_an_event(as_application: None, statement: str) -> None:
    refused = pytest.raises(ProgrammingError, match=r"permission denied|must be owner")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_application_appends_by_every_path(as_application: None, casino_id: int) -> None:
    append(casino_id, STREAM, [new(1)], expected_version=0, now=NOW)
    append(casino_id, STREAM, [new(2), new(3)], expected_version=1, now=NOW)
    streams = [
        StreamAppend(stream_id=STREAM, events=[new(4)], expected_version=3),
        StreamAppend(stream_id="lasting", events=[new(5), new(6)], expected_version=0),
    ]
    append_to_streams(casino_id, streams, now=NOW)
    assert [each.data["amount"] for each in read_stream(casino_id, STREAM)] == [1, 2, 3, 4]
    assert [each.data["amount"] for each in read_stream(casino_id, "lasting")] == [5, 6]
    assert verify_chain(casino_id, STREAM) is verify_chain(casino_id, "lasting") is None


@pytest.mark.django_db
@pytest.mark.parametrize("expected", [None, -1, 0, 1, 3, 40])
def test_version_that_does_not_follow_the_head_stores_nothing(
    as_application: None, casino_id: int, expected: int | None
) -> None:
    append(casino_id, STREAM, [new(1), new(2)], expected_version=0, now=NOW)
    assert call(casino_id, expected=expected) == []
    assert stream_version(casino_id, STREAM) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"recorded": NOW - timedelta(hours=1)}, "is before version 2 of the stream"),
        ({"recorded": datetime.min.replace(tzinfo=UTC)}, "is before version 2 of the stream"),
        ({"data": "[]"}, "must be JSON objects on one line"),
        ({"data": '"words"'}, "must be JSON objects on one line"),
        ({"data": '{"amount":\n1}'}, "must be JSON objects on one line"),
        ({"data": '{"amount":1}\r'}, "must be JSON objects on one line"),
        ({"occurred": "infinity"}, "has no year from 1 to 9999"),
        ({"occurred": "-infinity"}, "has no year from 1 to 9999"),
        ({"occurred": "10000-01-01 00:00+00"}, "has no year from 1 to 9999"),
        ({"occurred": "0044-03-15 00:00+00 BC"}, "has no year from 1 to 9999"),
        ({"occurred": None}, "null value"),
    ],
)
def test_event_that_no_reader_could_take_is_refused(
    as_application: None, casino_id: int, values: dict[str, Any], fault: str
) -> None:
    append(casino_id, STREAM, [new(1), new(2)], expected_version=0, now=NOW)
    with pytest.raises(IntegrityError, match=fault), transaction.atomic():
        call(casino_id, expected=2, **values)
    assert stream_version(casino_id, STREAM) == 2


@pytest.mark.parametrize("ahead", [timedelta(minutes=10), timedelta(days=36500)])
def test_recorded_at_ahead_of_the_clock_is_refused(
    as_installed: None, casino_id: int, ahead: timedelta
) -> None:
    now = datetime.now(UTC)
    with connected_as(DatabaseRoles().application):
        for stream, expected in (("s", 1), ("t", 0)):
            append(casino_id, "s", [new()], expected_version=stream_version(casino_id, "s"), now=now)
            with (
                pytest.raises(EventRefused, match="is ahead of the clock of the database"),
                transaction.atomic(),
            ):
                append(casino_id, stream, [new()], expected_version=expected, now=now + ahead)
        with pytest.raises(IntegrityError, match="is ahead of the clock"), transaction.atomic():
            call(casino_id, recorded="infinity")
    assert (stream_version(casino_id, "s"), stream_version(casino_id, "t")) == (2, 0)


@pytest.mark.django_db
def test_recorded_at_before_the_stream_is_refused(as_application: None, casino_id: int) -> None:
    append(casino_id, "s", [new()], expected_version=0, now=NOW)
    with pytest.raises(EventRefused, match="is before version 1 of the stream"), transaction.atomic():
        append(casino_id, "s", [new()], expected_version=1, now=NOW - timedelta(minutes=11))
    assert stream_version(casino_id, "s") == 1


@pytest.mark.django_db
def test_writer_that_waited_gets_the_time_of_the_event_before_its_own(casino_id: int) -> None:
    append(casino_id, "s", [new()], expected_version=0, now=NOW)
    appended = append(casino_id, "s", [new(), new()], expected_version=1, now=NOW - timedelta(seconds=3))
    assert [each.recorded_at for each in appended.events] == [NOW, NOW]
    assert list(appended.events) == read_stream(casino_id, "s", after_version=1)
    assert verify_chain(casino_id, "s") is None


@pytest.mark.django_db
def test_month_and_transaction_are_those_of_the_stream_and_its_writer(casino_id: int) -> None:
    append(casino_id, STREAM, [new()], expected_version=0, now=NOW)
    append(casino_id, "lasting", [new()], expected_version=0, now=NOW)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text")
        (transaction_id,) = cursor.fetchone()
    stored = Event.objects.filter(casino_id=casino_id).order_by("-month")
    assert [(each.month, str(each.xid)) for each in stored] == [(MONTH, transaction_id), (0, transaction_id)]


CHARACTERS = "".join(map(chr, range(1, 0x180))) + "\u2028\u2029\ufeff\ufffd\U0001f3b2"
TIMES = [
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(999, 12, 31, 23, 59, 59, 1, tzinfo=UTC),
    datetime(2031, 5, 17, 20, 0, 0, 100_000, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
]


@pytest.mark.django_db
@pytest.mark.parametrize("moment", TIMES)
def test_database_spells_an_event_as_this_process_does(casino_id: int, moment: datetime) -> None:
    data = {CHARACTERS: CHARACTERS, "rate": 1e-300, "of": [None, True, {}]}
    stream = f"notes/{CHARACTERS}"
    written = [
        new(),
        NewEvent(type=CHARACTERS, data=data, metadata=data, occurred_at=moment, schema_version=2**31 - 1),
    ]
    recorded = append(casino_id, stream, written, expected_version=0, now=max(moment, NOW)).events
    assert (recorded[1].data, recorded[1].type, recorded[1].occurred_at) == (data, CHARACTERS, moment)
    assert verify_chain(casino_id, stream) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("TimeZone", "UTC-5"),
        ("TimeZone", "Asia/Kathmandu"),
        ("timezone_abbreviations", "Australia"),
        ("DateStyle", "German, DMY"),
        ("IntervalStyle", "iso_8601"),
        ("bytea_output", "escape"),
        ("extra_float_digits", "-15"),
        ("standard_conforming_strings", "off"),
        ("lc_time", "C"),
        ("search_path", "pg_temp, public"),
    ],
)
def test_settings_of_a_session_give_an_event_no_other_hash(casino_id: int, setting: str, value: str) -> None:
    moment = NOW + timedelta(microseconds=1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [setting, value])
        cursor.execute("DISCARD PLANS")
    appended = append(casino_id, STREAM, [new("a\\b\"c'")], expected_version=0, now=moment)
    assert appended.version == 1
    assert verify_chain(casino_id, STREAM) is None


@pytest.mark.django_db
def test_hash_that_this_process_does_not_get_is_an_error(casino_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('public.event_payload'::regproc)")
        (definition,) = cursor.fetchone()
        cursor.execute(definition.replace("',\"data\":'", "', \"data\":'"))
    with (
        pytest.raises(HashMismatch, match=r"s version 1: .* another hash .* manage\.py upgrade"),
        transaction.atomic(),
    ):
        append(casino_id, "s", [new()], expected_version=0, now=NOW)
    assert stream_version(casino_id, "s") == 0


@pytest.mark.django_db
def test_migration_takes_the_right_to_insert_and_gives_the_function(casino_id: int) -> None:
    ask = """
        SELECT has_table_privilege(%(role)s, 'event', 'INSERT'), has_table_privilege(%(role)s, 'event', 'SELECT'),
            has_function_privilege(%(role)s, 'append_events'::regproc, 'EXECUTE')
    """
    with connection.cursor() as cursor:
        cursor.execute('CREATE ROLE "a service"; GRANT SELECT, INSERT ON event TO "a service"')
        cursor.execute("CREATE ROLE a_reader; GRANT SELECT ON event TO a_reader")
        cursor.execute(MIGRATION.read_text())
        for role, rights in (("a service", (False, True, True)), ("a_reader", (False, True, False))):
            cursor.execute(ask, {"role": role})
            assert cursor.fetchone() == rights


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stays", [True, False])
def test_second_writer_waits_and_meets_what_the_first_left(casino_id: int, stays: bool) -> None:
    def second() -> int:
        try:
            with transaction.atomic():
                return append(casino_id, "s", [new(2)], expected_version=1, now=NOW).version
        finally:
            connection.close()

    with transaction.atomic():
        append(casino_id, "s", [new(0)], expected_version=0, now=NOW)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            append(casino_id, "s", [new(1)], expected_version=1, now=NOW)
            waiting = pool.submit(second)
            wait_until(_somebody_waits, "the second writer waits for the first")
            transaction.set_rollback(not stays)
        if stays:
            with pytest.raises(ConcurrencyError, match="expected version 1, but it stands at 2"):
                waiting.result()
        else:
            assert waiting.result() == 2
    assert [each.data["amount"] for each in read_stream(casino_id, "s")] == ([0, 1] if stays else [0, 2])


def _somebody_waits() -> bool:
    return bool(run(WAITERS)[0][0])


WAITERS = Statement(
    "waiters",
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
)


@pytest.fixture
def forge(record: Recorder, transactional_db: None) -> Iterator[Callable[..., None]]:
    """`forge(change)`: the owner inserts an event as FORGE says, with a change. Its row goes after the test."""

    def insert(old: str = "", changed: str = "") -> None:
        assert old in FORGE
        with connection.cursor() as cursor:
            cursor.execute(FORGE.replace(old, changed), {"casino_id": record.casino_id, "stream": "s"})
            assert cursor.rowcount == 1

    yield insert
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM event WHERE casino_id = %s AND type = 'forged'", [record.casino_id])


@pytest.mark.parametrize("forgery", FORGERIES)
def test_event_that_does_not_follow_is_not_sequenced_and_is_named(
    record: Recorder,
    seal: Callable[[int], int],
    forge: Callable[..., None],
    caplog: pytest.LogCaptureFixture,
    forgery: str,
) -> None:
    old, changed, version = FORGERIES[forgery]
    neighbour = Recorder(record.casino_id + 1)
    record("s", 1)
    assert seal(record.casino_id) == 1
    record("s", 2)
    forge(old, changed)
    record("t", 3)
    neighbour("s", 1)
    sequencer = Sequencer()
    with caplog.at_level(logging.ERROR, "tables.stream.sequencing"):
        wait_until(
            lambda: sequencer.sequence() == 0 and not unsealed(neighbour.casino_id),
            "the neighbour's feed goes on",
        )
        wait_until(
            lambda: sequencer.sequence() == 0 and caplog.messages,
            "the feed of the casino meets the forged event",
        )
    assert (feed_position(record.casino_id), unsealed(record.casino_id)) == (1, 3)
    named = (
        f"s{'/another' if 'another' in changed else ''} version {version} does not follow the event before it"
    )
    (logged,) = [each for each in caplog.messages if f"casino {record.casino_id} stands still" in each]
    assert named in logged
    with pytest.raises(EventDoesNotFollow, match=named):
        sequence_due(record.casino_id)


def test_event_that_follows_is_sequenced_though_the_owner_inserted_it(
    record: Recorder, seal: Callable[[int], int], forge: Callable[..., None]
) -> None:
    record("s", 1, 2)
    forge()
    assert seal(record.casino_id) == 3


def test_restored_record_with_a_forged_event_is_not_adopted(
    record: Recorder, seal: Callable[[int], int], forge: Callable[..., None]
) -> None:
    record("s", 1)
    seal(record.casino_id)
    record("s", 2)
    forge("NULL::bytea AS false_hash", "sha256('x') AS false_hash")
    with pytest.raises(AdoptionRefused, match="s version 3 does not follow the event before it"):
        adopt(record.casino_id)
    assert unsealed(record.casino_id) == 2
