"""The chip bank: its stock by the record, and what was done there."""

from django.db import models


class ChipStock(models.Model):
    """Pieces of a series and a value (minor units) in the chip bank by the record: all that came, less all that
    went.

    The series is empty for chips without one. The number is negative before the first count.
    """

    pk = models.CompositePrimaryKey("casino_id", "currency", "series", "value")
    casino_id = models.BigIntegerField()
    currency = models.TextField()
    series = models.TextField()
    value = models.BigIntegerField()
    pieces = models.BigIntegerField()

    class Meta:
        db_table = "chip_stock"

    def __str__(self) -> str:
        return f"{self.pieces} of {self.value}"


class BankEntry(models.Model):
    """A count, sale or redemption at the chip bank, at a version of its stream, with the actor and the signers.

    `by_series` are the chips. A count has its `difference` from the record by series, None for the first count.
    `reason` is the known reason for the difference.
    """

    pk = models.CompositePrimaryKey("casino_id", "version")
    casino_id = models.BigIntegerField()
    version = models.BigIntegerField()
    what = models.TextField()
    day = models.TextField()
    at = models.DateTimeField()
    by = models.TextField()
    signed = models.JSONField()
    by_series = models.JSONField()
    difference = models.JSONField(null=True)
    total = models.BigIntegerField()
    currency = models.TextField()
    reason = models.TextField(default="")

    class Meta:
        db_table = "bank_entry"
        indexes = [
            models.Index(fields=["casino_id", "currency", "-version"], name="bank_entries_by_currency")
        ]

    def __str__(self) -> str:
        return f"{self.what} of {self.total} {self.currency}"
