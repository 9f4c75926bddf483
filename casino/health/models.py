"""Runs of the scheduled tasks, as the workers note them and /readyz reads them."""

from django.db import models


class ScheduledRun(models.Model):
    """The last run of a task of the schedule, and the last one that succeeded."""

    task = models.TextField(primary_key=True)
    ran_at = models.DateTimeField()
    succeeded_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "scheduled_run"

    def __str__(self) -> str:
        return f"{self.task} at {self.ran_at:%Y-%m-%d %H:%M:%S} UTC"
