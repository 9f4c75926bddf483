"""Readers over MQTT from the broker to the record: real gateways on the test's database, TLS, and a takeover."""

import asyncio
import json
import signal
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tables.handling.models import WheelReader
from tables.handling.streams import reader_stream
from tables.stream import read_stream
from tables.wheels.models import ReaderLease
from tables.wheels.tests.gateways import Gateways, TurningWheel
from testkit.house import OpenHouse
from testkit.mosquitto import Mosquitto
from testkit.stream import wait_until

pytestmark = pytest.mark.servers
TOPIC = "wheels/{reader}"


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now() - timedelta(minutes=1))


@pytest.fixture
def gateways(house: OpenHouse, tmp_path: Path, broker: Mosquitto) -> Iterator[Gateways]:
    """Gateways for a reader that publishes JSON observations at the broker."""
    with TurningWheel() as wheel, Gateways(house, tmp_path, wheel) as gateways:
        readers = WheelReader.objects.filter(casino_id=house.casino_id)
        url = f"mqtts://localhost:{broker.tls}/{TOPIC}"
        readers.update(url=url, protocol="observations", options={})
        yield gateways


def settings_of(broker: Mosquitto) -> dict[str, str]:
    return {
        "WHEEL_READER_ADDRESSES": "127.0.0.0/8,::1",
        "WHEEL_MQTT_BROKERS": f"mqtts://localhost:{broker.tls}",
        "WHEEL_MQTT_CA": f"{broker.folder}/authority.pem",
        "WHEEL_MQTT_CERTIFICATE": f"{broker.folder}/gateway.pem",
        "WHEEL_MQTT_KEY": f"{broker.folder}/gateway.key",
    }


def publish(house: OpenHouse, broker: Mosquitto, *messages: dict[str, Any]) -> None:
    async def all_of_them() -> None:
        async with broker.publisher() as publisher:
            for message in messages:
                await publisher.publish(f"wheels/{house.reader}", json.dumps(message), qos=1)

    asyncio.run(all_of_them())


def game(number: int, of: int) -> list[dict[str, Any]]:
    """The messages of a game. With a time of its own a number is not in doubt that comes at once on a connection."""
    now = timezone.now().isoformat()
    return [
        {"kind": "ball_launched", "game": of, "observed_at": now},
        {"kind": "bets_closed", "game": of, "observed_at": now},
        {"kind": "result", "game": of, "number": number, "observed_at": now},
    ]


def coups(house: OpenHouse) -> list[tuple[int, int]]:
    return [(past.coup, past.number) for past in house.state.past]


def wait_for_lease(house: OpenHouse, gateways: Gateways, name: str, lease: int) -> None:
    """Wait until this gateway listens to the topic under this lease."""
    of_house = ReaderLease.objects.filter(casino_id=house.casino_id, reader=house.reader, lease=lease)
    mine = of_house.filter(holder__endswith=str(gateways.spool(name)))
    wait_until(mine.exists, f"{name} holds lease {lease}")
    wait_until(lambda: lease in gateways.leases_heard(), f"{name} is connected to the broker")


def test_game_published_over_tls_is_a_coup_of_the_table_once(
    house: OpenHouse, gateways: Gateways, broker: Mosquitto
) -> None:
    gateways.start("one", **settings_of(broker))
    wait_for_lease(house, gateways, "one", 1)
    # The device has no acknowledgement for the last message, and sends it again.
    first = game(17, 1)
    publish(house, broker, *first, first[-1])
    wait_until(lambda: coups(house), "the table has the number")
    publish(house, broker, *game(22, 2))
    wait_until(lambda: len(coups(house)) == 2, "the table has the next number")
    assert coups(house) == [(1, 17), (2, 22)]


def test_gateway_that_takes_a_topic_over_makes_each_number_one_coup(
    house: OpenHouse, gateways: Gateways, broker: Mosquitto
) -> None:
    gateways.start("one", **settings_of(broker))
    wait_for_lease(house, gateways, "one", 1)
    gateways.start("two", **settings_of(broker))
    publish(house, broker, *game(17, 1))
    wait_until(lambda: coups(house), "the table has the number")
    gateways.send("one", signal.SIGSTOP)
    wait_for_lease(house, gateways, "two", 2)
    publish(house, broker, *game(22, 2))
    wait_until(lambda: len(coups(house)) == 2, "the table has the next number")
    gateways.send("one", signal.SIGCONT)
    # The broker has the message for the session of the stopped gateway, too. Either it reads in the register first that
    # its lease is gone, or the house refuses what it delivers under the old one.
    signs = ("no longer listened to", "set aside")
    wait_until(lambda: any(sign in gateways.said("one") for sign in signs), "the stopped gateway stands by")
    gateways.end("one")
    assert coups(house) == [(1, 17), (2, 22)]
    heard = read_stream(house.casino_id, reader_stream(house.reader))
    results = [event.data["number"] for event in heard if event.type == "observed_result"]
    assert results == [17, 22]
