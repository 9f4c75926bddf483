"""Signatures by Standard Webhooks: with the secret, and for a while after it was changed with the old one as well."""

from collections.abc import Iterator
from datetime import datetime

from standardwebhooks.webhooks import Webhook as Signer

from casino.api.webhooks.models import Webhook
from casino.kit.delivery.secrets import new_secret
from casino.kit.encryption import Unreadable, decrypted, encrypted


def kept(secret: str) -> str:
    return encrypted(secret.encode()).decode()


def signed_headers(webhook: Webhook, message_id: str, body: str, at: datetime) -> dict[str, str]:
    """Return the three headers of Standard Webhooks for a body sent at a time in UTC. Raises Unreadable."""
    signatures = [Signer(secret).sign(message_id, at, body) for secret in _secrets_at(webhook, at)]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def change_secret(webhook: Webhook, previous_until: datetime) -> str:
    """Give a webhook another secret, which is returned; the one that it had signs as well until then."""
    secret = new_secret()
    webhook.previous_secret, webhook.previous_until = webhook.secret, previous_until
    try:
        decrypted(webhook.secret.encode())
    except Unreadable:
        webhook.previous_secret, webhook.previous_until = "", None
    webhook.secret = kept(secret)
    return secret


def _secrets_at(webhook: Webhook, at: datetime) -> Iterator[str]:
    yield decrypted(webhook.secret.encode()).decode()
    if webhook.previous_until is not None and at < webhook.previous_until:
        yield decrypted(webhook.previous_secret.encode()).decode()
