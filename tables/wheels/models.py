"""What the gateways tell the house of themselves."""

from django.db import models


class SpoolAlarm(models.Model):
    """A gateway whose spool cannot be written. It removes the row when it can write again."""

    gateway = models.CharField(primary_key=True, max_length=300)
    """Its machine and the path of its spool there."""
    since = models.DateTimeField()
    reason = models.TextField()
    held = models.IntegerField()
    """Observations that are in the gateway's memory alone."""

    class Meta:
        db_table = "spool_alarm"

    def __str__(self) -> str:
        return (
            f"the wheel gateway {self.gateway} cannot write its spool ({self.reason}); "
            f"{self.held} observations are in its memory alone"
        )
