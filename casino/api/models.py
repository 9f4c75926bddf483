"""The clients of the API, and the stored answers under their idempotency keys."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from oauth2_provider.models import AbstractApplication

from casino.kit.uncountable import UncountableKey
from tables.handling.models import Casino


class ApiClient(AbstractApplication):  # type: ignore[misc]
    """A system that signs in with OAuth 2 client credentials. It belongs to one casino and sees nothing of others."""

    id = UncountableKey(auto_created=False, verbose_name=None)
    casino = models.ForeignKey(Casino, on_delete=models.PROTECT)
    code = models.CharField(max_length=50)
    """Code of the client in the register of the casino."""
    scopes = ArrayField(models.CharField(max_length=32))
    """Scopes that its tokens may carry, of casino.api.access.scopes.SCOPES."""
    revoked_at = models.DateTimeField(null=True)
    """Time of revocation: from then on the secret and all tokens of the client are refused."""

    def is_usable(self, request: Any) -> bool:
        """Return True if it may have tokens and use them; OAuth calls it for its secret, and for each of its tokens."""
        return self.revoked_at is None and super().is_usable(request)

    class Meta(AbstractApplication.Meta):  # type: ignore[misc]
        verbose_name = "API client"
        constraints = [models.UniqueConstraint(fields=["casino", "code"], name="one_client_of_a_code")]


class FirstAnswer(models.Model):
    """The first answer under an idempotency key of a client, kept until `expires_at`.

    It is stored in one transaction with the effect of the request, so that nobody finds half of it.
    """

    casino_id = models.BigIntegerField()
    client = models.ForeignKey(ApiClient, on_delete=models.CASCADE)
    key = models.CharField(max_length=255)
    request_hash = models.BinaryField()
    """HMAC-SHA-256, by the secret key, of the request: method, address and body."""
    status = models.PositiveSmallIntegerField(null=True)
    """Null only while its own transaction works it out; nobody else sees that."""
    body = models.BinaryField(default=b"")
    expires_at = models.DateTimeField()
    pk = models.CompositePrimaryKey("casino_id", "client_id", "key")

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="first_answers_by_expiry")]

    def __str__(self) -> str:
        return f"{self.client_id} {self.key}: {self.status}"


class WaitingRequest(models.Model):
    """A client's request for an act of administration, which waits until an officer confirms it on a screen.

    It is locked first by a decision about it, so that one officer alone decides.
    """

    PENDING, DONE, REFUSED = "pending", "done", "refused"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    casino_id = models.BigIntegerField()
    client = models.ForeignKey(ApiClient, on_delete=models.CASCADE)
    operation = models.CharField(max_length=60)
    """The way to carry it out (`waiting/operations.py`)."""
    act = models.CharField(max_length=60)
    """The name of the act in `casino/people/acts.py`."""
    asked = models.JSONField()
    """The arguments of the operation. Never a PIN, a password or a secret."""
    seen_version = models.BigIntegerField(null=True)
    """The version of the entry that the request was meant for, where it named one."""
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=10, default=PENDING)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=200, default="")
    """Reason of the officer's refusal."""
    result = models.JSONField(null=True)
    """Result, as the operation describes it."""

    class Meta:
        indexes = [
            models.Index(fields=["casino_id", "state", "asked_at"], name="waiting_requests_by_state"),
            models.Index(fields=["expires_at"], name="waiting_requests_by_expiry"),
        ]

    def __str__(self) -> str:
        return f"{self.act} asked by client {self.client_id}: {self.state}"
