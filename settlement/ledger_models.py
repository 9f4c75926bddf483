"""The entries of the ledger, and the trigger that refuses a posting that is not balanced."""

import pgtrigger
from django.db import models

BALANCED = pgtrigger.Trigger(
    name="balanced",
    level=pgtrigger.Row,
    when=pgtrigger.After,
    operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
    timing=pgtrigger.Deferred,
    declare=[("of", "ledger_entry"), ("unbalanced", "RECORD")],
    func="""
        of := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        SELECT currency, sum(amount) AS sum INTO unbalanced FROM ledger_entry
        WHERE casino_id = of.casino_id AND stream_id = of.stream_id AND version = of.version
        GROUP BY currency HAVING sum(amount) <> 0 LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'The posting of event % of % is not balanced: % % are left over',
                of.version, of.stream_id, unbalanced.sum, unbalanced.currency
                USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
    """,
)


class LedgerEntry(models.Model):
    """One side of a movement of value: `amount` minor units came to the place `account`, or left it (below zero).

    All entries of one event are its posting: per currency they come to zero, and the database refuses what does not,
    once the transaction ends. `table` is where it happened, whoever's the place is; `day` the gaming day that it
    counts to; `coup` the one that it is about, if it is about one. `reason` is a code of
    settlement.ledger.reasons, with what it is about.
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
        triggers = [BALANCED]

    def __str__(self) -> str:
        return f"{self.amount} to {self.account} at {self.table}: {self.reason}"
