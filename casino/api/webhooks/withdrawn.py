"""Webhooks whose entry an officer withdrew from the register: nothing goes to them, even if their row is in use."""

from django.db.models import Exists, OuterRef

from casino.api.webhooks.models import Webhook
from casino.web.problem import Problem
from tables.handling.models import RegisterEntry
from tables.refusal import Refused
from tables.registers.entries.kinds import WebhookEntry


def withdrawn_entry(webhook: str = "") -> Exists:
    """Return the condition that the entry of a webhook is withdrawn; `webhook` is the path to it, such as
    `webhook__`."""
    return Exists(
        RegisterEntry.objects.filter(
            casino_id=OuterRef(f"{webhook}casino_id"),
            kind=WebhookEntry.KIND,
            code=OuterRef(f"{webhook}code"),
            withdrawn=True,
        )
    )


def check_not_withdrawn(webhook: Webhook) -> None:
    """Raise Problem for a webhook that an officer withdrew: its client does not switch it on again alone."""
    if Webhook.objects.filter(withdrawn_entry(), pk=webhook.pk).exists():
        raise Problem.malformed("", Refused("webhook-withdrawn", webhook=str(webhook.pk)))
