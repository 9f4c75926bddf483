"""Writing many rows of a read table at once: all of them travel as one JSON document, which PostgreSQL unpacks.

The ORM's way sends an array for each column, and quoting JSON inside of arrays took most of a rebuild's time.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Field, Model


def insert_rows(rows: Sequence[Model]) -> None:
    """Inserts unsaved rows of one model. Their columns hold plain JSON values, numbers, strings and times, and they
    have keys of their own: nothing is read back."""
    if not rows:
        return
    model = type(rows[0])
    fields = _fields(model)
    insert_documents(model, [{field.column: getattr(row, field.attname) for field in fields} for row in rows])


def insert_documents(model: type[Model], rows: Sequence[Any]) -> None:
    """Inserts rows of a model that are structs or mappings of all its columns."""
    if not rows:
        return
    table = connection.ops.quote_name(model._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(field.column) for field in _fields(model))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_recordset(NULL::{table}, %s::jsonb)",
            [msgspec.json.encode(rows).decode()],
        )


def _fields(model: type[Model]) -> list["Field[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if not field.generated]
