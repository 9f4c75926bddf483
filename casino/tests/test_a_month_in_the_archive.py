"""A day whose month lies in a file: no page and no answer takes it for a day on which nothing was."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import transaction

from casino.api.access.clients import create_client
from casino.api.access.scopes import FEED_READ, TABLES_READ
from casino.people.models import Role
from tables.handling.models import Casino
from tables.handling.record_export import rulebooks_of
from tables.play import commands as c
from tables.stream import ANY, NewEvent, append
from tables.stream.archiving.archiving import archive_month
from tables.stream.archiving.attaching import attach_month
from tables.stream.merkle.note import SigningKey
from testkit.api import Caller, problem_of
from testkit.house import OpenHouse
from testkit.pages import read_page
from testkit.people import AsRole
from testkit.stream import checkpoint_now, forget_months

pytestmark = pytest.mark.django_db(transaction=True)

THEN = datetime(2025, 3, 14, 21, 0, tzinfo=UTC)
LATER = datetime(2025, 6, 1, tzinfo=UTC)
MOMENT = "/floor/T1/moment/?day=2025-03-14"


@pytest.fixture
def archived(casino_id: int, key: SigningKey, tmp_path: Path) -> Path:
    """The file of a month in which a house played three coups; since then other things happened."""
    forget_months(202503)
    house = OpenHouse(casino_id, "pt-francesa", now=THEN, day="2025-03-14")
    for number in (17, 0, 32):
        house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    noted = [NewEvent(type="noted", data={"number": n}, occurred_at=LATER) for n in range(260)]
    with transaction.atomic():
        append(casino_id, "notes", noted, expected_version=ANY, now=LATER)
    checkpoint_now(casino_id, key)
    (done,) = archive_month(202503, tmp_path, now=LATER, rulebooks=rulebooks_of)
    return tmp_path / done.file


def test_the_day_again_says_where_it_lies_until_it_is_back(
    archived: Path, as_role: AsRole, casino_id: int
) -> None:
    inspector = as_role(Role.GAMES_INSPECTOR)
    answer = inspector.get(MOMENT)
    assert answer.status_code == 410
    shown = read_page(answer.content).get_text(" ")
    assert "The days of 2025-03 are archived" in shown
    assert archived.name in shown
    attach_month([archived], now=LATER)
    answer = inspector.get(MOMENT)
    assert answer.status_code == 200
    assert "2025-03-14" in answer.content.decode()


def test_the_api_says_so_too_and_the_feed_names_what_is_not_in_it(archived: Path, casino_id: int) -> None:
    casino = Casino.objects.get(pk=casino_id)
    system = Caller(create_client(name="desk", casino=casino, scopes=(FEED_READ, TABLES_READ)))
    problem = problem_of(system.get("tables/T1/days/2025-03-14/events"))
    assert (problem["status"], problem["type"]) == (410, "urn:permanence:problem:archived")
    assert problem["detail"] == f"The days of 2025-03 are archived, in the file {archived.name}"
    page = json.loads(system.get("events?after=0&limit=1000").content)
    assert {event["type"] for event in page["events"]}.isdisjoint({"number_fell", "bet_placed"})
    (stretch,) = page["archived"]
    assert (stretch["month"], stretch["file"]) == ("2025-03", archived.name)
    assert 0 < stretch["first"] < stretch["last"] < page["next"] == page["head"]
    # Behind it the feed is whole.
    assert "archived" not in json.loads(system.get(f"events?after={stretch['last']}").content)
    attach_month([archived], now=LATER)
    page = json.loads(system.get("events?after=0&limit=1000").content)
    assert "archived" not in page
    assert [event["position"] for event in page["events"]] == list(range(1, page["head"] + 1))
