"""The people whom a client names in facts are those of its casino's register; free names have their own identifiers."""

import json
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from msgspec import inspect

from casino.api.access.clients import create_client
from casino.api.access.scopes import SCOPES
from casino.api.commands.body import COMMANDS
from casino.people.models import Person, Role
from casino.people.people_in_facts import names_somebody
from tables.handling.models import Casino
from tables.play.events import Person as Named
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.people import engage

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def system(house: OpenHouse, casino_id: int) -> Caller:
    return Caller(create_client(name="all", casino=Casino.objects.get(pk=casino_id), scopes=SCOPES))


@pytest.fixture
def croupier(house: OpenHouse, casino_id: int) -> Person:
    return engage(Role.CROUPIER, casino_id=casino_id)


def seat(system: Caller, person: dict[str, str]) -> Any:
    return system.command("staff-change", {"position": "payer", "person": person})


def test_person_of_the_register_is_recorded_under_the_registered_name(
    system: Caller, house: OpenHouse, croupier: Person
) -> None:
    for name in (croupier.display_name.upper(), ""):
        assert seat(system, {"id": f"person/{croupier.pk}", "name": name}).status_code == 201
        assert house.state.staff["payer"] == Named(id=f"person/{croupier.pk}", name=croupier.display_name)


def test_person_outside_the_register_is_refused_in_every_fact(
    system: Caller, house: OpenHouse, croupier: Person
) -> None:
    other = engage(Role.CROUPIER, casino_id=house.casino_id + 1)
    boss = engage(Role.PIT_BOSS, casino_id=house.casino_id)
    wrong = {
        "another casino's": ({"id": f"person/{other.pk}", "name": other.display_name}, "person-not-registered"),
        "nobody's": ({"id": "person/987654321", "name": "A"}, "person-not-registered"),
        "a false name": ({"id": f"person/{croupier.pk}", "name": "Somebody Else"}, "person-of-another-name"),
        "a role without a seat": ({"id": f"person/{boss.pk}", "name": boss.display_name}, "person-takes-no-seat"),
        "a formula": ({"id": '=HYPERLINK("http://x","y")', "name": "A"}, "person-id-malformed"),
        "a client's": ({"id": "client/1", "name": "A"}, "person-id-malformed"),
        "a number with zeros": ({"id": f"person/0{croupier.pk}", "name": "A"}, "person-id-malformed"),
        "no name": ({"id": "c-7", "name": " "}, "person-without-name"),
    }  # fmt: skip
    version = house.state.version
    for what, (person, code) in wrong.items():
        for command, body in (
            ("staff-change", {"position": "payer", "person": person}),
            ("spinner-change", {"person": person}),
        ):
            answer = system.command(command, body)
            assert (answer.status_code, json.loads(answer.content)["code"]) == (422, code), what
    assert house.state.version == version


def test_free_name_is_recorded_with_its_own_identifier_where_the_floor_takes_one(
    system: Caller, house: OpenHouse
) -> None:
    guest = {"id": "agency-12", "name": "Guest Croupier"}
    assert seat(system, guest).status_code == 201
    assert house.state.staff["payer"] == Named(**guest)
    assert system.command("break-begin", {"person": guest}).status_code == 201
    stranger = system.command("break-begin", {"person": {"id": "agency-13", "name": "Stranger"}})
    assert (stranger.status_code, json.loads(stranger.content)["code"]) == (422, "person-not-at-table")
    renamed = seat(system, guest | {"name": "Another Guest"})
    assert (renamed.status_code, json.loads(renamed.content)["code"]) == (422, "person-of-another-name")


def mentions_person(type_: Any, of: Any = None) -> bool:
    """Whether a value of the type may hold a person, at any depth."""
    match type_:
        case inspect.StructType():
            return type_.cls is Named or any(mentions_person(field.type) for field in type_.fields)
        case inspect.UnionType():
            return any(map(mentions_person, type_.types))
        case inspect.DictType():
            return mentions_person(type_.value_type)
        case inspect.VarTupleType() | inspect.ListType():
            return mentions_person(type_.item_type)
    return False


PERSON = {"id": "a", "name": "A"}


def test_every_field_with_a_person_is_checked() -> None:
    """A command that gets another shape of people fails here until the check reads it."""
    found = set()
    for name, command in COMMANDS.items():
        for field in msgspec.inspect.type_info(command).fields:  # type: ignore[attr-defined]  # every command is a struct
            if field.name != "signatures" and mentions_person(field.type):
                found.add((name, field.name))
    assert {name for name, _ in found} >= {"staff-change", "spinner-change", "open-table", "break-begin"}
    for name, field in found:
        value = {"payer": Named(**PERSON)} if "staff" in field else Named(**PERSON)
        others = dict.fromkeys(set(COMMANDS[name].__struct_fields__) - {field})
        assert names_somebody(COMMANDS[name](**{**others, field: value})), (name, field)
