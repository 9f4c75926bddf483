"""What the shift rules keep: how far their sweeps have come. Their cases are read off the tables' boards."""

from django.db import models


class SweepCheckpoint(models.Model):
    """When the last whole sweep over a casino's deadlines was made. It only moves forward."""

    casino_id = models.BigIntegerField(primary_key=True)
    swept_at = models.DateTimeField()

    class Meta:
        db_table = "shift_sweep_checkpoint"

    def __str__(self) -> str:
        return f"casino {self.casino_id} swept at {self.swept_at:%Y-%m-%d %H:%M:%S} UTC"
