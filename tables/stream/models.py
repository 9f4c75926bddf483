"""The tables of the record, for reading and for the admin.

Only the SQL files of this package write them. Those of `migrations/` create the tables and their guards, and describe
each column.
"""

from django.db import models

from tables.stream.fields import DocumentField, TransactionIdField


class Event(models.Model):
    """One recorded event. `hash` covers all its columns but `month`, `id` and `xid`, as tables.stream.hashing spells
    them."""

    pk = models.CompositePrimaryKey("casino_id", "id")
    casino_id = models.IntegerField()
    month = models.IntegerField()
    id = models.BigIntegerField()
    xid = TransactionIdField()
    stream_id = models.TextField()
    version = models.IntegerField()
    event_id = models.UUIDField()
    type = models.TextField()
    schema_version = models.IntegerField()
    data = DocumentField()
    metadata = DocumentField()
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    prev_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        db_table = "event"

    def __str__(self) -> str:
        return f"{self.stream_id} {self.version}: {self.type}"


class SealedEvent(models.Model):
    """An event's place in its casino's feed: dense positions from 1, among those of the event's month."""

    pk = models.CompositePrimaryKey("casino_id", "position")
    casino_id = models.IntegerField()
    month = models.IntegerField()
    position = models.BigIntegerField()
    event = models.BigIntegerField()
    type = models.TextField()

    class Meta:
        db_table = "sealed_event"

    def __str__(self) -> str:
        return f"{self.position}: {self.type}"


class PersonalText(models.Model):
    """A name or another text of a person, which events name by its reference: see pseudonyms.py. Not part of the
    record."""

    pk = models.CompositePrimaryKey("casino_id", "reference")
    casino_id = models.IntegerField()
    reference = models.BigIntegerField()
    person = models.TextField()
    """The record's identifier of the person: `person/7`."""
    text = models.TextField(null=True)
    """Text of the pseudonym; None once the person is erased."""
    is_name = models.BooleanField()
    """True of the person's name, False of another text about the person: a sign-in name, a reason."""
    erased = models.IntegerField(default=0)
    """Number of the erased person in the casino, from 1; 0 before."""

    class Meta:
        db_table = "personal_text"
        constraints = [
            models.UniqueConstraint(
                fields=["casino_id", "person", "text", "is_name"], name="one_reference_of_a_text"
            )
        ]

    def __str__(self) -> str:
        return f"text of {self.person}"


class MerkleTile(models.Model):
    """256 neighbouring hashes of the casino's tree, and their root. Only full ones are kept; they never change."""

    pk = models.CompositePrimaryKey("casino_id", "level", "number")
    casino_id = models.IntegerField()
    level = models.SmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()
    root = models.BinaryField()

    class Meta:
        db_table = "merkle_tile"

    def __str__(self) -> str:
        return f"level {self.level}: {self.number}"


class Checkpoint(models.Model):
    """The size and the root of the casino's tree at a time, signed by the house."""

    pk = models.CompositePrimaryKey("casino_id", "size", "signature")
    casino_id = models.IntegerField()
    size = models.BigIntegerField()
    root = models.BinaryField()
    origin = models.TextField()
    vkey = models.TextField()
    signature = models.BinaryField()
    signed_at = models.DateTimeField()

    class Meta:
        db_table = "checkpoint"

    def __str__(self) -> str:
        return f"{self.origin}: {self.size}"


class WitnessSignature(models.Model):
    """Somebody else's signature under a checkpoint, as it was brought."""

    pk = models.CompositePrimaryKey("casino_id", "size", "name", "signature")
    casino_id = models.IntegerField()
    size = models.BigIntegerField()
    name = models.TextField()
    signature = models.BinaryField()
    added_at = models.DateTimeField()

    class Meta:
        db_table = "witness_signature"

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"


class ArchivedMonth(models.Model):
    """A casino's days of a month that were written into a file and taken out of the database."""

    pk = models.CompositePrimaryKey("casino_id", "month", "number")
    casino_id = models.IntegerField()
    month = models.IntegerField()
    number = models.IntegerField()
    file = models.TextField()
    sha256 = models.BinaryField()
    bytes = models.BigIntegerField()
    events = models.BigIntegerField()
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    archived_at = models.DateTimeField()

    class Meta:
        db_table = "archived_month"

    def __str__(self) -> str:
        return f"{self.month}: {self.file}"


class AttachedMonth(models.Model):
    """An archiving that was undone: the month is in the database again."""

    pk = models.CompositePrimaryKey("casino_id", "month", "number")
    casino_id = models.IntegerField()
    month = models.IntegerField()
    number = models.IntegerField()
    attached_at = models.DateTimeField()

    class Meta:
        db_table = "attached_month"

    def __str__(self) -> str:
        return f"{self.month}, {self.number}"


class ArchivedRun(models.Model):
    """Neighbouring positions of the feed whose events went into a month's file."""

    pk = models.CompositePrimaryKey("casino_id", "first", "number")
    casino_id = models.IntegerField()
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    month = models.IntegerField()
    number = models.IntegerField()

    class Meta:
        db_table = "archived_run"

    def __str__(self) -> str:
        return f"{self.first} to {self.last}: {self.month}"


class SealHead(models.Model):
    """Position up to which a casino's feed is sequenced."""

    casino_id = models.IntegerField(primary_key=True)
    position = models.BigIntegerField(default=0)
    below = TransactionIdField(default="0")
    sealed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "seal_head"

    def __str__(self) -> str:
        return f"casino {self.casino_id}: {self.position}"


class Command(models.Model):
    """The request of an idempotency key, and the versions of the stream that enclose its events."""

    pk = models.CompositePrimaryKey("casino_id", "key")
    casino_id = models.IntegerField()
    key = models.TextField()
    request_hash = models.BinaryField()
    stream_id = models.TextField()
    after_version = models.IntegerField()
    version = models.IntegerField()
    recorded_at = models.DateTimeField()

    class Meta:
        db_table = "command"

    def __str__(self) -> str:
        return f"{self.key}: {self.stream_id} {self.version}"


class ProjectionState(models.Model):
    """State of a projection for one casino: its rows' version, its status, and its position if asynchronous."""

    pk = models.CompositePrimaryKey("casino_id", "name")
    casino_id = models.IntegerField()
    name = models.TextField()
    version = models.IntegerField()
    position = models.BigIntegerField(default=0)
    status = models.TextField(default="live")

    class Meta:
        db_table = "projection"

    def __str__(self) -> str:
        return f"{self.name}: {self.status} at {self.position}"
