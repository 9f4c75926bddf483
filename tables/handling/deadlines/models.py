"""Progress of the sweeps of the shift rules. The open deadlines themselves come from the table snapshots."""

from django.db import models


class SweepCheckpoint(models.Model):
    """Time of the last whole sweep over a casino's deadlines. The time only moves forward."""

    casino_id = models.BigIntegerField(primary_key=True)
    swept_at = models.DateTimeField()

    class Meta:
        db_table = "shift_sweep_checkpoint"

    def __str__(self) -> str:
        return f"casino {self.casino_id} swept at {self.swept_at:%Y-%m-%d %H:%M:%S} UTC"
