"""The casino's series of chips over the network: what is in play, and what people who may change them sign for."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import ADMINISTRATION, REGISTERS_READ, REGISTERS_WRITE, TABLES_WRITE
from casino.people.models import Role
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.officers import register_by_request

pytestmark = [pytest.mark.django_db, pytest.mark.clause("it-campione/20")]
PIN = "4711"
keys = count(1)
Signing = Callable[[Role], list[dict[str, str]]]


@pytest.fixture
def system(casino: Casino, caller: Callable[..., Caller]) -> Caller:
    made = caller(REGISTERS_READ, REGISTERS_WRITE, TABLES_WRITE, ADMINISTRATION)
    register_by_request(made, {"code": "CA1", "name": "Campione", "rulebook": "it-campione"})
    return made


@pytest.fixture
def signing(casino: Casino, colleague: Callable[..., Any]) -> Signing:
    def by(role: Role) -> list[dict[str, str]]:
        person = colleague(role, casino_id=casino.pk, pin=PIN)
        return [{"sign_in": person.username, "pin": PIN}]

    return by


def ask(system: Caller, command: str, **body: Any) -> tuple[int, Any]:
    response = system.post(f"chip-series/{command}", body, f"key-{next(keys)}")
    return response.status_code, json.loads(response.content)


def standing(system: Caller) -> list[dict[str, Any]]:
    series: list[dict[str, Any]] = json.loads(system.get("chip-series").content)["series"]
    return series


def test_the_direction_signs_for_a_series_and_its_pieces_are_counted(
    system: Caller, signing: Signing
) -> None:
    signed = signing(Role.DIRECTION)
    status, made = ask(system, "introduce-series", series="A", pieces={"500": 100}, signatures=signed)
    assert (status, [event["type"] for event in made["events"]]) == (
        201,
        ["chip_series_introduced", "chip_series_issued"],
    )
    assert made["events"][0]["signedby"]
    assert ask(system, "issue-chips", series="A", pieces={"500": 20}, signatures=signed)[0] == 201
    assert ask(system, "withdraw-chips", series="A", pieces={"500": 5}, signatures=signed)[0] == 201
    (series,) = standing(system)
    assert (series["series"], series["ended_at"]) == ("A", None)
    assert (series["issued"], series["circulating"]) == ({"500": 120}, {"500": 115})


@pytest.mark.parametrize("role", [None, Role.CASH_DESK, Role.CHEF_DE_TABLE])
def test_chip_series_change_is_refused_without_the_management(
    system: Caller, signing: Signing, role: Role | None
) -> None:
    signed = signing(role) if role else []
    status, problem = ask(system, "introduce-series", series="A", pieces={"500": 100}, signatures=signed)
    assert (status, problem["code"]) == (422, "chip-series-unsigned")
    assert "the management" in problem["detail"]
    assert standing(system) == []


def test_an_exchange_is_the_cash_desks(system: Caller, signing: Signing) -> None:
    signed, desk = signing(Role.DIRECTION), signing(Role.CASH_DESK)
    for name in ("A", "B"):
        ask(system, "introduce-series", series=name, pieces={"500": 100}, signatures=signed)
    assert ask(system, "end-series", series="A", signatures=signed)[0] == 201
    exchange = {"series": "A", "into": "B", "pieces": {"500": 10}}
    status, problem = ask(system, "exchange-chips", **exchange, signatures=signed)
    assert (status, problem["code"]) == (422, "chip-series-unsigned")
    assert ask(system, "exchange-chips", **exchange, signatures=desk)[0] == 201
    ended, in_play = standing(system)
    assert (ended["exchanged"], ended["circulating"]) == ({"500": 10}, {"500": 90})
    assert in_play["ended_at"] is None


@pytest.mark.clause("it-campione/20")
def test_client_changes_the_series_with_the_pin_of_the_management(
    system: Caller, signing: Signing, casino: Casino
) -> None:
    OpenHouse(casino.pk, "it-campione", now=timezone.now())
    administrator, boss = signing(Role.ADMINISTRATOR), signing(Role.PIT_BOSS)
    assert (
        ask(system, "introduce-series", series="A", pieces={"500": 100}, signatures=administrator)[0] == 201
    )
    direction = signing(Role.DIRECTION)
    for command, body in (
        ("introduce-series", {"series": "B", "pieces": {"500": 9}}),
        ("end-series", {"series": "A"}),
    ):
        for signatures in (administrator, boss):
            status, problem = ask(system, command, **body, signatures=signatures)
            assert (status, problem["code"]) == (422, "signature-missing")
            assert problem["clause"] == "it-campione/20"
        assert ask(system, command, **body, signatures=direction)[0] == 201
