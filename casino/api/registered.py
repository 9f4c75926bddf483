"""Clients and webhooks of the API as the casino's registers have them: their rows follow each change of an entry."""

from datetime import datetime
from secrets import token_hex
from typing import Any

from django.db import transaction
from oauth2_provider.generators import generate_client_secret

from casino.api.access.clients import create_client, end_tokens, revoke_client
from casino.api.models import ApiClient
from casino.api.webhooks.disabling import disable, enable
from casino.api.webhooks.models import Stretch, Webhook
from casino.api.webhooks.signing import change_secret, kept
from casino.kit.delivery.secrets import new_secret
from tables.handling import Actor
from tables.handling.aggregates.register import BEGINNING
from tables.handling.models import Casino
from tables.handling.projections.register_entries import entries_of
from tables.handling.registers import declare, issue_secret, note_secret, withdraw
from tables.registers.entries.kinds import ClientEntry, WebhookEntry
from tables.registers.entries.reading import read_stored
from tables.registers.entries.state import Entry
from tables.stream import feed_position

WITHDRAWN = "it was withdrawn from the register"


def follow_client(casino_id: int, entry: Entry, now: datetime) -> None:
    """Give the client the name and the scopes of its entry. Nobody knows a secret until one is issued."""
    wanted = read_stored(ClientEntry, entry.values)
    client = ApiClient.objects.select_for_update().filter(casino_id=casino_id, code=entry.code).first()
    if client is None:
        casino = Casino.objects.get(pk=casino_id)
        create_client(name=wanted.name, casino=casino, scopes=wanted.scopes, code=entry.code)
        return
    if entry.withdrawn:
        revoke_client(client, now)
        return
    scopes = list(wanted.scopes)
    if client.revoked_at is not None:
        # A client that comes back needs a new secret: nobody can use the old one.
        client.revoked_at, client.client_secret = None, generate_client_secret()
    elif (client.name, client.scopes) == (wanted.name, scopes):
        return
    elif client.scopes != scopes:
        end_tokens(client)
    client.name, client.scopes = wanted.name, scopes
    client.save()


def keep_client_secret(casino_id: int, entry: Entry, secret: str) -> None:
    """Store the new secret, and end every token of the earlier secret."""
    client = ApiClient.objects.select_for_update().get(casino_id=casino_id, code=entry.code)
    client.client_secret = secret
    client.save(update_fields=["client_secret", "updated"])
    end_tokens(client)


def client_id_of(casino_id: int, code: str) -> str:
    """Return the id by which a registered client signs in; empty if there is none."""
    found = ApiClient.objects.filter(casino_id=casino_id, code=code)
    return str(found.values_list("client_id", flat=True).first() or "")


def older_clients(casino_id: int) -> dict[str, dict[str, Any]]:
    """Return clients that were made before there was a register, by code."""
    made = ApiClient.objects.filter(casino_id=casino_id, revoked_at=None).order_by("code")
    return {client.code: {"name": client.name, "scopes": list(client.scopes)} for client in made}


def register_client(
    casino_id: int, code: str, name: str, scopes: list[str], *, by: Actor, now: datetime
) -> tuple[ApiClient, str]:
    """Register a client and return it with its secret, which is readable only now. Raises EntryRefused."""
    with transaction.atomic():
        declare(casino_id, ClientEntry.KIND, code, {"name": name, "scopes": scopes}, by=by, now=now)
        secret = issue_secret(casino_id, ClientEntry.KIND, code, by=by, now=now).secret
        return ApiClient.objects.get(casino_id=casino_id, code=code), secret


def renew_client_secret(client: ApiClient, *, by: Actor, now: datetime) -> str:
    """Return a new secret for a client of the register, and end the old one with all its tokens."""
    _begin(client, by, now)
    return issue_secret(client.casino_id, ClientEntry.KIND, client.code, by=by, now=now).secret


def withdraw_client(client: ApiClient, *, by: Actor, now: datetime) -> None:
    """Refuse the client from now on, and stop its webhooks. A second call changes nothing."""
    with transaction.atomic():
        for webhook in entries_of(client.casino_id, WebhookEntry.KIND, withdrawn=False):
            if webhook.values["client"] == client.code:
                withdraw(client.casino_id, WebhookEntry.KIND, webhook.code, by=by, now=now)
        if client.revoked_at is None:
            _begin(client, by, now)
            withdraw(client.casino_id, ClientEntry.KIND, client.code, by=by, now=now)


