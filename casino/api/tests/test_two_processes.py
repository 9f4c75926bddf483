"""Two processes that say things to one table each know what the other has said."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from casino.api.access.clients import NewClient
from casino.api.access.scopes import TABLES_READ, TABLES_WRITE
from tables.handling.projections.table_snapshots import state_at
from tables.play import commands as c
from tables.play.state import written
from testkit.api import token_from
from testkit.house import OpenHouse


def test_each_decides_on_what_the_other_has_recorded(
    web_server: str, register: Callable[..., NewClient], casino_id: int
) -> None:
    house = OpenHouse(casino_id, "it-venezia", now=timezone.now())
    house.do(c.AnnounceBetsOpen())
    token = token_from(web_server, register(TABLES_READ, TABLES_WRITE))

    def asked(path: str, body: dict[str, Any] | None = None, key: str = "") -> Any:
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        sent = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{web_server}/api/v1/tables/{house.table}{path}", sent, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    said: list[str] = []
    for turn in range(6):
        here, there = f"plein:{2 * turn}", f"plein:{2 * turn + 1}"
        house.do(c.PlaceBet(player="P1", bet=here, amount=1000))
        done = asked("/commands/place-bet", {"player": "P2", "bet": there, "amount": 1000}, key=str(turn))
        said += [here, there]
        assert done["version"] == house.state.version
        assert [each.bet for each in house.state.bets] == said
        assert asked("")["bets"] == json.loads(written(house.state))["bets"]
    assert house.state == state_at(casino_id, house.table, house.day)
