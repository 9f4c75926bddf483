"""The record by month, as the SQL file beside says. What was recorded is copied while the house goes on appending; only
the last events, and the change of names, keep appends away, for seconds at most.

Each event is spelt anew from the columns that it is copied to, and held against the payload that was hashed: where one
would not be the same to the byte, the migration ends and has changed nothing. A migration that was broken off goes on
where it was. There is no way back: a record is not dropped by a migration.
"""

from pathlib import Path
from typing import Any

from django.db import connection, migrations, models, transaction

import tables.stream.fields
from tables.stream.database_roles import let_read_months
from tables.stream.hashing import decode_payload

HERE = Path(__file__)
BATCH = 10_000
COPIED = (
    "casino_id, month, id, xid, stream_id, version, event_id, type, schema_version, data, metadata, occurred_at,"
    " recorded_at, prev_hash, hash"
)
OLD = "event.id, event.xid::text, event.payload, event.prev_hash, event.hash, record_month(event.stream_id)"
SEALED = f"""
    SELECT {OLD}, sealed.position, sealed.event, sealed.type
    FROM sealed_event AS sealed
    LEFT JOIN event ON event.casino_id = sealed.casino_id AND event.id = sealed.event
    WHERE sealed.casino_id = %s AND sealed.position > %s
    ORDER BY sealed.position LIMIT %s
"""
WAITING = f"""
    SELECT {OLD} FROM event
    WHERE NOT EXISTS (
        SELECT FROM sealed_event AS sealed WHERE sealed.casino_id = event.casino_id AND sealed.event = event.id
    )
    ORDER BY id
"""
COPY_SEALED = "COPY sealed_event_by_month (casino_id, month, position, event, type) FROM STDIN"
OPEN = """
    SELECT open_record_month(kind, %(month)s) FROM unnest(ARRAY['event', 'sealed_event']) AS kind
    WHERE %(month)s <= to_char(now(), 'YYYYMM')::integer
"""
SWAP = """
    SELECT setval('event_numbers', greatest(1, (SELECT coalesce(max(id), 0) FROM event)),
                  EXISTS (SELECT FROM event));
    DROP TABLE event, sealed_event;
    ALTER TABLE event_by_month RENAME TO event;
    ALTER TABLE sealed_event_by_month RENAME TO sealed_event;
    ALTER INDEX event_by_month_version_key RENAME TO event_version_key;
    ALTER SEQUENCE event_numbers OWNED BY event.id;
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_event
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record();
"""


def by_month(apps: Any, schema_editor: Any) -> None:
    """Copy the record into its months, then take the old tables' place."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('event_by_month') IS NOT NULL")
        if not cursor.fetchone()[0]:
            with transaction.atomic():
                cursor.execute(HERE.with_suffix(".sql").read_text())
        _copy_sealed(cursor)
        with transaction.atomic():
            cursor.execute("LOCK TABLE event, sealed_event IN ACCESS EXCLUSIVE MODE")
            _copy_sealed(cursor)
            cursor.execute(WAITING)
            _write(cursor, cursor.fetchall())
            readers = _readers(cursor)
            cursor.execute(SWAP)
            owner = connection.settings_dict["USER"]
            for reader in readers:
                let_read_months(connection.connection, owner, reader)


def _copy_sealed(cursor: Any) -> None:
    cursor.execute("SELECT casino_id FROM seal_head ORDER BY casino_id")
    for (casino_id,) in cursor.fetchall():
        cursor.execute(
            "SELECT coalesce(max(position), 0) FROM sealed_event_by_month WHERE casino_id = %s", [casino_id]
        )
        (after,) = cursor.fetchone()
        while True:
            cursor.execute(SEALED, [casino_id, after, BATCH])
            rows = cursor.fetchall()
            if not rows:
                break
            with transaction.atomic():
                # Whose event is gone keeps its place: verify_record is to find it as before.
                _write(cursor, [row[:6] for row in rows if row[0] is not None])
                with cursor.copy(COPY_SEALED) as copy:
                    for *_, month, position, event, type_ in rows:
                        copy.write_row((casino_id, month or 0, position, event, type_))
            after = rows[-1][6]


def _write(cursor: Any, rows: list[Any]) -> None:
    """Events as they stood: id, xid, payload, prev_hash, hash, month."""
    for month in {row[5] for row in rows}:
        cursor.execute(OPEN, {"month": month})
    with cursor.copy(f"COPY event_by_month ({COPIED}) FROM STDIN") as copy:
        for id_, xid, payload, prev_hash, hash_, month in rows:
            stored = decode_payload(bytes(payload))
            if stored.encoded != bytes(payload):
                raise ValueError(
                    f"event {id_} is not spelt as the record spells events, and nothing was changed: {bytes(payload)!r}"
                )
            copy.write_row(
                (
                    stored.casino, month, id_, xid, stored.stream, stored.version, stored.event_id, stored.type,
                    stored.schema_version, bytes(stored.data).decode(), bytes(stored.metadata).decode(),
                    stored.occurred_at, stored.recorded_at, bytes(prev_hash), bytes(hash_),
                )  # fmt: skip
            )


def _readers(cursor: Any) -> list[str]:
    """Roles that may read the record and not add to it: they read its months as well, or no backup would be whole."""
    cursor.execute(
        "SELECT grantee FROM information_schema.role_table_grants WHERE table_schema = 'public' AND table_name = 'event'"
        " GROUP BY grantee HAVING bool_or(privilege_type = 'SELECT') AND NOT bool_or(privilege_type = 'INSERT')"
    )
    return [name for (name,) in cursor.fetchall() if name != "PUBLIC"]


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('stream', '0002_the_tree'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(by_month, elidable=False)],
            state_operations=[
                migrations.RemoveField('event', 'payload'),
                migrations.RemoveField('sealedevent', 'leaf_hash'),
                migrations.AddField('event', 'month', models.IntegerField(default=0), preserve_default=False),
                migrations.AddField('sealedevent', 'month', models.IntegerField(default=0), preserve_default=False),
                migrations.AlterField('event', 'data', tables.stream.fields.DocumentField()),
                migrations.AlterField('event', 'metadata', tables.stream.fields.DocumentField()),
            ],
        ),
    ]
