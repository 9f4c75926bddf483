"""Facts are reported by clients, decisions are people's: over the API they are signed with PINs as on the screen."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import TABLES_READ, TABLES_WRITE
from casino.people.models import Role
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import Caller, done
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db

PIN = "4711"


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(TABLES_READ, TABLES_WRITE)


@pytest.fixture
def open_house(casino: Casino) -> Callable[[str], OpenHouse]:
    return lambda rulebook: OpenHouse(casino.pk, rulebook, now=timezone.now())


@pytest.fixture
def signed(casino: Casino, colleague: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """What a body says of who signs: `signed(Role.DIRECTION)`."""

    def by(*roles: Role) -> dict[str, Any]:
        people = [colleague(role, casino_id=casino.pk, pin=PIN) for role in roles]
        return {"signatures": [{"sign_in": person.username, "pin": PIN} for person in people]}

    return by


LIMITS = {"limits": {"minimum": 1000, "maximums": {}}, "players_told": True, "sign_changed": True}
DEROGATION = {
    "limits": {"minimum": 500, "maximums": {"plein": 150_000}},
    "players_told": True,
    "sign_changed": True,
    "derogation": {"authorisers": ["nobody in particular"], "notice": "letter 12"},
}


@pytest.mark.parametrize(
    ("rulebook", "command", "body", "who", "others"),
    [
        pytest.param(
            "it-campione",
            "suspend-table",
            {"reason": "service"},
            Role.DIRECTION,
            (Role.PIT_BOSS, Role.CHEF_DE_TABLE),
            marks=pytest.mark.clause("it-campione/15"),
        ),
        pytest.param(
            "it-venezia",
            "suspend-table",
            {"detail": "lights out"},
            Role.DIRECTION,
            (Role.PIT_BOSS,),
            marks=pytest.mark.clause("it-venezia/general-11"),
        ),
        pytest.param(
            "it-venezia",
            "change-limits",
            LIMITS,
            Role.DIRECTION,
            (Role.PIT_BOSS,),
            marks=pytest.mark.clause("it-venezia/general-10"),
        ),
        pytest.param(
            "pt-francesa", "suspend-table", {"detail": "lights out"}, Role.PIT_BOSS, (Role.CHEF_DE_TABLE,)
        ),
        pytest.param("pt-francesa", "change-limits", LIMITS, Role.PIT_BOSS, (Role.CHEF_DE_TABLE,)),
    ],
)
def test_a_client_changes_limits_and_suspends_with_the_pin_of_who_decides(
    *,
    system: Caller,
    open_house: Callable[[str], OpenHouse],
    signed: Callable[..., dict[str, Any]],
    problem: Callable[..., Any],
    rulebook: str,
    command: str,
    body: dict[str, Any],
    who: Role,
    others: tuple[Role, ...],
) -> None:
    house = open_house(rulebook)
    before = house.state
    for signatures in ({}, *(signed(role) for role in others)):
        found = problem(system.command(command, {**body, **signatures}))
        assert found["code"] in ("signature-missing", "signature-not-allowed")
    assert house.state == before
    told = done(system.command(command, {**body, **signed(who)}))
    assert told["events"][0]["signedby"].startswith("person/")


@pytest.mark.clause("it-campione/15")
def test_a_client_does_not_resume_what_the_direction_suspended(
    system: Caller,
    open_house: Callable[[str], OpenHouse],
    signed: Callable[..., dict[str, Any]],
    problem: Callable[..., Any],
) -> None:
    house = open_house("it-campione")
    house.do(c.SuspendTable(reason="service"))
    assert problem(system.command("resume-table", {}))["code"] == "signature-missing"
    assert house.state.direction.suspension is not None
    done(system.command("resume-table", signed(Role.DIRECTION)))
    assert house.state.direction.suspension is None


@pytest.mark.clause("it-campione/5-agreement")
def test_a_derogation_in_the_name_of_nobody_in_particular_is_refused(
    system: Caller,
    open_house: Callable[[str], OpenHouse],
    signed: Callable[..., dict[str, Any]],
    problem: Callable[..., Any],
) -> None:
    house = open_house("it-campione")
    assert problem(system.command("change-limits", DEROGATION))["code"] == "signature-missing"
    direction = signed(Role.DIRECTION)
    assert problem(system.command("change-limits", DEROGATION | direction))["code"] == "limits-not-agreed"
    agreement = {
        "person": "Dr. Neri",
        "at": (house.now - timedelta(hours=1)).isoformat(),
        "ground": "a tournament",
    }
    told = done(system.command("change-limits", {**DEROGATION, **direction, "agreement": agreement}))
    (changed,) = (event["data"] for event in told["events"])
    assert changed["derogation"]["authorisers"] != ["nobody in particular"]
    assert changed["derogation"]["authorisers"][0].startswith("Management")
    assert changed["agreement"]["body"] == "Direzione del servizio speciale di controllo comunale"


@pytest.mark.parametrize(
    ("command", "body"),
    [
        ("resolve-discrepancy", {"number": 17, "reason": "camera 3"}),
        ("doubt-dismissed", {"coup": 1}),
        ("end-held", {"ref": "h1", "outcome": "to the cash desk", "reason": "a month"}),
        ("see-abandoned", {"ref": "b1"}),
        ("excuse-time-at-ball", {"words": "told the inspector"}),
        ("revoke-last-coup", {"reason": "play goes on"}),
        (
            "reconstitute-bets",
            {
                "bets": [{"ref": "b1", "bet": "noir"}],
                "basis": "staff",
                "decided_by": {"id": "p1", "name": "Croupier 1"},
            },
        ),
    ],
)
def test_decision_of_chief_or_management_is_signed_by_a_person(
    *,
    system: Caller,
    open_house: Callable[[str], OpenHouse],
    signed: Callable[..., dict[str, Any]],
    problem: Callable[..., Any],
    command: str,
    body: dict[str, Any],
) -> None:
    house = open_house("it-campione")
    before = house.state
    assert problem(system.command(command, body))["code"] == "signature-not-allowed"
    assert problem(system.command(command, body | signed(Role.CASH_DESK)))["code"] == "signature-not-allowed"
    assert house.state == before
    answer = system.command(command, body | signed(Role.CHEF_DE_TABLE))
    assert json.loads(answer.content).get("code") != "signature-not-allowed"
