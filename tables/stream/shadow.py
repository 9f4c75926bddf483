"""A read table and its shadow: an empty temporary table of the same name and shape."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import AutoField, BigAutoField, Model, UniqueConstraint

from tables.stream.errors import StreamError
from tables.stream.fields import column_of

UNPRESSED = 8160
"""Bytes up to which a row of the shadow is kept as it is (a page holds no longer one): compressing what is looked at
once is not worth it."""


class ShadowLost(StreamError):
    """The session that held the shadow tables has ended: going on would write to the live ones."""


class Difference(msgspec.Struct, frozen=True, order=True):
    table: str
    key: tuple[tuple[str, str], ...]
    """The columns that name the row, each with its value as text."""
    how: str

    def __str__(self) -> str:
        return f"{self.table}, {', '.join(f'{column} {value}' for column, value in self.key)}: {self.how}"


class ReadTable:
    """One table of a projection, compared by what its rows say."""

    def __init__(self, model: type[Model]) -> None:
        quote = connection.ops.quote_name
        name = model._meta.db_table
        self.name = name
        self.shadow_name = f"pg_temp.{quote(name)}"
        self.live = f"{quote(_schema_of(name))}.{quote(name)}"
        columns = [quote(column) for column in compared_columns(model)]
        if quote("casino_id") not in columns:
            raise StreamError(f"Read table {name} has no column casino_id")
        self.columns = ", ".join(columns)
        key = [quote(column_of(field)) for field in model._meta.pk_fields]
        self.weighed = ", ".join(key if set(key) <= set(columns) else columns)
        self._names = [column for column in named_by(model) if column != "casino_id"] or ["casino_id"]
        self._found, self._same = _by_key(key, columns) if set(key) <= set(columns) else _by_text(columns)

    def create_shadow(self) -> None:
        """Put the empty shadow before the live table, for this session."""
        _execute(
            f"CREATE TEMPORARY TABLE {self.shadow_name} (LIKE {self.live} INCLUDING DEFAULTS INCLUDING IDENTITY"
            " INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES)"
            f" WITH (toast_tuple_target = {UNPRESSED})"
        )

    def weigh(self) -> None:
        """Tell the planner how many rows the shadow has: it knows nothing of a new table, and compares each with each.
        It looks at what rows are found by, and leaves documents alone."""
        _execute(f"ANALYZE {self.shadow_name} ({self.weighed})")

    def differences(self, casino_id: int) -> list[Difference]:
        """The casino's rows that are not equal live and in the shadow, by the key that a row is known by."""
        live = self._without_equal("live", self.live, "shadow", self.shadow_name, casino_id)
        shadow = self._without_equal("shadow", self.shadow_name, "live", self.live, casino_id)
        found = dict.fromkeys(live & shadow, "altered")
        found |= dict.fromkeys(live - shadow, "does not come from the record")
        found |= dict.fromkeys(shadow - live, "is missing")
        return sorted(
            Difference(self.name, tuple(zip(self._names, key, strict=True)), how)
            for key, how in found.items()
        )

    def _without_equal(
        self, here: str, table: str, there: str, other: str, casino_id: int
    ) -> set[tuple[str, ...]]:
        names = ", ".join(f"{here}.{connection.ops.quote_name(name)}::text" for name in self._names)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {names} FROM {table} AS {here} WHERE {here}.casino_id = %(casino_id)s AND NOT EXISTS ("
                f"SELECT FROM {other} AS {there} WHERE {there}.casino_id = %(casino_id)s AND {self._same})",
                {"casino_id": casino_id},
            )
            return {tuple(map(_shown, row)) for row in cursor.fetchall()}

    def remove_stale(self, casino_id: int) -> int:
        """Delete the casino's live rows that have no equal in the shadow; how many."""
        return _execute(
            f"DELETE FROM {self.live} AS live WHERE live.casino_id = %(casino_id)s AND NOT EXISTS ("
            f"SELECT FROM {self.shadow_name} AS shadow WHERE shadow.casino_id = %(casino_id)s AND {self._same})",
            casino_id,
        )

    def add_missing(self, casino_id: int) -> int:
        """Insert the casino's rows of the shadow that have no equal live; how many. It comes after `remove_stale`: a
        live row that is left with the same key says the same, and is not compared again."""
        return _execute(
            f"INSERT INTO {self.live} ({self.columns}) SELECT {self.columns} FROM {self.shadow_name} AS shadow "
            f"WHERE shadow.casino_id = %(casino_id)s AND NOT EXISTS ("
            f"SELECT FROM {self.live} AS live WHERE live.casino_id = %(casino_id)s AND {self._found})",
            casino_id,
        )


def compared_columns(model: type[Model]) -> list[str]:
    """The columns in which a row says something: all but an automatic id and what the database works out itself."""
    return [
        column_of(field)
        for field in model._meta.concrete_fields
        if not field.generated and not isinstance(field, AutoField | BigAutoField)
    ]


def named_by(model: type[Model]) -> list[str]:
    """The columns by which people know a row: its key, or where that is an automatic id, what is unique besides."""
    compared = compared_columns(model)
    key = [column_of(field) for field in model._meta.pk_fields]
    columns_of = {field.name: column_of(field) for field in model._meta.concrete_fields}
    unique = (
        [columns_of[name] for name in constraint.fields]
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint) and constraint.condition is None
    )
    return next(
        (columns for columns in (key, *unique) if columns and set(columns) <= set(compared)), compared
    )


def read_tables(models: Iterable[type[Model]]) -> list[ReadTable]:
    return [ReadTable(model) for model in models]


def drop_shadows(tables: Sequence[ReadTable]) -> None:
    _execute(f"DROP TABLE IF EXISTS {', '.join(table.shadow_name for table in tables)}")


def require_shadows(tables: Sequence[ReadTable]) -> None:
    """Raise ShadowLost if a shadow is gone, as all are after the connection was lost and opened again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM unnest(%s::text[]) WITH ORDINALITY AS shadow (name, turn) "
            "WHERE to_regclass(name) IS NULL ORDER BY turn LIMIT 1",
            [[table.shadow_name for table in tables]],
        )
        gone = cursor.fetchone()
    if gone is not None:
        raise ShadowLost(f"The shadow table {gone[0]} is gone: start the rebuild again")


def _by_key(key: list[str], columns: list[str]) -> tuple[str, str]:
    """The conditions that two rows have one key, and that they say the same, for a table whose key is of what its rows
    say: compared byte by byte as they are stored, which spares writing documents out."""
    found = " AND ".join(f"shadow.{column} = live.{column}" for column in key)
    return found, f"{found} AND ROW({_of('shadow', columns)})::record *= ROW({_of('live', columns)})::record"


def _by_text(columns: list[str]) -> tuple[str, str]:
    """The same for a table whose key says nothing: only what its rows say in all is there to compare."""
    same = f"ROW({_of('shadow', columns)})::text = ROW({_of('live', columns)})::text"
    return same, same


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


def _of(row: str, columns: list[str]) -> str:
    return ", ".join(f"{row}.{column}" for column in columns)


def _schema_of(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = to_regclass(%s)",
            [connection.ops.quote_name(table)],
        )
        found = cursor.fetchone()
    if found is None:
        raise StreamError(f"Read table {table} does not exist: run the migrations")
    schema: str = found[0]
    return schema


def _execute(sql: str, casino_id: int | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, None if casino_id is None else {"casino_id": casino_id})
        count: int = cursor.rowcount
    return count
