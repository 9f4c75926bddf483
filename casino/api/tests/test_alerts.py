"""GET alerts, and that somebody has seen one, who signs it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from casino.api.access.scopes import REPORTS_READ, TABLES_READ, TABLES_WRITE
from casino.people.models import Person, Role
from testkit.alerts import alert_of, idle_table, silent_table
from testkit.api import Caller
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
PIN = "271828"


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    return silent_table(casino_id)


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(REPORTS_READ, TABLES_WRITE)


def read(system: Caller, query: str = "") -> Any:
    answer = system.get(f"alerts{query}")
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_alerts_are_read_with_who_has_seen_each(system: Caller, house: OpenHouse) -> None:
    told = read(system)
    (alert,) = told["alerts"]
    assert alert["id"] == f"T1/{house.day}/alert-device-offline-1"
    assert (alert["kind"], alert["subject"], alert["stands"]) == ("device-offline", "W-T1", True)
    assert alert["detail"] == "Reader W-T1 has been silent for 5 minutes"
    assert (alert["acknowledged_at"], alert["acknowledged_by"], alert["ended_at"]) == (None, "", None)
    assert told["next"] is None


def test_alerts_are_chosen_and_read_on(system: Caller, house: OpenHouse, casino_id: int) -> None:
    silent_table(casino_id, table="T2")
    first = read(system, "?limit=1")
    assert first["next"] == first["alerts"][0]["id"]
    assert [each["table"] for each in read(system, f"?after={first['next']}")["alerts"]] == ["T2"]
    assert [each["table"] for each in read(system, "?table=T1&status=standing")["alerts"]] == ["T1"]
    assert read(system, "?kind=pace")["alerts"] == []


def test_table_without_a_coup_is_read_by_its_kind(
    casino_id: int, casino: Any, caller: Callable[..., Caller]
) -> None:
    idle_table(casino_id)
    (alert,) = read(caller(REPORTS_READ), "?kind=no-coup")["alerts"]
    assert (alert["code"], alert["parameters"]) == ("alert-no-coup", {"minutes": 60})
    assert alert["kind_in_words"] == "No coup"
    assert alert["detail"] == "No coup for 60 minutes at an open table"


def test_somebody_of_the_staff_signs_that_they_have_seen_it(
    system: Caller, house: OpenHouse, casino_id: int, colleague: Callable[..., Person], problem: Any
) -> None:
    boss = colleague(Role.PIT_BOSS, casino_id=casino_id, pin=PIN)
    inspector = colleague(Role.GAMES_INSPECTOR, casino_id=casino_id, pin=PIN)
    address = f"alerts/T1/{house.day}/alert-device-offline-1/acknowledge"

    def signed(person: Person) -> dict[str, Any]:
        return {"signatures": [{"sign_in": person.username, "pin": PIN}]}

    for key, body in (("nobody", {}), ("inspector", signed(inspector))):
        assert problem(system.post(address, body, key))["status"] == 422
    assert alert_of(house).acknowledged_at is None
    answer = system.post(address, signed(boss))
    assert answer.status_code == 201, answer.content
    assert json.loads(answer.content)["acknowledged_by"] == boss.display_name
    assert alert_of(house).acknowledged_by == boss.display_name
    assert json.loads(system.post(address, signed(boss)).content) == json.loads(answer.content)
    again = problem(system.post(address, signed(boss), "again"))
    assert (again["status"], boss.display_name in again["detail"]) == (422, True)


def test_unknown_alert_or_parameter_is_refused(
    system: Caller, house: OpenHouse, caller: Callable[..., Caller], problem: Any
) -> None:
    assert problem(system.post(f"alerts/T1/{house.day}/alert-pace-7/acknowledge", {}))["status"] == 404
    assert problem(system.get("alerts?after=T1/never/none"))["status"] == 404
    assert problem(system.get("alerts?kind=none"))["status"] == 422
    assert problem(caller(TABLES_READ).get("alerts"))["status"] == 403
    reader = caller(REPORTS_READ)
    address = f"alerts/T1/{house.day}/alert-device-offline-1/acknowledge"
    assert problem(reader.post(address, {}))["status"] == 403
