"""What the shift rules keep: their cases, which can be derived again, and how far the sweeps have come."""

from django.db import models


class Deadline(models.Model):
    """One case of one shift rule at one table: a projection of the table's events.

    A case is named by what opened it: (casino, stream, rule, version of the opening event). Once closed it
    stays, so that a day can be read afterwards.
    """

    pk = models.CompositePrimaryKey("casino_id", "stream_id", "rule", "opened_version")
    casino_id = models.BigIntegerField()
    stream_id = models.TextField()
    table = models.TextField()
    rule = models.TextField()
    opened_version = models.BigIntegerField()
    rulebook = models.TextField()
    rulebook_version = models.IntegerField()
    clause = models.TextField()
    opened_at = models.DateTimeField()
    warn_at = models.DateTimeField()
    due_at = models.DateTimeField()
    warned = models.BooleanField(default=False)
    overdue = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)
    """When a sweep has to look at it next; null when nothing more can come of it."""

    class Meta:
        db_table = "shift_deadline"
        indexes = [
            models.Index(
                fields=["casino_id", "next_at"],
                name="deadline_to_sweep",
                condition=models.Q(next_at__isnull=False),
            ),
            models.Index(
                fields=["casino_id", "due_at"],
                name="deadline_open",
                condition=models.Q(closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} at {self.table}, due {self.due_at:%Y-%m-%d %H:%M:%S} UTC"


class SweepCheckpoint(models.Model):
    """When the last whole sweep over a casino's deadlines was made. It only moves forward."""

    casino_id = models.BigIntegerField(primary_key=True)
    swept_at = models.DateTimeField()

    class Meta:
        db_table = "shift_sweep_checkpoint"

    def __str__(self) -> str:
        return f"casino {self.casino_id} swept at {self.swept_at:%Y-%m-%d %H:%M:%S} UTC"
