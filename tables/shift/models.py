"""What the shift rules hold in the database: the cases, which can be derived again, and the sweeps' own checkpoint."""

from django.db import models
from django.db.models import Case, F, Q, When


class Deadline(models.Model):
    """One case of one shift rule at one table: a projection of the table's events.

    A case is named by what opened it: (casino, stream, rule, version of the opening event). Once closed it stays,
    so that a day can be read afterwards.
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
    closed_at = models.DateTimeField(null=True, default=None)
    next_at = models.GeneratedField(
        # When the sweep has to look at it next; null when nothing more can come of it.
        expression=Case(
            When(Q(closed_at__isnull=False) | Q(overdue=True), then=None),
            When(warned=True, then=F("due_at")),
            default=F("warn_at"),
        ),
        output_field=models.DateTimeField(null=True),
        db_persist=True,
    )

    class Meta:
        db_table = "deadline"
        indexes = [
            models.Index(
                "casino_id",
                "next_at",
                name="deadline_next_at",
                condition=Q(next_at__isnull=False),
            ),
            models.Index(
                "casino_id",
                "due_at",
                name="deadline_open",
                condition=Q(closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} at {self.table}, due {self.due_at:%Y-%m-%d %H:%M:%S} UTC"


class SweepCheckpoint(models.Model):
    """When the last whole sweep over a casino's deadlines was made. It only moves forward."""

    casino_id = models.BigIntegerField(primary_key=True)
    swept_at = models.DateTimeField()

    class Meta:
        db_table = "sweep_checkpoint"

    def __str__(self) -> str:
        return f"casino {self.casino_id} swept at {self.swept_at:%Y-%m-%d %H:%M:%S} UTC"
