"""Rows of a model that many pages ask for by the same columns: the query is put together once, and prepared.

Django builds a query again at each use, which costs several times the database's time for a row by its key. The result
is an ordinary object of the model.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, JSONField, Model

from tables.stream.database import Statement, run
from tables.stream.fields import column_of

M = TypeVar("M", bound=Model)
Converter = Callable[[Any, Any, Any], Any]


class PreparedRow(Generic[M]):
    """The row of `model` in which these columns, a key, have the values that are asked for."""

    def __init__(self, model: type[M], *columns: str) -> None:
        self._model = model
        self._key = columns

    def find(self, **values: object) -> M | None:
        """Return the row with these values, by column; None if there is none. One query."""
        rows = run(self._statement, **values)
        if not rows:
            return None
        connection = connections[DEFAULT_DB_ALIAS]
        row = list(rows[0])
        for place, expression, convert in self._converters:
            row[place] = convert(row[place], expression, connection)
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, row)

    @cached_property
    def _fields(self) -> tuple["Field[Any, Any]", ...]:
        return tuple(self._model._meta.concrete_fields)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._fields]

    @cached_property
    def _statement(self) -> Statement:
        meta = self._model._meta
        # Django's own reading of a JSON column begins with its text.
        columns = (
            f'"{column_of(field)}"' + ("::text" if isinstance(field, JSONField) else "")
            for field in self._fields
        )
        where = " AND ".join(f'"{column}" = %({column})s' for column in self._key)
        text = f'SELECT {", ".join(columns)} FROM "{meta.db_table}" WHERE {where} LIMIT 1'
        return Statement(f"row_of_{meta.db_table}_by_{'_'.join(self._key)}", text)

    @cached_property
    def _converters(self) -> list[tuple[int, Any, Converter]]:
        connection = connections[DEFAULT_DB_ALIAS]
        return [
            (place, field.get_col(self._model._meta.db_table), convert)
            for place, field in enumerate(self._fields)
            for convert in field.get_db_converters(connection)
        ]
