"""A database of the bench's own, on the server that the project uses."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from bench.stream.contestants import eventsourcing_recorder

NAME = "permanence_bench"

BARE_TABLE = """
CREATE TABLE bare (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    casino_id integer NOT NULL, stream_id text NOT NULL, version integer NOT NULL, event_id uuid NOT NULL,
    type text NOT NULL, schema_version integer NOT NULL, data json NOT NULL,
    metadata json NOT NULL, occurred_at timestamptz NOT NULL, recorded_at timestamptz NOT NULL,
    prev_hash bytea NOT NULL, hash bytea NOT NULL
)
"""
"""The row of an event, with a key and nothing else: no constraint, no other index, no trigger."""


@contextmanager
def scratch_database() -> Iterator[None]:
    """Point Django at a fresh database with the tables of all contestants; drop it afterwards."""
    parameters = connection.get_connection_params()
    server = {key: parameters[key] for key in ("host", "port", "user", "password") if parameters.get(key)}
    connection.close()
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(NAME))
    with psycopg.connect(**server, dbname="postgres", autocommit=True) as maintenance:
        maintenance.execute(drop)
        maintenance.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
        connection.settings_dict["NAME"] = NAME
        try:
            call_command("migrate", "stream", verbosity=0)
            with connection.cursor() as cursor:
                cursor.execute(BARE_TABLE)
            recorder = eventsourcing_recorder()
            recorder.create_table()
            recorder.datastore.close()
            connection.close()
            yield
        finally:
            connection.close()
            maintenance.execute(drop)
