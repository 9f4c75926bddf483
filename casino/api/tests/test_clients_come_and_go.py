"""Clients are listed, given new secrets and revoked on the house's machine; what was theirs ends at once."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.api.access.clients import NewClient, create_client, revoke_client
from casino.api.access.scopes import ADMINISTRATION, FEED_READ, TABLES_READ
from casino.api.models import ApiClient
from casino.api.webhooks.models import Webhook
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.officers import confirm_now, officer_of

pytestmark = pytest.mark.django_db


def printed(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def listed(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed("list_api_clients", *arguments).splitlines()]


def signed_in(client_id: str, secret: str) -> int:
    form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}
    return Client().post("/oauth/token/", form).status_code


def test_clients_are_listed_without_their_secrets(register: Callable[..., NewClient], casino: Casino) -> None:
    display, desk = register(FEED_READ, name="display"), register(TABLES_READ, FEED_READ, name="cash-desk")
    other = Casino.objects.create(id=casino.pk + 1, name="Another")
    elsewhere = create_client(name="elsewhere", casino=other, scopes=[FEED_READ])
    found = listed("--casino", str(casino.pk))
    assert [(client["name"], client["client_id"], client["scopes"]) for client in found] == [
        ("cash-desk", desk.client.client_id, [TABLES_READ, FEED_READ]),
        ("display", display.client.client_id, [FEED_READ]),
    ]
    assert elsewhere.client.client_id in [client["client_id"] for client in listed()]
    stored = ApiClient.objects.get(pk=desk.client.pk).client_secret
    assert not any(secret in printed("list_api_clients") for secret in (desk.secret, stored))


def test_a_new_secret_is_printed_once_and_the_old_one_ends_with_its_tokens(
    caller: Callable[..., Caller], register: Callable[..., NewClient]
) -> None:
    made = register(name="cash-desk")
    system = Caller(made)
    assert system.get("rulebooks").status_code == 200
    renewed = json.loads(printed("renew_api_client_secret", "cash-desk"))
    assert (renewed["client_id"], renewed["name"]) == (made.client.client_id, "cash-desk")
    assert system.get("rulebooks").status_code == 401
    assert signed_in(made.client.client_id, made.secret) == 401
    assert signed_in(made.client.client_id, renewed["client_secret"]) == 200
    assert renewed["client_secret"] not in ApiClient.objects.get(pk=made.client.pk).client_secret


def test_a_revoked_client_is_let_in_no_more(register: Callable[..., NewClient]) -> None:
    made, other = register(name="cash-desk"), register(name="display")
    system, display = Caller(made), Caller(other)
    said = printed("revoke_api_client", made.client.client_id)
    assert "cash-desk" in said
    assert system.get("rulebooks").status_code == 401
    assert signed_in(made.client.client_id, made.secret) == 401
    assert display.get("rulebooks").status_code == 200
    assert [client["name"] for client in listed()] == ["display"]
    (gone,) = [client for client in listed("--revoked") if client["name"] == "cash-desk"]
    assert gone["revoked_at"] is not None
    printed("revoke_api_client", made.client.client_id)
    assert listed("--revoked").count(gone) == 1
    with pytest.raises(CommandError, match="was revoked; make a new client"):
        printed("renew_api_client_secret", made.client.client_id)


def test_a_token_that_was_made_while_its_client_was_revoked_lets_nobody_in(
    register: Callable[..., NewClient],
) -> None:
    """A token may be stored a moment after the client's others were deleted."""
    made = register()
    system = Caller(made)
    ApiClient.objects.filter(pk=made.client.pk).update(revoked_at=timezone.now())
    assert system.get("rulebooks").status_code == 401


def test_its_webhooks_bring_nothing_more(caller: Callable[..., Caller], settings: Settings) -> None:
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["127.0.0.1"]
    system = caller(FEED_READ, ADMINISTRATION)
    asked = system.post("webhooks", {"url": "http://127.0.0.1:9/feed"})
    confirm_now(asked, officer_of(system.client.casino_id))
    revoke_client(system.client, timezone.now())
    webhook = Webhook.objects.get(client=system.client)
    assert webhook.disabled_at is not None
    assert "was revoked" in webhook.why_disabled


def test_a_client_that_is_none_or_one_of_several_is_one_message(register: Callable[..., NewClient]) -> None:
    first, second = register(name="display"), register(name="display")
    register(name="cash-desk")
    for command in ("renew_api_client_secret", "revoke_api_client"):
        with pytest.raises(
            CommandError, match=r"till: no client in use .* there are cash-desk, display, display"
        ):
            printed(command, "till")
        with pytest.raises(CommandError, match="several clients have that name") as several:
            printed(command, "display")
        assert first.client.client_id in str(several.value)
        assert second.client.client_id in str(several.value)
        with pytest.raises(CommandError, match="no client in use"):
            printed(command, "a\0b")
    assert not ApiClient.objects.exclude(revoked_at=None).exists()
