"""Slips of fills and credits, and their steps."""

from django.db import models

from settlement.slips.state import Status
from tables.play.events import SlipKind


class Slip(models.Model):
    """Slip of a fill or a credit: the state evolved from its stream, changed with every append.

    `place` is its number without the letter: the casino's slips of a kind are numbered from 1 without a gap. Pieces
    are counted by value in minor units; `requested` are those that the table requested, `pieces` those it has by now.
    """

    pk = models.CompositePrimaryKey("casino_id", "number")
    casino_id = models.BigIntegerField()
    number = models.TextField()
    kind: "models.TextField[SlipKind, SlipKind]" = models.TextField()
    place = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    currency = models.TextField()
    closing = models.BooleanField()
    status: "models.TextField[Status, Status]" = models.TextField()
    version = models.BigIntegerField()
    requested = models.JSONField()
    pieces = models.JSONField()
    by_series = models.JSONField()
    total = models.BigIntegerField()
    carrier = models.TextField(default="")
    reprints = models.IntegerField(default=0)
    reprinted_at = models.DateTimeField(null=True, default=None)
    requested_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    """Time of its last step."""

    class Meta:
        db_table = "slip"
        constraints = [
            models.UniqueConstraint(fields=["casino_id", "kind", "place"], name="one_slip_of_a_number")
        ]
        indexes = [
            models.Index(fields=["casino_id", "status", "-requested_at"], name="slips_by_status"),
            models.Index(fields=["casino_id", "table", "day"], name="slips_of_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.table}: {self.status}"


class SlipStep(models.Model):
    """One step of a slip, with the actor and the signers. `pieces` are its pieces from then on."""

    pk = models.CompositePrimaryKey("casino_id", "number", "version")
    casino_id = models.BigIntegerField()
    number = models.TextField()
    version = models.BigIntegerField()
    step = models.TextField()
    """The type of its event without `slip_`: `requested`, `issued`."""
    at = models.DateTimeField()
    by = models.TextField()
    signed = models.JSONField()
    """Names and roles."""
    pieces = models.JSONField()
    words = models.TextField()
    """The reason that was given, empty where there is none."""

    class Meta:
        db_table = "slip_step"

    def __str__(self) -> str:
        return f"{self.number} {self.step}"
