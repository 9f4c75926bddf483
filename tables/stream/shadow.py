"""A read table and its shadow: an empty temporary table of the same name and shape."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import AutoField, BigAutoField, Model, UniqueConstraint

from tables.stream.errors import StreamError
from tables.stream.fields import column_of

RANGE = 500
"""Rows of a table that are compared or replaced in one transaction."""

UNPRESSED = 8160
"""Bytes up to which a row of the shadow is kept as it is (a page holds no longer one): compressing rows for one look is
not worth it."""


class ShadowLost(StreamError):
    """The session that held the shadow tables has ended: going on would write to the live ones."""


class Difference(msgspec.Struct, frozen=True, order=True):
    table: str
    key: tuple[tuple[str, str], ...]
    """The columns that name the row, each with its value as text."""
    how: str

    def __str__(self) -> str:
        return f"{self.table}, {', '.join(f'{column} {value}' for column, value in self.key)}: {self.how}"


class KeyRange(msgspec.Struct, frozen=True):
    """Keys after one and up to another, both of a table's natural key; None where a side has no bound."""

    after: tuple[Any, ...] | None
    to: tuple[Any, ...] | None


class ReadTable:
    """One table of a projection, compared with its shadow in ranges of its natural key."""

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
        names = [column for column in natural_key(model) if column != "casino_id"]
        self._names = names or ["casino_id"]
        self._key = [quote(column) for column in self._names]
        self._found = _equal(["casino_id", *self._key])
        # Compared as the rows are stored, byte by byte, without writing documents out.
        self._same = f"ROW({_of('shadow', columns)})::record *= ROW({_of('live', columns)})::record"

    def create_shadow(self) -> None:
        """Put the empty shadow before the live table, for this session."""
        _execute(
            f"CREATE TEMPORARY TABLE {self.shadow_name} (LIKE {self.live} INCLUDING DEFAULTS INCLUDING IDENTITY"
            " INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES)"
            f" WITH (toast_tuple_target = {UNPRESSED})"
        )

    def ranges(self, casino_id: int) -> Iterator[KeyRange]:
        """Yield ranges that cover all keys, each with at most RANGE rows of the casino live and in the shadow."""
        after: tuple[Any, ...] | None = None
        while True:
            to = self._end_of_range(casino_id, after)
            yield KeyRange(after, to)
            if to is None:
                return
            after = to

    def _end_of_range(self, casino_id: int, after: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        key = ", ".join(self._key)
        rows, values = self._within(casino_id, KeyRange(after, None))
        ends = " UNION ALL ".join(
            f"(SELECT {key} FROM {table} WHERE {rows} ORDER BY {key} LIMIT 1 OFFSET {RANGE - 1})"
            for table in (self.live, self.shadow_name)
        )
        found = _fetch(f"SELECT * FROM ({ends}) AS ends ORDER BY {key} LIMIT 1", [*values, *values])
        return found[0] if found else None

    def differences(self, casino_id: int, keys: KeyRange) -> list[Difference]:
        """Return the casino's rows of a range that are not equal live and in the shadow."""
        rows, values = self._within(casino_id, keys)
        names = ", ".join(f"coalesce(live.{name}, shadow.{name})::text" for name in self._key)
        found = _fetch(
            "SELECT CASE WHEN live.casino_id IS NULL THEN 'is missing'"
            f" WHEN shadow.casino_id IS NULL THEN 'does not come from the record' ELSE 'altered' END, {names}"
            f" FROM (SELECT * FROM {self.live} WHERE {rows}) AS live"
            f" FULL JOIN (SELECT * FROM {self.shadow_name} WHERE {rows}) AS shadow ON {self._found}"
            f" WHERE live.casino_id IS NULL OR shadow.casino_id IS NULL OR NOT {self._same}",
            [*values, *values],
        )
        return sorted(
            Difference(self.name, tuple(zip(self._names, key, strict=True)), how) for how, *key in found
        )

    def replace(self, casino_id: int, keys: KeyRange) -> tuple[int, int]:
        """Make the casino's live rows of a range equal to the shadow; how many rows were removed and added.

        A row that differs is removed and added.
        """
        rows, values = self._within(casino_id, keys)
        shadow = f"FROM (SELECT * FROM {self.shadow_name} WHERE {rows}) AS shadow"
        removed = _execute(
            f"DELETE FROM {self.live} AS live WHERE {rows}"
            f" AND NOT EXISTS (SELECT {shadow} WHERE {self._found} AND {self._same})",
            [*values, *values],
        )
        # A live row left with the same key is equal.
        added = _execute(
            f"INSERT INTO {self.live} ({self.columns}) SELECT {self.columns} {shadow}"
            f" WHERE NOT EXISTS (SELECT FROM {self.live} AS live WHERE {self._found})",
            values,
        )
        return removed, added

    def _within(self, casino_id: int, keys: KeyRange) -> tuple[str, list[Any]]:
        """Return the condition that a row is of the casino and in the range, and its values."""
        condition, values = "casino_id = %s", [casino_id]
        for bound, sign in ((keys.after, ">"), (keys.to, "<=")):
            if bound is not None:
                condition += f" AND ({', '.join(self._key)}) {sign} ({', '.join(['%s'] * len(bound))})"
                values += bound
        return condition, values


def compared_columns(model: type[Model]) -> list[str]:
    """Return the columns that a comparison uses: all but an automatic id and those that the database computes."""
    return [
        column_of(field)
        for field in model._meta.concrete_fields
        if not field.generated and not isinstance(field, AutoField | BigAutoField)
    ]


def natural_key(model: type[Model]) -> list[str]:
    """Return the columns by which people know a row: its key, or, if that is an automatic id, a unique constraint.

    Raises StreamError if the model has neither: its rows cannot be compared.
    """
    compared = compared_columns(model)
    key = [column_of(field) for field in model._meta.pk_fields]
    columns_of = {field.name: column_of(field) for field in model._meta.concrete_fields}
    unique = (
        [columns_of[name] for name in constraint.fields]
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint) and constraint.condition is None
    )
    for columns in (key, *unique):
        if columns and set(columns) <= set(compared):
            return columns
    raise StreamError(f"Read table {model._meta.db_table} has no natural key: give it a unique constraint")


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


def _equal(columns: list[str]) -> str:
    return " AND ".join(f"shadow.{column} = live.{column}" for column in columns)


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


def _execute(sql: str, values: Sequence[Any] | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        count: int = cursor.rowcount
    return count


def _fetch(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
