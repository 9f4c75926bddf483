"""docs/examples/cash_system.py, run as a cash system's engineer runs it, against a house that is really served."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from standardwebhooks import Webhook

from casino.api.access.scopes import CASH_READ, CASH_WRITE, FEED_READ
from settlement.slip_aggregate import NextSlipAggregate, slip_of
from settlement.slips import commands as sc
from tables.handling import handle
from tables.handling.models import Casino
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.stream import feed_position, read_feed
from testkit.house import BOSS, OpenHouse
from testkit.stream import wait_until

EXAMPLE = Path(__file__).resolve().parents[3] / "docs/examples/cash_system.py"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def casino(casino_id: int, transactional_db: None) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")


@pytest.fixture
def environment(web_server: str, register: Callable[..., Any]) -> dict[str, str]:
    made = register(CASH_READ, CASH_WRITE, FEED_READ)
    signs = {"CLIENT_ID": made.client.client_id, "CLIENT_SECRET": made.secret}
    return {**os.environ, "HOUSE": web_server, **signs}


@pytest.fixture
def house(casino: Casino) -> OpenHouse:
    return OpenHouse(casino.pk, "pt-francesa", now=timezone.now())


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLE), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_example_client_issues_and_sends_a_fill_once(environment: dict[str, str], house: OpenHouse) -> None:
    boss = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
    asked = sc.RequestSlip(kind="fill", table="T1", pieces={500: 20}, signatures=(boss,))
    number = handle(NextSlipAggregate(house.casino_id), asked, by=BOSS, now=timezone.now()).state.number
    first = run(environment, "issue", number, "--carrier", "Carrier 1")
    assert (first.returncode, json.loads(first.stdout)["status"]) == (0, "carried"), first.stderr
    again = run(environment, "issue", number, "--carrier", "Carrier 1")
    assert json.loads(again.stdout) == json.loads(first.stdout)
    assert slip_of(house.casino_id, number).version == 3
    unknown = run(environment, "issue", "F-000009", "--carrier", "Carrier 1")
    assert (unknown.returncode, unknown.stderr) == (1, "there is no slip F-000009.\n")


def test_example_client_takes_each_event_once_when_killed(
    environment: dict[str, str], house: OpenHouse, seal: Callable[[int], int], tmp_path: Path
) -> None:
    books = tmp_path / "cash.sqlite3"
    for number in range(6):
        house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=500))
        seal(house.casino_id)
        process = subprocess.Popen(
            [sys.executable, str(EXAMPLE), "follow", "--books", str(books), "--wait", "1"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        process.stdout.readline()
        if number == 5:
            wait_until(lambda: len(taken(books)) == feed_position(house.casino_id), "all of it is taken")
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    recorded = [(event.position, event.type, event.data) for event in read_feed(house.casino_id)]
    assert taken(books) == recorded


def taken(books: Path) -> list[Any]:
    with sqlite3.connect(books) as db:
        rows = db.execute("SELECT position, type, data FROM taken ORDER BY position").fetchall()
    db.close()
    return [(position, type_, json.loads(data)) for position, type_, data in rows]


def test_example_client_refuses_a_webhook_without_its_secret(tmp_path: Path) -> None:
    secret, body = "whsec_" + "c2VjcmV0" * 4, json.dumps({"type": "number_fell"})
    sent = timezone.now()
    signature = Webhook(secret).sign("msg-1", sent, body)
    headers = {
        "webhook-id": "msg-1",
        "webhook-timestamp": str(int(sent.timestamp())),
        "webhook-signature": signature,
    }
    (tmp_path / "headers.json").write_text(json.dumps(headers), encoding="utf-8")
    (tmp_path / "body.json").write_text(body, encoding="utf-8")
    files = [str(tmp_path / "headers.json"), str(tmp_path / "body.json")]
    true = run({**os.environ}, "verify", secret, *files)
    assert (true.returncode, json.loads(true.stdout)) == (0, {"type": "number_fell"}), true.stderr
    (tmp_path / "body.json").write_text(json.dumps({"type": "number_fel"}), encoding="utf-8")
    assert "No matching signature found" in run({**os.environ}, "verify", secret, *files).stderr
