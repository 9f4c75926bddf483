"""Keys that leave the installation are drawn by chance, and never overwrite a row."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import FEED_READ
from casino.api.models import ApiClient
from casino.api.webhooks.models import Stretch, Webhook
from casino.kit.uncountable import LEAST_KEY, MOST_KEYS, UncountableKey, new_key
from casino.people.models import Person, Role
from casino.seats.models import SeatScreen
from tables.handling.models import Casino
from testkit.people import engage

LEAVE_THE_INSTALLATION = (ApiClient, Person, SeatScreen, Stretch, Webhook)


def test_keys_are_of_one_length_and_in_no_order() -> None:
    keys = [new_key() for _ in range(100)]
    assert all(LEAST_KEY <= key < LEAST_KEY + MOST_KEYS for key in keys)
    assert len(set(keys)) == 100 and keys != sorted(keys)


@pytest.mark.parametrize("model", LEAVE_THE_INSTALLATION, ids=lambda model: model.__name__)
def test_every_row_that_leaves_the_installation_has_such_a_key(model: type[Person]) -> None:
    assert isinstance(model._meta.pk, UncountableKey)


@pytest.mark.django_db
def test_a_key_that_is_taken_overwrites_nobody(casino_id: int) -> None:
    there = engage(Role.PIT_BOSS, casino_id=casino_id)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person(pk=there.pk, casino_id=casino_id, username="bea", role=Role.PIT_BOSS).save()
    assert Person.objects.get(pk=there.pk).username == there.username


@pytest.mark.django_db
def test_clients_and_webhooks_of_two_casinos_are_not_counted_together(casino_id: int) -> None:
    keys = []
    for number in (casino_id, casino_id + 1):
        casino = Casino.objects.create(id=number, name=f"Casino {number}")
        client = create_client(name="feed", casino=casino, scopes=[FEED_READ]).client
        webhook = Webhook.objects.create(
            casino_id=number, client=client, url="https://a.example", types=[], made_at=timezone.now()
        )
        keys += [client.pk, webhook.pk]
    assert all(key >= LEAST_KEY for key in keys)
