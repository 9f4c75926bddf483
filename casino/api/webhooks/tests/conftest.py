"""A house whose feed is read, a system that subscribes to it, and a receiver that the house has allowed."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from casino.api.access.clients import create_client
from casino.api.access.scopes import ADMINISTRATION, FEED_READ
from casino.api.webhooks.models import Stretch
from casino.api.webhooks.turn import Means, take_turn
from tables.handling.models import Casino
from tables.stream.database_rights import Duty
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.officers import confirm_now, officer_of, result_of
from testkit.stream import as_service, sequence_all
from testkit.webhooks import Clock, Receiver, receiving


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "it-venezia", now=timezone.now())


@pytest.fixture
def caller(house: OpenHouse) -> Callable[..., Caller]:
    """`caller(*scopes)`: a system with a client of its own; without scopes it may read the feed."""
    casino = Casino.objects.get(pk=house.casino_id)
    usual = (FEED_READ, ADMINISTRATION)
    return lambda *scopes: Caller(create_client(name="cash", casino=casino, scopes=scopes or usual))


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["127.0.0.0/8"]
    with receiving() as found:
        yield found


class Subscriber:
    """A webhook of a system, requested over the API and confirmed by an officer."""

    def __init__(self, system: Caller, house: OpenHouse, said: dict[str, Any]) -> None:
        self.system, self.casino_id = system, house.casino_id
        self.officer = officer_of(house.casino_id)
        answer = system.post("webhooks", said, str(uuid4()))
        self.secret = confirm_now(answer, self.officer).secret
        self.id = result_of(answer)["id"]
        self.clock = Clock()
        self.keys = 0

    def turn(self, **means: Any) -> bool:
        """Seals, and gives the stretch without end a turn; whether there is more for it at once."""
        sequence_all(self.casino_id)
        live = Stretch.objects.get(webhook=self.id, last=None)
        with as_service(Duty.WEBHOOKS):
            return take_turn(live.pk, Means(now=self.clock, chance=lambda: 0.5, **means))

    def replay(self, first: int, last: int) -> Any:
        """Asks for a range once more, and gives it a turn; what it answered."""
        asked = self.post("replays", {"first": first, "last": last})
        assert asked.status_code == 201, asked.content
        replay = json.loads(asked.content)
        with as_service(Duty.WEBHOOKS):
            take_turn(replay["id"], Means(now=self.clock))
        return replay

    def position(self) -> int:
        """How far it has come, without asking the API, which counts who asks."""
        return Stretch.objects.get(webhook=self.id, last=None).position

    def state(self) -> Any:
        return json.loads(self.system.get(f"webhooks/{self.id}").content)

    def log(self) -> Any:
        """Its attempts, the newest first."""
        return json.loads(self.system.get(f"webhooks/{self.id}/attempts").content)["attempts"]

    def change_secret(self, **body: int) -> str:
        """Request a new secret, have an officer confirm it, and return it as the officer sees it."""
        return confirm_now(self.post("secret", body), self.officer).secret

    def post(self, what: str, body: Any) -> Any:
        self.keys += 1
        return self.system.post(f"webhooks/{self.id}/{what}", body, f"{what}-{self.keys}")


@pytest.fixture
def subscribe(system: Caller, house: OpenHouse, receiver: Receiver) -> Callable[..., Subscriber]:
    """`subscribe(after=0, ...)`: the receiver subscribed to the feed, from its beginning if nothing else is said."""
    return lambda **said: Subscriber(system, house, {"url": receiver.url, "after": 0, **said})
