"""The present alerts of a casino, derived from the record."""

from django.db import models
from django.db.models import Q

STANDING = Q(acknowledged_at=None) | Q(ended_at=None)
"""An alert that nobody has acknowledged, or that is so still."""


class Alert(models.Model):
    """One alert: its condition, its begin, and the person who has acknowledged it."""

    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    name = models.CharField(max_length=60)
    """The name of the alert within the table's day."""
    kind = models.CharField(max_length=20)
    subject = models.TextField(blank=True)
    code = models.CharField(max_length=60)
    parameters = models.JSONField()
    since = models.DateTimeField()
    raised_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    acknowledged_at = models.DateTimeField(null=True)
    acknowledged_by = models.TextField(blank=True, default="")
    version = models.IntegerField()
    """The version of the alert's last event in its stream."""
    pk = models.CompositePrimaryKey("casino_id", "table", "day", "name")

    class Meta:
        db_table = "alert"
        indexes = [
            models.Index(fields=["casino_id", "-raised_at"], name="alerts_by_time"),
            models.Index(fields=["casino_id", "table"], name="alerts_that_stand", condition=STANDING),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.day} {self.name}"
