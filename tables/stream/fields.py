"""The one column type of the record that Django does not know."""

from typing import Any

from django.db import models


class TransactionIdField(models.Field):
    """PostgreSQL's `xid8`: a transaction id that does not wrap. Read as text; only SQL writes it."""

    description = "64-bit transaction id"

    def db_type(self, connection: Any) -> str:
        """The column's type, which is the same on every PostgreSQL from 13 on."""
        return "xid8"
