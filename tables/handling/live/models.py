"""Drafts, and confirmations that have come in. Neither is derived from the record, and none of it is rebuilt."""

from django.db import models


class Draft(models.Model):
    """Chips that a seat has placed and not confirmed, in one round: nobody's stake yet, and void when it closes."""

    pk = models.CompositePrimaryKey("casino_id", "table", "seat")
    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    seat = models.CharField(max_length=40)
    day = models.CharField(max_length=20)
    coup = models.IntegerField()
    bets = models.JSONField()
    """A list of tables.play.events.SeatBet, in the order of placing."""

    class Meta:
        db_table = "live_draft"

    def __str__(self) -> str:
        return f"draft of seat {self.seat} at {self.table}, round {self.coup}"


class WaitingConfirmation(models.Model):
    """A confirmation that has come in, once for a seat and a round, until the record has it.

    `received_at` is the server's time. One that the rules refused stays with the `refusal` (see inbox.py) until the
    seat confirms again or another round is played.
    """

    pk = models.CompositePrimaryKey("casino_id", "table", "seat", "day", "coup")
    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    seat = models.CharField(max_length=40)
    day = models.CharField(max_length=20)
    coup = models.IntegerField()
    bets = models.JSONField()
    received_at = models.DateTimeField()
    by = models.JSONField()
    """tables.handling.aggregates.table.Actor as JSON."""
    refusal = models.JSONField(null=True, default=None)

    class Meta:
        db_table = "live_waiting"

    def __str__(self) -> str:
        return f"seat {self.seat} at {self.table}, round {self.coup}, {self.received_at:%H:%M:%S.%f}"
