"""The screens of seats: which terminal may play which seat of a live table, and who allowed it."""

from datetime import datetime

from django.db import models

from casino.kit.uncountable import UncountableKey


class SeatScreen(models.Model):
    """The permission of one terminal to play one seat of one table on one gaming day.

    Staff make it and get a code. The code is good once, until `code_until`; the terminal that enters it gets the token.
    Code and token are stored as hashes alone. The token ends at `expires_at`, when staff revoke it, and when the
    table's day closes.
    """

    id = UncountableKey()
    casino_id = models.BigIntegerField()
    table = models.CharField(max_length=20)
    number = models.PositiveIntegerField()
    day = models.CharField(max_length=20)
    code_hash = models.CharField(max_length=64, unique=True)
    code_until = models.DateTimeField()
    token_hash = models.CharField(max_length=64, unique=True, null=True, default=None)
    made_by_id = models.BigIntegerField()
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, default=None)
    opened_key = models.CharField(max_length=64, blank=True, default="")
    """Hash of the key of the form that opened it: sent twice it opens one screen, on the same terminal."""
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, default=None)
    revoked_by = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        db_table = "seat_screen"
        indexes = (models.Index(fields=["casino_id", "table", "day"], name="seat_screens_of_a_day"),)

    def __str__(self) -> str:
        return f"screen of seat {self.number} at {self.table}, {self.day}"

    def stands(self, now: datetime) -> bool:
        """Return True if its time is not over and nobody has revoked it; the table's day is for the caller to
        compare.
        """
        return self.revoked_at is None and now < self.expires_at

    def waits(self, now: datetime) -> bool:
        """Return True if its code may still be entered."""
        return self.stands(now) and self.token_hash is None and now < self.code_until
