"""Reports of the wheel gateways, and their leases of readers."""

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


class ReaderLease(models.Model):
    """Which gateway listens to a reader. Nothing is recorded of a reader under any other number than `lease`."""

    casino_id = models.IntegerField()
    reader = models.CharField(max_length=50)
    lease = models.BigIntegerField()
    """Number that grows each time that the reader goes to a gateway."""
    spool = models.UUIDField()
    """Identity of the spool of the gateway that holds it. Its observations wait there, so a restart keeps the lease."""
    holder = models.CharField(max_length=300)
    """The gateway, as its report names it."""
    expires_at = models.DateTimeField()
    """When another gateway may take it, by the database's clock."""

    class Meta:
        db_table = "reader_lease"
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "reader"], name="one_lease_of_a_reader"),
            # A change of a column of a key waits for FOR KEY SHARE, and other changes do not: so a takeover waits for
            # the delivery at hand, and a renewal does not.
            models.UniqueConstraint(fields=["casino_id", "reader", "lease"], name="lease_is_part_of_a_key"),
        ]

    def __str__(self) -> str:
        return f"lease {self.lease} of reader {self.reader}, held by {self.holder}"
