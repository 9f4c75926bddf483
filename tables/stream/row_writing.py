"""Writing many rows of a read table at once: all of them travel to PostgreSQL in its binary copy format.

The ORM's way sends an array for each column, and quoting JSON inside of arrays took most of a rebuild's time.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Field, JSONField, Model
from psycopg.types.json import Jsonb

_encode = msgspec.json.Encoder().encode


def insert_rows(rows: Sequence[Model]) -> None:
    """Inserts unsaved rows of one model. Their columns hold plain JSON values, numbers, strings and times, and they
    have keys of their own: nothing is read back."""
    if rows:
        insert_said(type(rows[0]), rows)


def insert_said(model: type[Model], rows: Sequence[Any]) -> None:
    """Inserts rows of a model that are objects of any kind with an attribute for each of its columns."""
    if not rows:
        return
    copy_in, types, values_of, documents = _copying(model)
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(copy_in) as copy:
        copy.set_types(types)
        for row in rows:
            values = list(values_of(row))
            for place in documents:
                if values[place] is not None:
                    values[place] = Jsonb(values[place], _encode)
            copy.write_row(values)


@cache
def _copying(model: type[Model]) -> tuple[str, list[str], Callable[[Any], Sequence[Any]], tuple[int, ...]]:
    """How rows of the model are copied in: the statement, the columns' types, what reads a row's values, and the places
    of those that are documents."""
    quote = connection.ops.quote_name
    fields = _fields(model)
    columns = ", ".join(quote(field.column) for field in fields)
    return (
        f"COPY {quote(model._meta.db_table)} ({columns}) FROM STDIN (FORMAT binary)",
        [str(field.db_type(connection)).partition("(")[0] for field in fields],
        attrgetter(*(field.attname for field in fields)),
        tuple(place for place, field in enumerate(fields) if isinstance(field, JSONField)),
    )


def _fields(model: type[Model]) -> list["Field[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if not field.generated]
