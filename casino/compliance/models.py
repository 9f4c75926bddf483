"""Violations of a casino with the life of each, and its inspection sheets, derived from the record.

The seeds of draws are outside the record, because nobody may know them yet.
"""

import msgspec
from django.db import models

from tables.compliance.inspections.figures import Content, Kind
from tables.compliance.inspections.state import SheetName
from tables.compliance.state import Status


class Violation(models.Model):
    """One violation: the facts from its table's stream, and the answers from its own stream."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    """Name of the violation within the table's day."""
    rule = models.CharField(max_length=80, default="")
    clause = models.CharField(max_length=80, default="")
    code = models.CharField(max_length=80, default="")
    parameters = models.JSONField(default=dict)
    words = models.TextField(default="")
    """Sentence recorded before violations had codes, if no code has the same meaning."""
    coup = models.IntegerField(null=True)
    version = models.BigIntegerField(null=True)
    """Version of the event that raised it, in the table's stream."""
    cause_version = models.BigIntegerField(null=True)
    """Version of the event behind it there: see tables.compliance.state.cause_version."""
    raised_at = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField(null=True)
    by = models.CharField(max_length=200, default="")
    """Person who acted against the clause; for a missed deadline, the part that noted it."""
    due_at = models.DateTimeField(null=True)
    met_at = models.DateTimeField(null=True)
    """Time at which a late demand of the clause was met."""
    late_s = models.IntegerField(null=True)
    repeat_of = models.CharField(max_length=120, default="")
    """The name of the first violation of the same rule at the table on the day; empty for the first itself."""
    status: "models.CharField[Status, Status]" = models.CharField(max_length=20, default="raised")
    life_version = models.IntegerField(default=0)
    life = models.JSONField(default=list)
    """The answers to it, in order: type, at (ISO, UTC), by, signed, words."""
    pk = models.CompositePrimaryKey("casino_id", "table", "day", "name")

    class Meta:
        db_table = "compliance_violation"
        indexes = [
            models.Index(fields=["casino_id", "status", "-raised_at"], name="violations_by_status"),
            models.Index(fields=["casino_id", "recorded_at"], name="violations_by_recording"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.day} {self.name}: {self.status}"


class DrawSeed(models.Model):
    """The secret seed of a gaming day's draw until it is revealed; then the record has it, and this row goes."""

    casino_id = models.BigIntegerField()
    day = models.CharField(max_length=20)
    seed = models.BinaryField()
    """Encrypted: see casino.kit.encryption."""
    pk = models.CompositePrimaryKey("casino_id", "day")

    class Meta:
        db_table = "compliance_draw_seed"

    def __str__(self) -> str:
        return f"of {self.day}"


class InspectionSheet(models.Model):
    """An inspection sheet now: its content, its author, and the author of the last correction."""

    casino_id = models.BigIntegerField()
    kind: "models.CharField[Kind, Kind]" = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    table = models.CharField(max_length=20)
    number = models.IntegerField()
    """Among the sheets of its kind, of the table's gaming day."""
    version = models.IntegerField()
    currency = models.CharField(max_length=3)
    content = models.JSONField()
    """The content of the sheet, in the form of tables.compliance.inspections.figures.Content."""
    keyed_by = models.CharField(max_length=200)
    keyed_at = models.DateTimeField()
    corrected_by = models.CharField(max_length=200, default="")
    corrected_at = models.DateTimeField(null=True)
    pk = models.CompositePrimaryKey("casino_id", "kind", "day", "table", "number")

    class Meta:
        db_table = "compliance_inspection_sheet"
        indexes = [
            models.Index(fields=["casino_id", "day", "table"], name="inspection_sheets_by_day"),
            models.Index(fields=["casino_id", "keyed_at"], name="inspection_sheets_by_keying"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.day} {self.table} {self.number}"

    @property
    def name(self) -> SheetName:
        return SheetName(self.kind, self.day, self.table, self.number)

    @property
    def corrections(self) -> int:
        return self.version - 1

    def read(self) -> Content:
        """Return the content of the sheet."""
        return msgspec.convert(self.content, Content, str_keys=True)
