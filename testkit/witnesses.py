"""Witness signatures of tests."""

from django.db import connection

from tables.stream.merkle.checkpoints import Checkpoint
from tables.stream.merkle.note import Signature


def store_signature(checkpoint: Checkpoint, signature: Signature) -> None:
    """Insert a signature by a witness that is not registered, as only the owner of the tables can."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO witness_signature VALUES (%s, %s, %s, %s, now())",
            [checkpoint.casino_id, checkpoint.size, signature.name, signature.data],
        )
