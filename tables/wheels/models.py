"""Reports of the wheel gateways."""

from django.db import models


class GatewayReport(models.Model):
    """Last report of one wheel gateway: its spool, and the trouble with its disk if there is any."""

    gateway = models.CharField(primary_key=True, max_length=300)
    """Its machine and the path of its spool there."""
    reported_at = models.DateTimeField()
    waiting = models.IntegerField(default=0)
    """Observations in the spool that the database does not have yet."""
    oldest_waiting_at = models.DateTimeField(null=True)
    """When the oldest of them was received; null if none waits."""
    since = models.DateTimeField(null=True)
    """When the disk began to refuse writes; null while the disk takes them. `reason` and `held` belong to it."""
    reason = models.TextField(blank=True, default="")
    held = models.IntegerField(default=0)
    """Observations that are in the gateway's memory alone."""
    refused_readers = models.JSONField(default=list)
    """Readers to which the gateway does not connect, each with its casino, its code and the rule that forbids it."""

    class Meta:
        db_table = "gateway_report"

    def __str__(self) -> str:
        return f"the wheel gateway {self.gateway}"

    @property
    def disk_trouble(self) -> str:
        """Trouble with the gateway's disk in one sentence; empty if there is none."""
        if self.since is None:
            return ""
        return (
            f"{self} cannot write its spool ({self.reason}); {self.held} observations are in its memory alone"
        )
