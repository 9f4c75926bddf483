"""The row that the bare views read and insert."""

from typing import ClassVar

from django.db import models


class BareRow(models.Model):
    """Values of a bet, in a table with a key and nothing else: no constraint, no other index, no trigger."""

    objects: "ClassVar[models.Manager[BareRow]]" = models.Manager()
    table = models.CharField(max_length=20)
    player = models.CharField(max_length=20)
    bet = models.CharField(max_length=40)
    amount = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.table} {self.player}: {self.amount} on {self.bet}"
