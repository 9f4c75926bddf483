"""Fifty programs send the same twenty commands with the same keys, at once, to the real server: twenty happen."""

import http.client
import json
import random
import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from casino.api.access.scopes import TABLES_WRITE
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import Caller
from testkit.house import OpenHouse

PATIENCE_S = 60.0
CLIENTS = 50
COMMANDS: dict[str, dict[str, Any]] = {
    f"key-{turn}": {"player": f"P{turn % 8 + 1}", "bet": f"plein:{turn}", "amount": 1000}
    for turn in range(20)
}


@pytest.mark.django_db(transaction=True)
def test_fifty_clients_send_the_same_twenty_commands_and_twenty_happen(
    casino_id: int, register: Callable[..., Any], web_server: str
) -> None:
    house = OpenHouse(casino_id, "it-venezia", now=timezone.now())
    house.do(c.AnnounceBetsOpen())
    system = Caller(register(TABLES_WRITE))
    answers: dict[str, list[tuple[int, bytes]]] = defaultdict(list)

    def sends(order: list[str]) -> None:
        line = http.client.HTTPConnection(urlsplit(web_server).netloc, timeout=PATIENCE_S)
        for key in order:
            headers = {"Authorization": f"Bearer {system.token}", "Idempotency-Key": key}
            headers["Content-Type"] = "application/json"
            body = json.dumps(COMMANDS[key])
            line.request("POST", "/api/v1/tables/T1/commands/place-bet", body, headers)
            answer = line.getresponse()
            answers[key].append((answer.status, answer.read()))
        line.close()

    dice = random.Random(3)
    threads = [
        threading.Thread(target=sends, args=(dice.sample(sorted(COMMANDS), len(COMMANDS)),))
        for _ in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert {key: len(given) for key, given in answers.items()} == dict.fromkeys(COMMANDS, CLIENTS)
    assert {status for given in answers.values() for status, _ in given} == {201}
    assert all(len(set(given)) == 1 for given in answers.values())
    placed = [event.data["bet"] for event in house.events() if event.type == "bet_placed"]
    assert sorted(placed) == sorted(body["bet"] for body in COMMANDS.values())


@pytest.fixture
def casino(casino_id: int, transactional_db: None) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")
