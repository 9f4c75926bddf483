"""The register of wheels and balls over the network: what stands where, and what is asked of it."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from casino.api.access.scopes import ADMINISTRATION, TABLES_READ, TABLES_WRITE
from casino.people.models import Person, Role
from tables.handling.models import Casino
from tables.handling.projections.equipment import wheel_at
from tables.roulette.loader import get_rulebook
from tables.stream import read_stream
from testkit.api import Caller
from testkit.equipment import BALL_MAKE, WHEEL_MAKE
from testkit.officers import register_by_request
from testkit.people import engage

pytestmark = pytest.mark.django_db
PIN = "4711"
ORDER = list(get_rulebook("pt-francesa").wheels["french"].order)
keys = count(1)


@pytest.fixture
def system(casino: Casino, caller: Callable[..., Caller]) -> Caller:
    made = caller(TABLES_READ, TABLES_WRITE, ADMINISTRATION)
    register_by_request(made, {"code": "T1", "name": "Table 1", "rulebook": "pt-francesa"})
    return made


@pytest.fixture
def signing(casino: Casino, colleague: Callable[..., Any]) -> Callable[[Role], Any]:
    def by(role: Role) -> Any:
        person = colleague(role, casino_id=casino.pk, pin=PIN)
        return [{"sign_in": person.username, "pin": PIN}]

    return by


WHEEL = msgspec.to_builtins(WHEEL_MAKE)
BALL = msgspec.to_builtins(BALL_MAKE)


def ask(system: Caller, command: str, key: str | None = None, **body: Any) -> Any:
    """The command, signed by a pit boss if no signatures are given."""
    if "signatures" not in body:
        body["signatures"] = [{"sign_in": boss_of(system.client.casino_id).username, "pin": PIN}]
    return system.post(f"equipment/{command}", body, key or f"key-{next(keys)}")


def boss_of(casino_id: int) -> Person:
    there = Person.objects.filter(casino_id=casino_id, role=Role.PIT_BOSS).exclude(pin="").first()
    return there or engage(Role.PIT_BOSS, casino_id=casino_id, pin=PIN)


UNSIGNED: list[tuple[str, dict[str, Any]]] = [
    ("register-wheel", {"serial": "W-1", "pockets": ORDER}),
    ("move-wheel", {"serial": "W-1", "table": "T1"}),
    ("withdraw-wheel", {"serial": "W-1", "reason": "worn"}),
    ("register-ball", {"serial": "B-1", "diameter_mm": 20}),
    ("assign-ball", {"serial": "B-1", "table": "T1", "letter": "A"}),
    ("withdraw-ball", {"serial": "B-1", "reason": "worn"}),
]


@pytest.mark.parametrize(("command", "body"), UNSIGNED, ids=[each for each, _ in UNSIGNED])
def test_equipment_is_changed_with_a_signature_and_the_scope_of_administration(
    *,
    system: Caller,
    caller: Callable[..., Caller],
    signing: Callable[[Role], Any],
    problem: Callable[..., Any],
    command: str,
    body: dict[str, Any],
) -> None:
    signatures: tuple[Any, ...] = ([], signing(Role.CASH_DESK))
    for signed in signatures:
        assert problem(ask(system, command, **body, signatures=signed))["code"] == "equipment-unsigned"
    assert ask(caller(TABLES_READ, TABLES_WRITE), command, **body).status_code == 403
    assert register(system) == {"wheels": [], "balls": []}


def test_the_record_has_the_signature_of_a_change(system: Caller, casino: Casino) -> None:
    done(ask(system, "register-ball", serial="B-1", diameter_mm=20))
    (event,) = read_stream(casino.pk, "ball/B-1")
    assert [each["role"] for each in event.metadata["signed"]] == ["pit_boss"]


def done(answer: Any) -> Any:
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)


def register(system: Caller) -> Any:
    return json.loads(system.get("equipment").content)


@pytest.mark.clause("pt-francesa/3-7")
def test_a_wheel_comes_to_its_table_once_it_was_found_fit(
    system: Caller, casino: Casino, signing: Callable[[Role], Any], problem: Callable[..., Any]
) -> None:
    made = done(ask(system, "register-wheel", serial="W-1", diameter_mm=550, pockets=ORDER, make=WHEEL))
    assert [event["type"] for event in made["events"]] == ["wheel_registered"]
    assert problem(ask(system, "move-wheel", serial="W-1", table="T1"))["clause"] == "pt-francesa/3-7"
    signed = signing(Role.GAMES_INSPECTOR)
    done(ask(system, "inspect-wheel", serial="W-1", condition="fit", signatures=signed))
    done(ask(system, "move-wheel", serial="W-1", table="T1"))
    (wheel,) = register(system)["wheels"]
    assert (wheel["table"], wheel["numbering"], wheel["inspected"]["condition"]) == ("T1", "french", "fit")
    standing = wheel_at(casino.pk, "T1")
    assert standing is not None
    assert standing.serial == "W-1"


def test_inspection_of_a_ball_is_signed_by_its_inspector(
    system: Caller, signing: Callable[[Role], Any], problem: Callable[..., Any]
) -> None:
    done(ask(system, "register-ball", serial="B-1", diameter_mm=20, make=BALL))
    signatures: tuple[Any, ...] = ([], signing(Role.CASH_DESK))
    for signed in signatures:
        said = ask(system, "inspect-ball", serial="B-1", condition="fit", signatures=signed)
        assert "a pit boss or a games inspector" in problem(said)["detail"]
    assert register(system)["balls"][0]["inspected"] is None
    done(ask(system, "inspect-ball", serial="B-1", condition="fit", signatures=signing(Role.PIT_BOSS)))
    done(ask(system, "assign-ball", serial="B-1", table="T1", letter="A"))
    assert register(system)["balls"][0]["letter"] == "A"


def test_equipment_command_sent_twice_is_done_once(system: Caller) -> None:
    first = ask(system, "register-ball", key="once", serial="B-1", diameter_mm=20)
    assert ask(system, "register-ball", key="once", serial="B-1", diameter_mm=20).content == first.content
    assert [ball["version"] for ball in register(system)["balls"]] == [1]


@pytest.mark.clause("pt-francesa/3-7", "pt-francesa/9")
@pytest.mark.parametrize(
    ("command", "body", "says"),
    [
        ("register-wheel", {"serial": "W 1", "pockets": ORDER}, "no serial number"),
        ("register-wheel", {"serial": "W-1", "pockets": [0, 1, 2]}, "3 pockets"),
        ("register-ball", {"serial": "B-1", "diameter_mm": -1}, "say what it measures"),
        (
            "register-wheel",
            {"serial": "W-1", "pockets": ORDER, "make": WHEEL | {"material": "plastic", "deflectors": 0}},
            "material: plastic; right would be wood",
        ),
        (
            "register-wheel",
            {"serial": "W-1", "pockets": ORDER, "make": {"material": "cheese"}},
            "make.material: 'cheese' is none of the values here; right would be",
        ),
        (
            "register-ball",
            {"serial": "B-1", "diameter_mm": 20, "make": {"material": "steel", "colour": "black"}},
            "material: steel; right would be ivory",
        ),
        (
            "register-wheel",
            {"serial": "W-1", "pockets": ORDER, "rulebook": "monaco"},
            "monaco: no such rulebook",
        ),
        ("move-wheel", {"serial": "W-9", "table": "T1"}, "no wheel W-9 is registered"),
        ("withdraw-ball", {"serial": "B-9"}, "the key 'reason' is missing"),
        ("register-ball", {"serial": "B-1", "diameter_mm": 20, "weight": 5}, "no such key; there are"),
    ],
)
def test_impossible_equipment_command_is_refused_and_stores_nothing(
    system: Caller, problem: Callable[..., Any], command: str, body: dict[str, Any], says: str
) -> None:
    found = problem(ask(system, command, **body))
    assert found["status"] == 422
    assert says in found["detail"]
    assert register(system) == {"wheels": [], "balls": []}


def test_a_table_that_is_none_takes_no_wheel(
    system: Caller, signing: Callable[[Role], Any], problem: Callable[..., Any]
) -> None:
    done(ask(system, "register-wheel", serial="W-1", diameter_mm=550, pockets=ORDER))
    done(
        ask(system, "inspect-wheel", serial="W-1", condition="fit", signatures=signing(Role.GAMES_INSPECTOR))
    )
    assert problem(ask(system, "move-wheel", serial="W-1", table="T9"))["status"] == 404
