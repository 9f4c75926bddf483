"""The outbox: each notice until it is sent."""

from django.db import models


class Notice(models.Model):
    """One event for one recipient in one way. Not a projection: a rebuild does not send a notice again."""

    class Way(models.TextChoices):
        EMAIL = "email"
        WEBHOOK = "webhook"

    casino_id = models.BigIntegerField()
    event_id = models.UUIDField()
    way = models.CharField(max_length=10, choices=Way)
    recipient = models.TextField()
    subject = models.TextField()
    body = models.TextField()
    payload = models.JSONField()
    made_at = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    """Time of the next try; null once the notice is sent or given up."""
    sent_at = models.DateTimeField(null=True)
    failure = models.TextField(default="", blank=True)
    """Reason of the last try's failure."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["casino_id", "event_id", "way", "recipient"], name="told_once_by_each_way"
            )
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"],
                name="notice_to_send",
                condition=models.Q(next_try_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject} to {self.recipient}"
