"""The figures of past days, kept so that a month is read in one go, and by what it is known that they still hold."""

from django.db import models


class DayChanges(models.Model):
    """How many events of the record concern a table's gaming day or one of its earlier days: its own stream, and the
    slips and boxes of the day. Whatever was worked out at another number is out of date."""

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
    """The figures of a table's gaming day as they were worked out when its `DayChanges` stood at `changes`.

    `figures` are `[amount, bases, missing]` by their names, in minor units. What the bets had to bring is exact:
    `result`, `against` (what the win is held against) and `variance` are fractions, `-7/37`, empty where no bets are
    recorded. `made_by` says which figures were made in which way.
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