def _begin(client: ApiClient, by: Actor, now: datetime) -> None:
    """Enter a client older than the register into it as it is."""
    values = {"name": client.name, "scopes": list(client.scopes)}
    declare(client.casino_id, ClientEntry.KIND, client.code, values, by=by, now=now)


def follow_webhook(casino_id: int, entry: Entry, now: datetime) -> None:
    """Give the webhook the values of its entry.

    It begins with the newest event, and goes on from its last position when it comes back.
    """
    wanted = read_stored(WebhookEntry, entry.values)
    client = ApiClient.objects.get(casino_id=casino_id, code=wanted.client)
    if entry.withdrawn and not Webhook.objects.filter(casino_id=casino_id, code=entry.code).exists():
        return  # its client has ended it, and nothing is left to disable
    columns = {"client": client, "url": wanted.url, "types": list(wanted.types), "table": wanted.table}
    webhook = Webhook.objects.select_for_update().filter(casino_id=casino_id, code=entry.code).first()
    if webhook is None:
        webhook = Webhook.objects.create(
            casino_id=casino_id, code=entry.code, secret=kept(new_secret()), made_at=now, **columns
        )
        after = feed_position(casino_id)
        Stretch.objects.create(webhook=webhook, after=after, position=after, made_at=now)
    else:
        Webhook.objects.filter(pk=webhook.pk).update(**columns)
    if entry.withdrawn:
        disable(webhook, WITHDRAWN, now)
    elif webhook.why_disabled == WITHDRAWN:
        enable(webhook, None)


def register_webhook(
    client: ApiClient, *, url: str, types: list[str], table: str, by: Actor, now: datetime
) -> tuple[Webhook, str]:
    """Register a webhook for its client, and return it with its secret. Raises EntryRefused.

    The secret is readable only now.
    """
    values = {"client": client.code, "url": url, "types": types, "table": table}
    code = _new_webhook_code(client)
    with transaction.atomic():
        declare(client.casino_id, WebhookEntry.KIND, code, values, by=by, now=now)
        secret = issue_secret(client.casino_id, WebhookEntry.KIND, code, by=by, now=now).secret
        return Webhook.objects.get(casino_id=client.casino_id, code=code), secret


def end_webhook(webhook: Webhook, *, by: Actor, now: datetime) -> None:
    """Delete the webhook's row and withdraw its entry, in the caller's transaction."""
    begin_webhook(webhook, now)
    casino_id, code = webhook.casino_id, webhook.code
    webhook.delete()
    withdraw(casino_id, WebhookEntry.KIND, code, by=by, now=now)


def renew_webhook_secret(webhook: Webhook, previous_until: datetime, *, by: Actor, now: datetime) -> str:
    """Return a new secret; the old one signs as well until `previous_until`. Runs in the caller's transaction."""
    begin_webhook(webhook, now)
    secret = change_secret(webhook, previous_until)
    webhook.save(update_fields=["secret", "previous_secret", "previous_until"])
    note_secret(webhook.casino_id, WebhookEntry.KIND, webhook.code, secret, by=by, now=now)
    return secret


def begin_webhook(webhook: Webhook, now: datetime) -> None:
    """Enter a webhook that its client made before the register existed into it as it is."""
    if webhook.code:
        return
    webhook.code = _new_webhook_code(webhook.client)
    webhook.save(update_fields=["code"])
    values = {
        "client": webhook.client.code,
        "url": webhook.url,
        "types": list(webhook.types),
        "table": webhook.table,
    }
    declare(webhook.casino_id, WebhookEntry.KIND, webhook.code, values, by=Actor(**BEGINNING), now=now)


def _new_webhook_code(client: ApiClient) -> str:
    return f"{client.code[:40]}-{token_hex(4)}"


def keep_webhook_secret(casino_id: int, entry: Entry, secret: str) -> None:
    Webhook.objects.filter(casino_id=casino_id, code=entry.code).update(
        secret=kept(secret), previous_secret="", previous_until=None
    )
