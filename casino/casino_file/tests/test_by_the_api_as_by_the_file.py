"""A house that is set up by API alone has the same registers as one that was loaded from a file."""

import json
import tomllib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.casino_file.tests.test_house_file import BY, HOUSE, house, new, written
from casino.people.models import Role
from tables.handling.models import Casino
from tables.handling.registers import register_casino
from testkit.api import Caller
from testkit.officers import confirmed, officer_of
from testkit.people import engage

__all__ = ["house"]
pytestmark = pytest.mark.django_db
PIN = "4711"
SECTIONS_OF_REGISTERS = ("sign", "notice", "client", "webhook", "witness")


class SettingUp:
    """A system that sets a casino up, with people who sign for it and the officer who confirms."""

    def __init__(self, casino: Casino) -> None:
        self.system = Caller(create_client(name="setting up", casino=casino, scopes=tuple(SCOPES)))
        self.officer = officer_of(casino.pk)
        self.keys = count(1)
        self.signed = {
            role: [{"sign_in": engage(role, casino_id=casino.pk, pin=PIN).username, "pin": PIN}]
            for role in (Role.ADMINISTRATOR, Role.PIT_BOSS)
        }

    def register(self, kind: str, code: str, values: dict[str, Any]) -> None:
        answer = self.system.put(f"registers/{kind}/{code}", {"values": values}, f"key-{next(self.keys)}")
        confirmed(answer, self.officer)

    def ask(self, address: str, *, by: Role | None = None, **body: Any) -> None:
        signed = {"signatures": self.signed[by]} if by else {}
        answer = self.system.post(address, body | signed, f"key-{next(self.keys)}")
        assert answer.status_code == 201, answer.content

    def engage(self, **body: Any) -> None:
        answer = self.system.post("people/engage-person", body, f"key-{next(self.keys)}")
        confirmed(answer, self.officer)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


def of_registers(document: dict[str, Any], *sections: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for section in sections:
        for code, values in document[section].items():
            yield section, code, as_json(values)


def set_up_by_api(setting_up: SettingUp, document: dict[str, Any], pockets: list[Any]) -> None:
    setting_up.register("casino", "casino", as_json(document["casino"]))
    for entry in of_registers(document, "pit", "table"):
        setting_up.register(*entry)
    for name, series in sorted(document["series"].items()):
        introduce = {"series": name, "pieces": series["issued"]}
        setting_up.ask("chip-series/introduce-series", by=Role.ADMINISTRATOR, **introduce)
    for name, series in document["series"].items():
        if series.get("ended"):
            setting_up.ask("chip-series/end-series", by=Role.ADMINISTRATOR, series=name)
    for kind, serial, thing in of_registers(document, "wheel", "ball"):
        equip(setting_up, kind, serial, thing, pockets)
    for entry in of_registers(document, "reader", *SECTIONS_OF_REGISTERS):
        setting_up.register(*entry)
    for sign_in, person in document["person"].items():
        setting_up.engage(sign_in=sign_in, **person)


def equip(setting_up: SettingUp, kind: str, serial: str, thing: dict[str, Any], pockets: list[Any]) -> None:
    made = {"serial": serial, "diameter_mm": thing["diameter_mm"], "make": thing["make"]}
    found = {"serial": serial, "condition": "fit", "make": thing["make"]}
    if due := thing["inspected"].get("next_due"):
        found["next_due"] = due
    if kind == "wheel":
        setting_up.ask(
            "equipment/register-wheel", by=Role.PIT_BOSS, **made, maker=thing["maker"], pockets=pockets
        )
        setting_up.ask("equipment/inspect-wheel", by=Role.PIT_BOSS, **found)
        setting_up.ask("equipment/move-wheel", by=Role.PIT_BOSS, serial=serial, table=thing["table"])
    else:
        setting_up.ask("equipment/register-ball", by=Role.PIT_BOSS, **made)
        setting_up.ask("equipment/inspect-ball", by=Role.PIT_BOSS, **found)
        setting_up.ask(
            "equipment/assign-ball",
            by=Role.PIT_BOSS,
            serial=serial,
            table=thing["table"],
            letter=thing["letter"],
        )


def registers_of(casino_id: int) -> dict[str, Any]:
    """What the file of the casino would have, but for its people and the moments of inspections."""
    found: dict[str, Any] = written(casino_id, without=("person",))
    for thing in (*found["wheel"].values(), *found["ball"].values()):
        thing["inspected"].pop("at")
    found["client"] = {
        code: client for code, client in found["client"].items() if client["name"] != "setting up"
    }
    return found


def test_a_house_set_up_by_api_has_the_registers_of_one_that_was_loaded(house: Path) -> None:
    loaded = new(house)
    wanted = registers_of(loaded)
    asked = register_casino({"name": "To be set up", "time_zone": "UTC"}, by=BY, now=timezone.now())
    setting_up = SettingUp(asked)
    document = tomllib.loads(HOUSE)
    set_up_by_api(setting_up, document, wanted["wheel"]["W-1041"]["pockets"])
    assert registers_of(asked.pk) == wanted
    people = written(asked.pk)["person"]
    assert {sign_in: people[sign_in] for sign_in in document["person"]} == document["person"]
