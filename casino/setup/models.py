"""The links by which casinos are set up."""

from datetime import datetime

from django.db import models


class SetUpLink(models.Model):
    """A link that sets up one casino, once. Its token is stored as a hash alone."""

    token_hash = models.CharField(max_length=64, unique=True)
    another_casino = models.BooleanField(default=False)
    """It sets up one more casino beside those that are there; otherwise it is for the first."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    visitor_hash = models.CharField(max_length=64, blank=True, default="")
    """Hash of a secret in the session of the first visitor; the link is refused to others."""
    used_at = models.DateTimeField(null=True, default=None)
    casino_id = models.BigIntegerField(null=True, default=None)
    """The casino that was set up by it."""

    class Meta:
        db_table = "set_up_link"

    def __str__(self) -> str:
        return f"link of {self.made_at:%Y-%m-%d %H:%M}"

    def stands(self, now: datetime) -> bool:
        """Return True if it is neither used nor expired."""
        return self.used_at is None and now < self.expires_at
