"""The column types that Django does not know."""

from typing import Any

import msgspec
from django.db import models
from psycopg.types.json import Json

encode_document = msgspec.json.Encoder().encode
"""Encoder of documents: one value always has one text."""


def column_of(field: "models.Field[Any, Any]") -> str:
    """Return the column of a field that has one, as every concrete field has."""
    assert field.column is not None
    return field.column


class TransactionIdField(models.Field):  # type: ignore[type-arg]  # Django's own class takes none when it runs
    """PostgreSQL's `xid8`: a transaction id that does not wrap. Read as text; only SQL writes it."""

    description = "64-bit transaction id"

    def db_type(self, connection: Any) -> str:
        """Return the column's type, which is the same on every PostgreSQL from 13 on."""
        return "xid8"


class DocumentField(models.Field):  # type: ignore[type-arg]  # Django's own class takes none when it runs
    """A JSON document that is only ever read whole: PostgreSQL's `json`, kept as the text that it was encoded to.

    Taking a long one apart for `jsonb` costs the server more than all else about its row. Nothing can be looked up
    inside of it.
    """

    description = "JSON document read whole"

    def db_type(self, connection: Any) -> str:
        return "json"

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return None if value is None else Json(value, encode_document)
