"""Wrong secrets at /oauth/token/ are limited before they cost anything, and shut nobody else out."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.test import Client
from pytest_django import Settings

from casino.api.access import secrets as wrong_secrets
from casino.api.access.clients import NewClient
from casino.api.access.secrets import is_quick
from casino.api.models import ApiClient

pytestmark = pytest.mark.django_db

MOST_OF_BOTH = wrong_secrets.OF_A_CLIENT_AT_AN_ADDRESS.amount
MOST_OF_ONE = wrong_secrets.OF_AN_ADDRESS.amount
QUICK = "casino.api.access.secrets.ClientSecretHasher"


class SlowHasher(PBKDF2PasswordHasher):
    """Stands for the slow hash by which secrets were stored; says how often it was worked out."""

    algorithm = "slow_hash_of_a_test"
    iterations = 1
    worked_out = 0

    def verify(self, password: str, encoded: str) -> bool:
        SlowHasher.worked_out += 1
        return super().verify(password, encoded)


@pytest.fixture(autouse=True)
def nothing_was_tried() -> Iterator[None]:
    wrong_secrets.forget_all()
    yield
    wrong_secrets.forget_all()


@pytest.fixture
def stored_slowly(settings: Settings, register: Callable[..., NewClient]) -> Callable[[], NewClient]:
    """A client whose secret is stored as every secret once was."""
    settings.PASSWORD_HASHERS = [f"{__name__}.SlowHasher", QUICK]
    SlowHasher.worked_out = 0

    def made() -> NewClient:
        new = register()
        ApiClient.objects.filter(pk=new.client.pk).update(client_secret=make_password(new.secret))
        return new

    return made


def asked(client_id: str, secret: str, address: str = "10.0.0.1") -> Any:
    form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}
    return Client().post("/oauth/token/", form, REMOTE_ADDR=address)


def statuses(times: int, client_id: str, secret: str = "guess", address: str = "10.0.0.1") -> list[int]:
    return [asked(client_id, secret, address).status_code for _ in range(times)]


def test_wrong_secrets_are_refused_before_they_are_hashed(
    stored_slowly: Callable[[], NewClient], problem: Callable[..., Any]
) -> None:
    made = stored_slowly()
    assert statuses(MOST_OF_BOTH + 5, made.client.client_id) == [401] * MOST_OF_BOTH + [429] * 5
    assert SlowHasher.worked_out == MOST_OF_BOTH
    refused = asked(made.client.client_id, "guess")
    assert problem(refused)["type"] == "urn:permanence:problem:too-many-requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["Retry-After"] in problem(refused)["detail"]


def test_wrong_secrets_of_one_address_are_bounded_over_all_clients(
    stored_slowly: Callable[[], NewClient],
) -> None:
    clients = [stored_slowly() for _ in range(MOST_OF_ONE // MOST_OF_BOTH + 2)]
    answers = [status for made in clients for status in statuses(MOST_OF_BOTH, made.client.client_id)]
    assert (answers.count(401), SlowHasher.worked_out) == (MOST_OF_ONE, MOST_OF_ONE)
    assert statuses(1, "nobody") == [429]
    assert statuses(1, clients[-1].client.client_id, address="10.0.0.2") == [401]


def test_wrong_secrets_of_one_client_are_bounded_over_all_addresses(
    stored_slowly: Callable[[], NewClient],
) -> None:
    made = stored_slowly()
    answers = [
        status
        for host in range(wrong_secrets.OF_A_CLIENT.amount + 3)
        for status in statuses(1, made.client.client_id, address=f"10.0.1.{host}")
    ]
    assert answers == [401] * wrong_secrets.OF_A_CLIENT.amount + [429] * 3
    assert SlowHasher.worked_out == wrong_secrets.OF_A_CLIENT.amount


def test_addresses_of_one_network_of_ipv6_count_as_one() -> None:
    answers = [
        status
        for host in range(MOST_OF_ONE + 1)
        for status in statuses(1, "nobody", address=f"2001:db8::{host:x}")
    ]
    assert answers == [401] * MOST_OF_ONE + [429]
    assert statuses(1, "nobody", address="2001:db8:0:1::1") == [401]


def test_nobody_locks_out_a_client_that_has_its_secret(register: Callable[..., NewClient]) -> None:
    made, another = register(), register()
    statuses(MOST_OF_ONE + 1, another.client.client_id)
    statuses(MOST_OF_BOTH + 1, made.client.client_id)
    assert statuses(2, made.client.client_id) == [429] * 2
    assert statuses(3, made.client.client_id, made.secret) == [200] * 3
    assert statuses(1, another.client.client_id, another.secret) == [200]


def test_a_right_secret_uses_up_no_try(stored_slowly: Callable[[], NewClient]) -> None:
    clients = [stored_slowly() for _ in range(MOST_OF_ONE + 1)]
    assert {asked(made.client.client_id, made.secret).status_code for made in clients} == {200}


def test_a_secret_stored_slowly_is_stored_quickly_once_it_was_right(
    stored_slowly: Callable[[], NewClient],
) -> None:
    made = stored_slowly()
    assert statuses(1, made.client.client_id) == [401]
    assert SlowHasher.worked_out == 1
    assert statuses(3, made.client.client_id, made.secret) == [200] * 3
    assert SlowHasher.worked_out == 2
    kept = ApiClient.objects.get(pk=made.client.pk)
    assert is_quick(kept.client_secret)
    assert made.secret not in kept.client_secret
    assert statuses(1, made.client.client_id) == [401]


def test_a_refusal_says_nothing_of_the_secret(register: Callable[..., NewClient]) -> None:
    made = register()
    statuses(MOST_OF_BOTH, made.client.client_id)
    refused = asked(made.client.client_id, "a-guess-of-mine")
    assert "a-guess-of-mine" not in json.dumps(json.loads(refused.content))
