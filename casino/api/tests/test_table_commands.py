"""Commands to a table over the network: keys, versions, forms, signatures, refusals."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import TABLES_READ, TABLES_WRITE
from casino.api.commands.body import COMMANDS, GIVEN_ELSEWHERE
from casino.people.models import AttemptCounter, Role
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.play import commands as c
from tables.play.commands import Command
from testkit.api import Caller, done
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(TABLES_READ, TABLES_WRITE)


@pytest.fixture
def house(casino: Casino) -> OpenHouse:
    return OpenHouse(casino.pk, "it-venezia", now=timezone.now())


def test_computed_field_of_a_command_is_accepted_and_ignored(system: Caller, house: OpenHouse) -> None:
    bets = (
        c.PlaceBet(player=player, bet=bet, amount=500) for player, bet in (("P1", "plein:17"), ("P2", "noir"))
    )
    for command in (c.AnnounceBetsOpen(), *bets, c.CloseBets(), c.DeclareNumber(number=17)):
        house.do(command)
    body = {
        "coup": 1,
        "refs": ["b1"],
        "worked_out": 1,
        "paid": 17_000,
        "reason": "miscounted",
        "ahead": ["b9"],
    }
    told = done(system.command("paid-otherwise", body))
    paid, differed, *_ = (event["data"] for event in told["events"])
    assert (paid["refs"], paid["ahead"]) == (["b1"], ["b2"])
    assert (differed["worked_out"], differed["paid"]) == (17_500, 17_000)
    told = done(system.command("prizes-paid", {"coup": 1, "refs": ["b2"], "ahead": ["b1"]}))
    (paid,) = (event["data"] for event in told["events"])
    assert (paid["coup"], paid["refs"], paid["ahead"]) == (1, ["b2"], [])


def test_a_command_meant_for_another_version_is_not_done(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    read = system.get("tables/T1")
    version = json.loads(read.content)["version"]
    house.do(c.AnnounceBetsOpen())
    for meant in (f'"{version}"', read.headers["ETag"], f"W/{read.headers['ETag']}"):
        found = problem(
            system.command("launch", key=f"meant {meant}".replace(" ", ""), **{"If-Match": meant})
        )
        assert (found["status"], found["version"]) == (412, house.state.version)
    assert house.state.phase == "betting"
    # The key of what was not done is free: the same request is done once the version is right.
    assert system.command("launch", key="again", **{"If-Match": f'"{version}"'}).status_code == 412
    assert done(system.command("launch", key="again", **{"If-Match": f'"{house.state.version}"'}))["events"]
    assert problem(system.command("launch", **{"If-Match": "41"}))["status"] == 400
    assert done(system.command("bets-closed", **{"If-Match": "*"}))["version"] == house.state.version


def test_a_refusal_has_its_clause_its_limit_and_its_value_and_leaves_nothing(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    house.do(c.AnnounceBetsOpen())
    version = house.state.version
    body = {"player": "P1", "bet": "plein:17", "amount": 10_000_000}
    found = problem(system.command("place-bet", body))
    assert (found["status"], found["value"]) == (422, 10_000_000)
    limits = house.state.limits
    assert limits is not None
    assert found["limit"] == limits.maximums["plein"]
    assert found["clause"].startswith("it-venezia/")
    assert house.state.version == version


def test_the_same_key_is_one_command(system: Caller, house: OpenHouse) -> None:
    first = system.command("bets-open", key="once")
    assert system.command("bets-open", key="once").content == first.content
    assert house.state.version == done(first)["version"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ([], "request"),
        ({"amont": 1}, "request"),
        ({"player": "P1", "bet": "plein:17"}, "request"),
        ({"player": "P1", "bet": "plein:17", "amount": "5"}, "amount"),
        ({"player": "P1", "bet": "plein:17", "amount": 10**19}, "amount"),
        ({"player": "P\x00", "bet": "plein:17", "amount": 5}, "player"),
        ({"player": "\ud800", "bet": "plein:17", "amount": 5}, "player"),
        ({"player": "P" * 2001, "bet": "plein:17", "amount": 5}, "player"),
    ],
)
def test_malformed_command_names_the_place(
    system: Caller, house: OpenHouse, problem: Callable[..., Any], body: Any, said: str
) -> None:
    found = problem(system.command("place-bet", body))
    assert found["type"].endswith(":malformed-request")
    assert found["detail"].startswith(said), found["detail"]
    assert house.state.version == 1


A_BET = {"bet": "plein:17", "amount": 500}


NAMED_PLAYERS: dict[str, tuple[str, dict[str, Any]]] = {
    "player": ("place-bet", A_BET),
    "on_behalf_of": ("place-bet", {"player": "P1", **A_BET}),
    "player of a late bet": ("late-bet", A_BET),
    "player of an announcement": ("refuse-announcement", {"announcement": "tiers", "reason": "unclear"}),
    "player whose notes came": ("take-cash", {"total": 500}),
}


@pytest.mark.parametrize("name", ["P\u200b1", "P\n1", "x" * 41, "Ｐ１", " P1"], ids=ascii)
@pytest.mark.parametrize("what", NAMED_PLAYERS)
def test_a_player_has_the_same_name_as_on_the_screens(
    system: Caller, house: OpenHouse, problem: Callable[..., Any], what: str, name: str
) -> None:
    command, body = NAMED_PLAYERS[what]
    for before in (c.AnnounceBetsOpen(), *([c.CloseBets()] if command == "late-bet" else [])):
        house.do(before)
    version = house.state.version
    found = problem(system.command(command, {**body, what.split(maxsplit=1)[0]: name}))
    of_the_text = ("it has a line break", "a character that cannot be read")
    assert found["status"] == 422
    assert any(said in found["detail"] for said in ("a player's name", *of_the_text)), found
    assert house.state.version == version


def test_a_refused_announcement_is_a_fact_that_a_client_may_tell(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    body = {"player": "P1", "announcement": "the game of a gentleman", "reason": "forbidden"}
    assert system.command("refuse-announcement", body).status_code == 201
    recorded = house.events()[-1]
    assert (recorded.type, recorded.data["reason"]) == ("announcement_refused", "forbidden")
    assert (recorded.data["announcement"], recorded.data["amount"]) == ("the game of a gentleman", 0)
    found = problem(system.command("refuse-announcement", body | {"reason": "no reason"}))
    assert found["type"].endswith(":malformed-request")


def test_signature_needs_a_pin(
    system: Caller, house: OpenHouse, colleague: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    roles = (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
    people = [colleague(role, casino_id=house.casino_id, pin="4711") for role in roles]
    pieces = {"moment": "opening", "pieces": {"1000": 100}}
    assert "signed" in problem(system.command("count-float", pieces))["detail"]
    signing = [{"sign_in": person.username, "pin": "4711"} for person in people]
    wrong = [signing[0], {"sign_in": people[1].username, "pin": "4712"}]
    found = problem(system.command("count-float", {**pieces, "signatures": wrong}, key="signed"))
    assert found["detail"].startswith("signatures[1]: that is not the PIN")
    tried = AttemptCounter.objects.get(kind="pin", whose=str(people[1].pk))
    assert (tried.by, tried.failures) == (f"client/{system.client.pk}", 1)
    told = done(system.command("count-float", {**pieces, "signatures": signing}, key="signed"))
    assert told["events"][0]["signedby"] == " ".join(f"person/{person.pk}" for person in people)
    assert b"4711" not in json.dumps(told).encode()
    # Given again as it was, though the PIN is another by now.
    people[0].set_pin("9999")
    people[0].save()
    assert done(system.command("count-float", {**pieces, "signatures": signing}, key="signed")) == told


def test_nobody_of_another_casino_signs(
    system: Caller, house: OpenHouse, colleague: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    stranger = colleague(Role.PIT_BOSS, casino_id=house.casino_id + 1, pin="4711")
    body = {"moment": "opening", "pieces": {}, "signatures": [{"sign_in": stranger.username, "pin": "4711"}]}
    assert "no colleague" in problem(system.command("count-float", body))["detail"]


def test_a_fact_may_have_happened_earlier_but_not_later_and_not_before_the_day(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    house.do(c.AnnounceBetsOpen())
    when = timezone.now().isoformat()
    told = done(system.command("launch", {"occurred_at": when}))
    assert datetime.fromisoformat(told["events"][0]["time"]) == datetime.fromisoformat(when)
    for wrong in ("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z"):
        assert problem(system.command("bets-closed", {"occurred_at": wrong}))["status"] == 422
    nowhere = problem(system.command("bets-closed", {"occurred_at": when[:19]}))
    assert nowhere["detail"].startswith("occurred_at: a time has its zone")
    assert house.state.phase == "launched"


def test_every_command_is_said_over_the_network_or_elsewhere_and_says_where(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    every = {
        cls
        for cls in vars(c).values()
        if isinstance(cls, type)
        and issubclass(cls, Command)
        and str(cls.__struct_config__.tag) != cls.__name__
    }
    assert set(COMMANDS.values()) | set(GIVEN_ELSEWHERE) == every
    for command in GIVEN_ELSEWHERE:
        found = problem(system.command(str(command.__struct_config__.tag)))
        assert (found["status"], "is not said here" in found["detail"]) == (404, True)
    assert "there are accept-late-bet" in problem(system.command("dance"))["detail"]


def test_a_client_speaks_for_the_staff_and_is_named(system: Caller, house: OpenHouse) -> None:
    event = done(system.command("bets-open"))["events"][0]
    assert event["actor"] == f"client/{system.client.pk}"
    assert event["actorname"] == "cash-desk"
    system.command("launch")
    assert house.events()[-1].data["source"] == "staff"
    assert system.command("bets-closed", {"source": "reader"}).status_code == 422


@pytest.mark.clause("pt-americana/9-11")
def test_boxes_of_colours_are_counted_over_the_network(
    system: Caller, casino: Casino, colleague: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    OpenHouse(casino.pk, "pt-americana", now=timezone.now(), chip_colours={"yellow": 200, "blue": 160})
    people = [
        colleague(role, casino_id=casino.pk, pin="4711") for role in (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
    ]
    signing = [{"sign_in": person.username, "pin": "4711"} for person in people]
    body = {"moment": "opening", "pieces": {"1000": 100}, "signatures": signing}
    refused = problem(system.command("count-float", body))
    assert (refused["code"], refused["parameters"]) == (
        "colour-box-not-counted",
        {"colours": ["blue", "yellow"]},
    )
    told = done(system.command("count-float", {**body, "colours": {"yellow": 197, "blue": 160}}))
    counted, differs = (event["data"] for event in told["events"])
    assert (counted["total"], counted["colours"]) == (100_000, {"yellow": 197, "blue": 160})
    assert (differs["difference"], differs["colours"]) == (0, {"yellow": -3})


def test_table_opens_for_the_gaming_day_alone(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    today = gaming_day(house.casino_id, timezone.now())
    for day in ("2099-01-01", (today - timedelta(days=1)).isoformat(), "tomorrow"):
        refused = problem(system.command("open-table", {"day": day}))
        assert (refused["code"], refused["parameters"]) == (
            "day-not-current",
            {"day": day, "today": today.isoformat()},
        )
    house.do(c.AnnounceLastCoup())
    house.coup(17)
    house.do(c.CloseTable())
    told = done(system.command("open-table", {}))
    assert told["day"] == today.isoformat()
