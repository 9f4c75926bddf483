"""Stored figures of past days, so that a month is read in one go, with the proof that they are still valid."""

from django.db import models


class DayChanges(models.Model):
    """Number of recorded events that concern a table's gaming day or one of its earlier days: its own stream, and
    the slips and boxes of the day.

    Figures computed at another number are out of date.
    """

    pk = models.CompositePrimaryKey("casino_id", "table", "day")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    changes = models.BigIntegerField()

    class Meta:
        db_table = "day_changes"
        indexes = [models.Index(fields=["casino_id", "day"], name="day_changes_of_a_day")]

    def __str__(self) -> str:
        return f"{self.table} on {self.day}: {self.changes}"


class KeptDay(models.Model):
    """The figures of a table's gaming day, computed when its `DayChanges` had the number `changes`.

    `figures` are `[amount, bases, missing]` by their names, in minor units. The expected result of the bets is
    exact: `result`, `against` (compared with the win) and `variance` are fractions, `-7/37`, empty if no bets are
    recorded. `made_by` names the method of computation.
    """

    pk = models.CompositePrimaryKey("casino_id", "table", "day")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    changes = models.BigIntegerField()
    made_by = models.TextField()
    pit = models.TextField()
    currency = models.TextField()
    coups = models.IntegerField()
    closed = models.BooleanField()
    figures = models.JSONField()
    turnover = models.BigIntegerField()
    result = models.TextField()
    against = models.TextField()
    variance = models.TextField()

    class Meta:
        db_table = "kept_day"
        indexes = [models.Index(fields=["casino_id", "day"], name="kept_days_of_a_day")]

    def __str__(self) -> str:
        return f"{self.table} on {self.day} at {self.changes}"
