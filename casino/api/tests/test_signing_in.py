"""Clients sign in with OAuth 2 client credentials, and with nothing else."""

import base64
import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import get_access_token_model

from casino.api.access.scopes import ADMINISTRATION, SCOPES
from casino.api.models import ApiClient, FirstAnswer
from casino.api.tasks import forget_what_expired
from tables.handling.models import Casino

pytestmark = pytest.mark.django_db


def created(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("create_api_client", *arguments, stdout=out)
    (line,) = out.getvalue().splitlines()
    made: dict[str, Any] = json.loads(line)
    return made


def token(client: Client, credentials: dict[str, Any], **asked: str) -> Any:
    return client.post(
        "/oauth/token/",
        {
            "grant_type": "client_credentials",
            "client_id": credentials["client_id"],
            "client_secret": credentials["client_secret"],
            **asked,
        },
    )


@pytest.mark.django_db(transaction=True)
def test_a_client_that_was_made_signs_in_and_reads_over_http(live_server: Any, casino: Casino) -> None:
    made = created("cash-desk", "--scope", "tables:read", "--casino", str(casino.pk))
    basic = base64.b64encode(f"{made['client_id']}:{made['client_secret']}".encode()).decode()
    body = urlencode({"grant_type": "client_credentials"}).encode()
    asked = Request(f"{live_server.url}/oauth/token/", body, {"Authorization": f"Basic {basic}"})
    with urlopen(asked) as response:
        answer = json.load(response)
    assert answer["token_type"] == "Bearer"
    assert answer["expires_in"] <= 900
    bearer = {"Authorization": f"Bearer {answer['access_token']}"}
    with urlopen(Request(f"{live_server.url}/api/v1/rulebooks", headers=bearer)) as response:
        assert "it-venezia" in [book["id"] for book in json.load(response)["rulebooks"]]
        assert response.headers["Set-Cookie"] is None
    with pytest.raises(HTTPError) as turned_away:
        urlopen(f"{live_server.url}/api/v1/rulebooks")
    with turned_away.value as response:
        assert response.status == 401
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_client_belongs_to_its_casino_and_has_the_scopes_it_was_made_with(
    client: Client, casino: Casino
) -> None:
    made = created("displays", "--scope", "feed:read", "--scope", "tables:read", "--casino", str(casino.pk))
    kept = ApiClient.objects.get(client_id=made["client_id"])
    assert (kept.casino, kept.scopes) == (casino, ["feed:read", "tables:read"])
    assert json.loads(token(client, made).content)["scope"].split() == ["feed:read", "tables:read"]
    assert json.loads(token(client, made, scope="feed:read").content)["scope"] == "feed:read"
    refused = token(client, made, scope="cash:write")
    assert (refused.status_code, json.loads(refused.content)) == (400, {"error": "invalid_scope"})


def test_every_scope_can_be_given_in_one_go(casino: Casino) -> None:
    given = [scope for scope in SCOPES if scope != ADMINISTRATION]
    assert created("all", "--scope", *given, "--casino", str(casino.pk))["scopes"] == given


def test_no_command_grants_the_scope_of_administration(casino: Casino) -> None:
    with pytest.raises(CommandError, match="granted by two officers on a screen"):
        created("all", "--scope", *SCOPES, "--casino", str(casino.pk))
    assert not ApiClient.objects.exists()


def test_secret_and_token_are_stored_unreadably(client: Client, casino: Casino) -> None:
    made = created("cash-desk", "--scope", "tables:read", "--casino", str(casino.pk))
    given = json.loads(token(client, made).content)["access_token"]
    assert made["client_secret"] not in ApiClient.objects.get(client_id=made["client_id"]).client_secret
    kept = get_access_token_model().objects.get(application__client_id=made["client_id"])
    assert kept.token == ""
    assert given not in kept.token_checksum


WRONG = {
    "an unknown scope": (
        ("x", "--scope", "tables:burn"),
        "tables:burn: no such scope; there are tables:read, ",
    ),
    "an unknown casino": (("x", "--scope", "feed:read", "--casino", "7"), "7: no such casino; there are "),
    "no name": ((" ", "--scope", "feed:read"), "a client has a name"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_client_that_cannot_be_made_is_one_message(case: str, casino: Casino) -> None:
    arguments, message = WRONG[case]
    with pytest.raises(CommandError, match=message):
        created(*arguments)
    assert not ApiClient.objects.exists()


def test_among_several_casinos_one_has_to_be_named(casino: Casino) -> None:
    assert created("of the only one", "--scope", "feed:read")["casino"] == casino.pk
    Casino.objects.create(id=casino.pk + 1, name="Another")
    with pytest.raises(CommandError, match="say with --casino whose client it is"):
        created("of which?", "--scope", "feed:read")


GRANTS = [
    "password",
    "authorization_code",
    "refresh_token",
    "implicit",
    "urn:ietf:params:oauth:grant-type:device_code",
]


@pytest.mark.parametrize("grant", GRANTS)
def test_no_other_grant_is_known(grant: str, client: Client, register: Callable[..., Any]) -> None:
    made, secret = register()
    asked = {"client_id": made.client_id, "client_secret": secret}
    refused = token(client, asked, grant_type=grant, username="a", password="b", code="c", refresh_token="d")
    assert refused.status_code == 400
    assert json.loads(refused.content) == {"error": "unsupported_grant_type"}


@pytest.mark.parametrize("path", ["authorize/", "applications/", "introspect/", "revoke_token/", "register/"])
def test_no_other_address_of_oauth_is_there(path: str, client: Client) -> None:
    assert client.get(f"/oauth/{path}").status_code == 404


@pytest.mark.parametrize("id_", ["nobody", "a\0b", ""])
def test_an_unknown_client_is_turned_away(id_: str, client: Client, db: None) -> None:
    refused = token(client, {"client_id": id_, "client_secret": "guess"})
    assert (refused.status_code, json.loads(refused.content)) == (401, {"error": "invalid_client"})


def test_a_token_is_asked_for_with_post(client: Client, problem: Callable[..., Any]) -> None:
    answer = client.get("/oauth/token/")
    assert (problem(answer)["status"], answer.headers["Allow"]) == (405, "POST")


def test_a_wrong_secret_is_turned_away(client: Client, register: Callable[..., Any]) -> None:
    refused = token(client, {"client_id": register().client.client_id, "client_secret": "guess"})
    assert (refused.status_code, json.loads(refused.content)) == (401, {"error": "invalid_client"})


def test_an_expired_token_is_none(caller: Callable[..., Any], problem: Callable[..., Any]) -> None:
    system = caller()
    assert system.get("rulebooks").status_code == 200
    get_access_token_model().objects.update(expires=timezone.now() - timedelta(seconds=1))
    response = system.get("rulebooks")
    assert problem(response)["status"] == 401
    assert 'error="invalid_token"' in response.headers["WWW-Authenticate"]


def test_a_token_counts_only_in_its_header(
    caller: Callable[..., Any], client: Client, problem: Callable[..., Any]
) -> None:
    system = caller()
    assert problem(client.get(f"/api/v1/rulebooks?access_token={system.token}"))["status"] == 401


def test_screen_session_is_refused_by_the_api(
    client: Client, colleague: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    from casino.people.models import Role

    client.force_login(colleague(Role.ADMINISTRATOR))
    assert problem(client.get("/api/v1/rulebooks"))["status"] == 401


def test_a_token_without_the_scope_is_told_which(
    caller: Callable[..., Any], problem: Callable[..., Any], published: Any
) -> None:
    system = caller("feed:read")
    for response in (
        system.get("rulebooks"),
        system.get("rulebooks/it-venezia/bets"),
        system.settle(published),
    ):
        found = problem(response)
        assert (found["status"], "tables:read" in found["detail"]) == (403, True)


def test_expired_answers_and_tokens_are_deleted(caller: Callable[..., Any], published: Any) -> None:
    early, late = caller(), caller()
    early.settle(published)
    late.settle(published)
    past = timezone.now() - timedelta(seconds=1)
    FirstAnswer.objects.filter(client=early.client).update(expires_at=past)
    get_access_token_model().objects.filter(application=early.client).update(expires=past)
    forget_what_expired()
    assert [kept.client for kept in FirstAnswer.objects.all()] == [late.client]
    assert [kept.application for kept in get_access_token_model().objects.all()] == [late.client]
