"""Writing rows of a read table at once: where there are several, they travel to PostgreSQL in its binary copy format.

The ORM's way sends an array for each column, and quoting JSON inside of arrays took most of a rebuild's time.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Model
from psycopg.types.json import Json, Jsonb

from tables.stream.database import Statement, run
from tables.stream.fields import DocumentField, column_of, encode_document

Documents = tuple[tuple[int, type[Json] | type[Jsonb]], ...]
"""Places of the documents among a row's values, with the wrapper for each document's column."""


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert unsaved rows of one model. Their columns hold plain JSON values, numbers, strings and times, and they have
    keys of their own: nothing is read back.
    """
    if rows:
        insert_objects(type(rows[0]), rows)


def insert_objects(model: type[Model], rows: Sequence[Any]) -> None:
    """Insert rows of a model that are objects of any kind with an attribute for each of its columns."""
    if not rows:
        return
    if len(rows) == 1:
        _insert_one(model, rows[0])
        return
    copy_in, types, values_of, documents = _copying(model)
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(copy_in) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(_written(values_of(row), documents))


def _insert_one(model: type[Model], row: Any) -> None:
    """Insert one row, as most commands do: beginning and ending a copy takes longer than the row."""
    insert, values_of, documents = _inserting(model)
    values = list(values_of(row))
    for place, _ in documents:
        if values[place] is not None:
            values[place] = encode_document(values[place]).decode()
    run(insert, **dict(zip(insert.parameters, values, strict=True)))


def _written(values: Sequence[Any], documents: Documents) -> list[Any]:
    """Return a row's values as a copy takes them, those at these places as documents."""
    written = list(values)
    for place, wrapper in documents:
        if written[place] is not None:
            written[place] = wrapper(written[place], encode_document)
    return written


@cache
def _inserting(model: type[Model]) -> tuple[Statement, Callable[[Any], Sequence[Any]], Documents]:
    """Return the parts of an insert of a row: the statement, the reader of values, and the places of documents."""
    quote = connection.ops.quote_name
    table, columns = model._meta.db_table, [column_of(field) for field in _fields(model)]
    into, places = ", ".join(map(quote, columns)), ", ".join(f"%({column})s" for column in columns)
    _, _, values_of, documents = _copying(model)
    insert = Statement(f"insert_{table}", f"INSERT INTO {quote(table)} ({into}) VALUES ({places})")
    return insert, values_of, documents


@cache
def _copying(model: type[Model]) -> tuple[str, list[str], Callable[[Any], Sequence[Any]], Documents]:
    """Return the parts of a copy of rows into the model's table.

    The parts are the statement, the columns' types, the reader of a row's values, and the places of its documents.
    """
    quote = connection.ops.quote_name
    fields = _fields(model)
    columns = ", ".join(quote(column_of(field)) for field in fields)
    return (
        f"COPY {quote(model._meta.db_table)} ({columns}) FROM STDIN (FORMAT binary)",
        [str(field.db_type(connection)).partition("(")[0] for field in fields],
        attrgetter(*(field.attname for field in fields)),
        tuple(
            (place, Jsonb if isinstance(field, JSONField) else Json)
            for place, field in enumerate(fields)
            if isinstance(field, JSONField | DocumentField)
        ),
    )


def _fields(model: type[Model]) -> list["Field[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if not field.generated]
