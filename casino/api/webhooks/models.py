"""Webhooks, the stretches of the feed that go to them, and each attempt to deliver an event."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from casino.api.models import ApiClient
from casino.kit.uncountable import UncountableKey


class Webhook(models.Model):
    """Address of a client, and the events of its casino's feed that go there."""

    id = UncountableKey()
    casino_id = models.BigIntegerField()
    client = models.ForeignKey(ApiClient, on_delete=models.CASCADE)
    code = models.CharField(max_length=50, blank=True, default="")
    """Code in the register of the casino; empty for a webhook that its client made itself."""
    url = models.TextField()
    types = ArrayField(models.TextField())
    """Types of the wanted events; empty for all."""
    table = models.CharField(max_length=20, default="", blank=True)
    """Table of the events to deliver; empty for all events of the casino."""
    secret = models.TextField()
    """Secret that signs its deliveries, encrypted (casino.kit.encryption)."""
    previous_secret = models.TextField(default="", blank=True)
    """The secret before it, encrypted; it signs as well until `previous_until`."""
    previous_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    why_disabled = models.TextField(default="", blank=True)

    class Meta:
        indexes = [models.Index(fields=["casino_id", "client"], name="webhooks_of_a_client")]
        constraints = [
            models.UniqueConstraint(
                fields=["casino_id", "code"], condition=~models.Q(code=""), name="one_webhook_of_a_code"
            )
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} to {self.url}"


class Stretch(models.Model):
    """A part of the feed on its way to a webhook: all new events, or for a replay the earlier ones, up to `last`.

    `position` is the last one done; the events up to it were taken, or were not wanted. The other columns are about
    the next event, if that was tried in vain.
    """

    id = UncountableKey()
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="stretches")
    after = models.BigIntegerField()
    """The position after which it began."""
    last = models.BigIntegerField(null=True)
    """The last position of a replay; null of the stretch without end."""
    position = models.BigIntegerField()
    made_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    next_try_at = models.DateTimeField(null=True)
    failure = models.TextField(default="", blank=True)
    ended_at = models.DateTimeField(null=True)
    """Time at which a replay reached its last position, or was given up."""
    given_up = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["webhook"], condition=models.Q(last__isnull=True), name="one_stretch_without_end"
            ),
            models.UniqueConstraint(
                fields=["webhook"],
                condition=models.Q(last__isnull=False, ended_at__isnull=True),
                name="one_replay_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.webhook_id} from {self.position} to {self.last or 'whatever comes'}"


class Attempt(models.Model):
    """One try to deliver one event: a line of the log, kept for a while."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE)
    stretch = models.ForeignKey(Stretch, on_delete=models.CASCADE)
    position = models.BigIntegerField()
    event_id = models.UUIDField()
    type = models.TextField()
    at = models.DateTimeField()
    number = models.BigIntegerField()
    """Among the attempts of its webhook, from 1."""
    attempt = models.PositiveIntegerField()
    """Number of the attempt at this event, from 1."""
    took_ms = models.PositiveIntegerField()
    status = models.PositiveSmallIntegerField(null=True)
    """Status of the receiver's answer; null without an answer."""
    failure = models.TextField(default="", blank=True)
    """Reason why the event was not taken; empty if it was."""
    answer = models.TextField(default="", blank=True)
    """The beginning of the answer's body."""

    class Meta:
        indexes = [models.Index(fields=["at"], name="attempts_by_age")]
        constraints = [models.UniqueConstraint(fields=["webhook", "number"], name="attempts_of_a_webhook")]

    def __str__(self) -> str:
        return f"{self.type} at {self.position}: {self.failure or self.status}"
