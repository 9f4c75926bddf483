"""Drop boxes, and their steps since they left their tables."""

from django.db import models


class Box(models.Model):
    """A drop box of a table's day, from its placing on, by the table's record and its own stream.

    `use` counts how often that box was at the table on the day. `recorded` is the table's recorded cash for it when it
    left (minor units), `from_before` the part of that recorded on an earlier day. `version` is that of its own stream.
    """

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "serial", "use")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    serial = models.TextField()
    use = models.IntegerField()
    status = models.TextField()
    """`in_place` at the table, then as settlement.boxes.state.Status."""
    version = models.BigIntegerField(default=0)
    placed_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, default=None)
    reason = models.TextField(default="")
    recorded = models.BigIntegerField(default=0)
    from_before = models.BigIntegerField(default=0)
    removed_by = models.JSONField(default=list)
    """Signers of its removal: identifier, name and role of each."""
    pieces = models.JSONField(default=dict)
    total = models.BigIntegerField(null=True, default=None)
    """Counted amount; None until it is counted."""
    counted_at = models.DateTimeField(null=True, default=None)

    class Meta:
        db_table = "drop_box"
        indexes = [
            models.Index(fields=["casino_id", "status", "day"], name="drop_boxes_by_status"),
            models.Index(fields=["casino_id", "day", "table"], name="drop_boxes_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.serial} of {self.table} on {self.day}: {self.status}"


class BoxStep(models.Model):
    """One step of a drop box that has left its table: a count or its acceptance, by whom, and who signed."""

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "serial", "use", "version")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    serial = models.TextField()
    use = models.IntegerField()
    version = models.BigIntegerField()
    step = models.TextField()
    """`counted` or `accepted`."""
    at = models.DateTimeField()
    signed = models.JSONField()
    """Identifier, name and role of each."""
    pieces = models.JSONField()
    total = models.BigIntegerField()
    words = models.TextField()

    class Meta:
        db_table = "drop_box_step"

    def __str__(self) -> str:
        return f"{self.serial} of {self.table} on {self.day} {self.step}"
