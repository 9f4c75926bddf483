"""Models that settlement derives from play: the rules of a table's day, and a sheet for each coup."""

from django.db import models

from tables.stream.fields import DocumentField


class GamingDay(models.Model):
    """The rules under which a table's day is settled, as its opening named them, and who sits at the table now: `staff`
    maps positions to their holders, `spinner` is one of them."""

    pk = models.CompositePrimaryKey("casino_id", "table", "day")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    rulebook = models.TextField()
    rulebook_version = models.IntegerField()
    wheel = models.TextField()
    currency = models.TextField()
    face_value_only = models.BooleanField(default=False)
    staff = models.JSONField(default=dict)
    spinner = models.TextField(default="")

    class Meta:
        db_table = "settlement_day"

    def __str__(self) -> str:
        return f"{self.table} on {self.day} by {self.rulebook} {self.rulebook_version}"


class PayoutSheet(models.Model):
    """One coup settled. `stakes` are those that took part; `limits` those in force, `companies` the players in a group
    and `staff` the seated people when the number fell. Lines and order follow from them, the number and the choices of
    imprisoned players, and are worked out again when one of these changes. `replays` are won bets played again from
    their payment, by ref, each with the number it was paid on: one that was made under another `number` is to be put
    right by hand."""

    class Status(models.TextChoices):
        OPEN = "open"
        PAID = "paid"

    pk = models.CompositePrimaryKey("casino_id", "table", "day", "coup")
    casino_id = models.BigIntegerField()
    table = models.TextField()
    day = models.TextField()
    coup = models.IntegerField()
    number = models.IntegerField()
    colour = models.TextField(null=True)
    stakes = DocumentField()
    limits = models.JSONField(default=dict)
    companies = models.JSONField(default=list)
    staff = models.JSONField(default=dict)
    choices = models.JSONField()
    replays = models.JSONField(default=dict)
    unclaimed = models.JSONField(default=dict)
    """Wins that nobody claimed when they were to be paid, by ref: their safekeeping, its clause, and their present
    state."""
    handled = models.JSONField(default=dict)
    """People who raked in the losing chips and paid, by role (`raked_by`, `paid_by`).

    The names are those recorded with its payments, each once.
    """
    adjustments = models.JSONField(default=list)
    """Corrections of the coup, each with its amount in minor units and the thing that it adjusts.

    They are disputes that the management decided, and displaced bets that were restored.
    """
    differences = models.JSONField(default=list)
    """Payment discrepancies, each with its decision; money in minor units."""
    lines = DocumentField()
    order = models.JSONField()
    in_colours = models.JSONField(default=dict)
    """Change of its players' chips of colours by the coup, by colour in minor units."""
    total_stake = models.BigIntegerField()
    total_prize = models.BigIntegerField()
    total_returned = models.BigIntegerField()
    total_held = models.BigIntegerField()
    status = models.TextField(choices=Status.choices)
    withheld = models.BooleanField(default=False)
    """Two sources disagree about the number: nothing is paid until the chief decides."""
    settled_at = models.DateTimeField()
    amended_at = models.DateTimeField(null=True, default=None)
    paid_at = models.DateTimeField(null=True, default=None)

    class Meta:
        db_table = "payout_sheet"

    def __str__(self) -> str:
        return f"coup {self.coup} of {self.table} on {self.day}: {self.number}"
