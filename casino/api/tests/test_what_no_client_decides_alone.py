"""Facts are reported by clients, decisions are people's: over the API they are signed with PINs as on the screen."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import TABLES_READ, TABLES_WRITE
from casino.people.models import Role
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.play import commands as c
from tables.play.events import Person
from testkit.api import Caller, done
from testkit.house import OpenHouse
from testkit.play import opening

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


@pytest.mark.parametrize(
    ("rulebook", "who", "others"),
    [
        pytest.param(
            "it-campione",
            Role.CHEF_DE_TABLE,
            (Role.PIT_BOSS, Role.DIRECTION),
            marks=pytest.mark.clause("it-campione/11"),
        ),
        pytest.param(
            "pt-francesa",
            Role.CHEF_DE_TABLE,
            (Role.GAMES_INSPECTOR,),
            marks=pytest.mark.clause("pt-francesa/14"),
        ),
        pytest.param(
            "pt-americana",
            Role.PIT_BOSS,
            (Role.CASH_DESK,),
            marks=pytest.mark.clause("pt-americana/22"),
        ),
    ],
)
def test_client_declares_a_null_coup_with_the_pin_of_the_person_who_declares_it(
    *,
    system: Caller,
    open_house: Callable[[str], OpenHouse],
    signed: Callable[..., dict[str, Any]],
    problem: Callable[..., Any],
    rulebook: str,
    who: Role,
    others: tuple[Role, ...],
) -> None:
    house, null = open_house(rulebook), {"reason": "foreign-object"}
    house.do(c.AnnounceBetsOpen())
    assert problem(system.command("null-coup", null | signed(who)))["code"] == "null-coup-before-launch"
    house.do(c.LaunchBall())
    for signatures in ({}, *(signed(role) for role in others)):
        found = problem(system.command("null-coup", null | signatures))
        assert found["code"] in ("signature-missing", "signature-of-one-missing")
    assert house.state.phase == "launched"
    (annulled,) = done(system.command("null-coup", null | signed(who)))["events"]
    assert annulled["data"]["declared_by"]["role"] == str(who)


@pytest.mark.clause("it-campione/5", "it-campione/5-agreement")
def test_client_opens_with_other_limits_by_the_pin_of_the_management_and_the_agreement(
    *,
    system: Caller,
    casino: Casino,
    signed: Callable[..., dict[str, Any]],
    problem: Callable[..., Any],
) -> None:
    now = timezone.now()
    yesterday = gaming_day(casino.pk, now) - timedelta(days=1)
    house = OpenHouse(casino.pk, "it-campione", now=now, day=yesterday.isoformat())
    house.do(c.CloseTable())
    usual = house.rulebook.default_limits
    lower = {"minimum": usual.minimum, "maximums": {**usual.maximums, "plein": 40_000}}
    for limits in ({"minimum": 3 * usual.minimum, "maximums": dict(usual.maximums)}, lower):
        for body in ({}, signed(Role.PIT_BOSS)):
            found = problem(system.command("open-table", {"limits": limits} | body))
            assert (found["code"], found["clause"]) == ("signature-missing", "it-campione/5")
    direction = signed(Role.DIRECTION)
    assert problem(system.command("open-table", {"limits": lower} | direction))["code"] == "limits-not-agreed"
    agreed = {"person": "Dr. Neri", "at": now.isoformat(), "ground": "a tournament"}
    told = done(system.command("open-table", {"limits": lower, "agreement": agreed} | direction))
    (opened,) = (event["data"] for event in told["events"])
    assert opened["limits"]["maximums"]["plein"] == 40_000
    assert opened["limits_agreement"]["body"] == "Amministrazione comunale"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rulebook_version", 1),
        ("rulebook", "it-venezia"),
        ("double", True),
        ("chip_symbol", "Q"),
        ("chip_colours", {"yellow": 100}),
        ("face_value_only", True),
    ],
)
def test_client_opens_a_table_as_it_is_registered(
    system: Caller, casino: Casino, problem: Callable[..., Any], field: str, value: Any
) -> None:
    now = timezone.now()
    yesterday = gaming_day(casino.pk, now) - timedelta(days=1)
    house = OpenHouse(casino.pk, "it-campione", now=now, day=yesterday.isoformat())
    house.do(c.CloseTable())
    found = problem(system.command("open-table", {field: value}))
    assert found["code"] == "opening-not-as-registered"
    assert f"another {field} than the register" in found["detail"]
    assert house.state.phase == "closed"
    told = done(system.command("open-table", {field: getattr(opening(house.rulebook), field)}))
    assert told["events"][0]["type"] == "table_opened"


@pytest.mark.clause("it-live/confirm")
def test_client_adds_no_bet_for_a_seat_after_its_confirmation(
    system: Caller, open_house: Callable[[str], OpenHouse], problem: Callable[..., Any]
) -> None:
    house = open_house("it-live")
    house.do(c.BuyIn(seat="P1", amount=5000))
    house.do(c.AnnounceBetsOpen(), now=timezone.now())
    done(system.command("confirm-bets", {"seat": "P1", "bets": [{"bet": "rouge", "amount": 100}]}))
    found = problem(system.command("place-bet", {"player": "P1", "bet": "pair", "amount": 100}))
    assert (found["code"], found["clause"]) == ("seat-confirmed", "it-live/confirm")
    assert [bet.bet for bet in house.state.bets] == ["rouge"]


def test_dealer_at_two_tables_is_reported_by_a_client_as_a_violation_or_ends_there(
    system: Caller, open_house: Callable[[str], OpenHouse], casino: Casino, colleague: Callable[..., Any]
) -> None:
    house = open_house("it-venezia")
    other = OpenHouse(casino.pk, "it-venezia", table="T2", now=house.now)
    anna = colleague(Role.CROUPIER, casino_id=casino.pk, pin=PIN)
    person = {"id": f"person/{anna.pk}", "name": anna.display_name}
    other.do(c.ChangeSpinner(person=Person(**person)))
    told = done(system.command("spinner-change", {"person": person}))
    assert told["events"][-1]["data"]["code"] == "spins-at-two-tables"
    done(system.command("spinner-change", {"person": {"id": "p1", "name": "Croupier 1"}}))
    told = done(system.command("spinner-change", {"person": person, "elsewhere": "ends"}))
    assert told["events"][-1]["type"] == "spinner_changed"
    assert other.state.spinner is None
