"""The entries of the ledger. A trigger (migration 0018) refuses a posting that is not balanced."""

from django.db import models


class LedgerEntry(models.Model):
    """One side of a movement of value: `amount` minor units came to the place `account`, or left it (below zero).

    All entries of one event are its posting: per currency they come to zero, and the database refuses any other posting
    at the end of the transaction. `table` is the table of the event, whoever owns the place; `day` the gaming day that
    it counts to; `coup` its coup, if it has one. `reason` is a code of settlement.ledger.reasons, with its subject.
    """

    pk = models.CompositePrimaryKey("casino_id", "stream_id", "version", "line")
    casino_id = models.BigIntegerField()
    stream_id = models.TextField()
    version = models.BigIntegerField()
    line = models.IntegerField()
    table = models.TextField()
    day = models.TextField()
    coup = models.IntegerField(null=True)
    at = models.DateTimeField()
    reason = models.TextField()
    account = models.TextField()
    amount = models.BigIntegerField()
    currency = models.TextField()

    class Meta:
        db_table = "ledger_entry"
        indexes = [
            models.Index(fields=("casino_id", "table", "day", "account"), name="ledger_entry_of_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.account} at {self.table}: {self.reason}"
