"""Tables over the network: registered, opened, played and read as they stand and as they stood."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from casino.api.cloud_events import CloudEvent
from casino.api.command_bodies import COMMANDS, NOT_SAID_HERE
from casino.api.scopes import TABLES_READ, TABLES_WRITE
from casino.api.tables import TableState
from casino.people.models import AttemptCounter, Role
from tables.handling.models import Casino, GamingTable
from tables.play import commands as c
from tables.play.commands import Command
from tables.play.state import as_kept
from tables.roulette.loader import rulebooks
from tables.stream import RecordedEvent
from testkit.api import Caller
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db

BALLS = [{"name": "A", "diameter_mm": 20}, {"name": "B", "diameter_mm": 20}]


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(TABLES_READ, TABLES_WRITE)


@pytest.fixture
def house(casino: Casino) -> OpenHouse:
    return OpenHouse(casino.pk, "it-venezia", now=timezone.now())


def registration(rulebook: str = "it-venezia", **more: Any) -> dict[str, Any]:
    return {"code": "T1", "name": "Table 1", "rulebook": rulebook, "cylinder_mm": 550, "balls": BALLS, **more}


def say(system: Caller, command: str, body: Any = None, *, table: str = "T1", **headers: str) -> Any:
    say.turn += 1
    key = headers.pop("key", f"key-{say.turn}")
    return system.post(f"tables/{table}/commands/{command}", body or {}, key, **headers)


say.turn = 0


def staff_of(rulebook: str) -> dict[str, Any]:
    positions = rulebooks()[rulebook].staff.positions
    return {
        position: {"id": f"p{turn}", "name": f"Croupier {turn}"} for turn, position in enumerate(positions)
    }


def done(answer: Any) -> Any:
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)


@pytest.mark.parametrize("rulebook", rulebooks())
def test_a_table_is_registered_opened_and_played(system: Caller, rulebook: str) -> None:
    assert done(system.post("tables", registration(rulebook)))["wheel"] in rulebooks()[rulebook].wheels
    before = json.loads(system.get("tables/T1").content)
    assert (before["phase"], before["version"], before["day"]) == ("closed", 0, None)
    opened = done(
        say(system, "open-table", {"staff": staff_of(rulebook), "ball": "A", "counts_float": False})
    )
    assert [event["type"] for event in opened["events"]] == ["table_opened"]
    for command, body in (("bets-open", {}), ("launch", {}), ("bets-closed", {}), ("number", {"number": 17})):
        told = done(say(system, command, body))
    assert told["events"][-1]["data"]["number"] == 17
    now = json.loads(system.get("tables/T1").content)
    assert (now["number"], now["coup"], now["version"]) == (17, 1, told["version"])
    listed = json.loads(system.get("tables").content)["tables"]
    assert [(each["code"], each["phase"], each["version"]) for each in listed] == [
        ("T1", now["phase"], now["version"])
    ]


def test_what_is_told_of_a_table_is_what_its_shape_says(system: Caller, house: OpenHouse) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=1000))
    told = json.loads(system.get("tables/T1").content)
    shaped = msgspec.convert(told, TableState, str_keys=True)
    assert json.loads(msgspec.json.encode(shaped)) == told
    assert set(told) == set(TableState.__struct_fields__)
    kept = json.loads(msgspec.json.encode(as_kept(house.state)))
    assert all(told[name] == kept[name] for name in told if name not in ("code", "day"))
    assert told["bets"][0]["bet"] == "plein:17"


def test_what_the_table_works_out_may_still_be_sent_and_is_not_read(system: Caller, house: OpenHouse) -> None:
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
    told = done(say(system, "paid-otherwise", body))
    paid, differed, *_ = (event["data"] for event in told["events"])
    assert (paid["refs"], paid["ahead"]) == (["b1"], ["b2"])
    assert (differed["worked_out"], differed["paid"]) == (17_500, 17_000)
    told = done(say(system, "prizes-paid", {"coup": 1, "refs": ["b2"], "ahead": ["b1"]}))
    assert [event["data"] for event in told["events"]] == [{"coup": 1, "refs": ["b2"], "ahead": []}]


def test_a_table_is_read_as_it_stood(system: Caller, house: OpenHouse, problem: Callable[..., Any]) -> None:
    opened_at = house.now
    house.now = timezone.now()
    house.coup(17)
    whole = house.state
    then = json.loads(system.get("tables/T1?at=1").content)
    assert (then["version"], then["coup"], then["number"]) == (1, 0, None)
    assert json.loads(system.get(f"tables/T1?at={whole.version}").content)["number"] == 17
    # The record's own time, not the house's: what was recorded by then.
    stamped = opened_at.isoformat().replace("+00:00", "Z")
    assert json.loads(system.get(f"tables/T1?at={stamped}").content)["version"] == 1
    # A `+` as it stands arrives as a space.
    assert json.loads(system.get(f"tables/T1?at={opened_at.isoformat()}").content)["version"] == 1
    assert problem(system.get(f"tables/T1?at={whole.version + 1}"))["status"] == 404
    assert problem(system.get("tables/T1?at=2020-01-01T00:00:00Z"))["status"] == 404
    for wrong in ("yesterday", "2031-05-17", "2031-05-17T21:30:00", "0", "-1", "9" * 30):
        found = problem(system.get(f"tables/T1?at={wrong}"))
        assert (found["status"], found["detail"].partition(":")[0]) == (422, "at")


def test_the_day_comes_event_by_event(system: Caller, house: OpenHouse, problem: Callable[..., Any]) -> None:
    house.coup(17)
    recorded = house.events()
    whole = json.loads(system.get(f"tables/T1/days/{house.day}/events").content)
    assert [event["id"] for event in whole["events"]] == [str(event.event_id) for event in recorded]
    assert (whole["version"], whole["next"]) == (recorded[-1].version, recorded[-1].version)
    first = json.loads(system.get(f"tables/T1/days/{house.day}/events?limit=2").content)
    rest = json.loads(system.get(f"tables/T1/days/{house.day}/events?after={first['next']}").content)
    assert first["events"] + rest["events"] == whole["events"]
    for event, told in zip(recorded, whole["events"], strict=True):
        check_told(event, told)
    assert problem(system.get("tables/T1/days/2020-01-01/events"))["status"] == 404
    assert problem(system.get("tables/T1/days/today/events"))["detail"].startswith("date: 'today'")


def check_told(event: RecordedEvent, told: dict[str, Any]) -> None:
    shaped = msgspec.convert(told, CloudEvent)
    assert shaped.type == event.type
    assert shaped.data == event.data
    assert shaped.time == event.occurred_at
    assert shaped.recordedat == event.recorded_at
    assert (shaped.table, shaped.gamingday) == tuple(event.stream_id.split("/")[1:])
    assert (shaped.actor, shaped.actorname) == (event.metadata["by"]["id"], event.metadata["by"]["name"])
    assert told["time"].endswith("Z")


def test_who_has_it_already_is_not_told_again(system: Caller, house: OpenHouse) -> None:
    for path in ("tables", "tables/T1", f"tables/T1/days/{house.day}/events"):
        first = system.get(path)
        again = system.get(path, **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "Content-Type" not in again.headers
        assert system.get(path, **{"If-None-Match": f'"x", W/{first.headers["ETag"]}'}).status_code == 304
    house.do(c.AnnounceBetsOpen())
    for path in ("tables", "tables/T1", f"tables/T1/days/{house.day}/events"):
        assert system.get(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_command_meant_for_another_version_is_not_done(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    read = system.get("tables/T1")
    version = json.loads(read.content)["version"]
    house.do(c.AnnounceBetsOpen())
    for meant in (f'"{version}"', read.headers["ETag"], f"W/{read.headers['ETag']}"):
        found = problem(say(system, "launch", key=f"meant {meant}".replace(" ", ""), **{"If-Match": meant}))
        assert (found["status"], found["version"]) == (412, house.state.version)
    assert house.state.phase == "betting"
    # The key of what was not done is free: the same request is done once the version is right.
    assert say(system, "launch", key="again", **{"If-Match": f'"{version}"'}).status_code == 412
    assert done(say(system, "launch", key="again", **{"If-Match": f'"{house.state.version}"'}))["events"]
    assert problem(say(system, "launch", **{"If-Match": "41"}))["status"] == 400
    assert done(say(system, "bets-closed", **{"If-Match": "*"}))["version"] == house.state.version


def test_a_refusal_has_its_clause_its_limit_and_its_value_and_leaves_nothing(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    house.do(c.AnnounceBetsOpen())
    version = house.state.version
    body = {"player": "P1", "bet": "plein:17", "amount": 10_000_000}
    found = problem(say(system, "place-bet", body))
    assert (found["status"], found["value"]) == (422, 10_000_000)
    assert found["limit"] == house.state.limits.maximums["plein"]
    assert found["clause"].startswith("it-venezia/")
    assert house.state.version == version


def test_the_same_key_is_one_command(system: Caller, house: OpenHouse) -> None:
    first = say(system, "bets-open", key="once")
    assert say(system, "bets-open", key="once").content == first.content
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
def test_what_is_not_of_the_form_names_the_place(
    system: Caller, house: OpenHouse, problem: Callable[..., Any], body: Any, said: str
) -> None:
    found = problem(say(system, "place-bet", body))
    assert found["type"].endswith(":malformed-request")
    assert found["detail"].startswith(said), found["detail"]
    assert house.state.version == 1


A_BET = {"bet": "plein:17", "amount": 500}
SAID_OF_A_PLAYER: dict[str, tuple[str, dict[str, Any]]] = {
    "player": ("place-bet", A_BET),
    "on_behalf_of": ("place-bet", {"player": "P1", **A_BET}),
    "player of a late bet": ("late-bet", A_BET),
    "player whose notes came": ("take-cash", {"total": 500}),
}


@pytest.mark.parametrize("name", ["P\u200b1", "P\n1", "x" * 41, "Ｐ１", " P1"], ids=ascii)
@pytest.mark.parametrize("what", SAID_OF_A_PLAYER)
def test_a_player_has_the_same_name_as_on_the_screens(
    system: Caller, house: OpenHouse, problem: Callable[..., Any], what: str, name: str
) -> None:
    command, body = SAID_OF_A_PLAYER[what]
    for before in (c.AnnounceBetsOpen(), *([c.CloseBets()] if command == "late-bet" else [])):
        house.do(before)
    version = house.state.version
    found = problem(say(system, command, {**body, what.split(maxsplit=1)[0]: name}))
    assert (found["status"], "a player's name" in found["detail"]) == (422, True), found
    assert house.state.version == version


def test_a_key_within_that_nothing_reads_is_named(
    system: Caller, casino: Casino, problem: Callable[..., Any]
) -> None:
    balls = [{"name": "A", "diameter_mm": 20, "weight": 3}]
    found = problem(system.post("tables", registration(balls=balls)))
    assert found["detail"].startswith("balls[0].weight: no such key; there are name, diameter_mm")
    assert not GamingTable.objects.filter(casino=casino).exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"code": "T/1"}, "no code of a table"),
        ({"code": "live"}, "right would be any other than live, report"),
        ({"code": "sheets"}, "a word of the house's own addresses"),
        ({"name": " "}, "name"),
        ({"name": "Table\u200b 1"}, "the name of a table has letters, digits and signs that can be read"),
        ({"pit": "east\n"}, "the pit of a table has letters, digits and signs that can be read"),
        ({"rulebook": "it-nowhere"}, "there are"),
        ({"wheel": "square"}, "played on"),
        ({"double": True}, "one layout"),
        ({"theory_of_drop": 10_001}, "hundredths"),
        ({"par": {"500": 0}}, "par"),
        ({"chip_colours": {"blue": 0}}, "at least one chip"),
        ({"cylinder_mm": 0}, "cylinder"),
        ({"pit": "x" * 21}, "pit"),
        ({"balls": [{"name": " ", "diameter_mm": 20}]}, "name of its own"),
        ({"balls": [{"name": "A", "diameter_mm": 20}] * 2}, "name of its own"),
        ({"balls": [{"name": "A", "diameter_mm": -20}]}, "ball A of -20 mm"),
        ({"rulebook": "pt-francesa", "limits": {"minimum": 500, "maximums": {"plein": 7}}}, "7"),
    ],
)
def test_a_table_that_cannot_be_is_not_registered(
    system: Caller, casino: Casino, problem: Callable[..., Any], wrong: dict[str, Any], says: str
) -> None:
    found = problem(system.post("tables", registration() | wrong))
    assert found["status"] == 422
    assert says in found["detail"]
    assert not GamingTable.objects.filter(casino=casino).exists()


def test_a_code_is_a_tables_own(system: Caller, house: OpenHouse, problem: Callable[..., Any]) -> None:
    assert "already" in problem(system.post("tables", registration()))["detail"]


def test_a_table_that_was_never_opened_is_told_as_it_is_registered(system: Caller, casino: Casino) -> None:
    done(system.post("tables", registration("it-campione")))
    told = json.loads(system.get("tables/T1").content)
    assert (told["day"], told["version"], told["phase"]) == (None, 0, "closed")
    assert (told["rulebook"], told["rulebook_version"], told["currency"]) == ("it-campione", 1, "CHF")
    assert told["limits"] == as_kept(rulebooks()["it-campione"].default_limits)


def test_tables_are_listed_page_by_page(system: Caller, casino: Casino) -> None:
    for code in ("B2", "A1", "C3"):
        done(system.post("tables", registration(code=code), key=code))
    first = json.loads(system.get("tables?limit=2").content)
    rest = json.loads(system.get(f"tables?limit=2&after={first['next']}").content)
    assert [each["code"] for each in first["tables"] + rest["tables"]] == ["A1", "B2", "C3"]
    assert (first["next"], rest["next"]) == ("B2", None)


def test_who_signs_gives_a_pin(
    system: Caller, house: OpenHouse, colleague: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    roles = (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
    people = [colleague(role, casino_id=house.casino_id, pin="4711") for role in roles]
    pieces = {"moment": "opening", "pieces": {"1000": 100}}
    assert "signed" in problem(say(system, "count-float", pieces))["detail"]
    signing = [{"sign_in": person.username, "pin": "4711"} for person in people]
    wrong = [signing[0], {"sign_in": people[1].username, "pin": "4712"}]
    found = problem(say(system, "count-float", {**pieces, "signatures": wrong}, key="signed"))
    assert found["detail"].startswith("signatures[1]: that is not the PIN")
    tried = AttemptCounter.objects.get(kind="pin", whose=str(people[1].pk))
    assert (tried.by, tried.failures) == (f"client/{system.client.pk}", 1)
    told = done(say(system, "count-float", {**pieces, "signatures": signing}, key="signed"))
    assert told["events"][0]["signedby"] == " ".join(f"person/{person.pk}" for person in people)
    assert b"4711" not in json.dumps(told).encode()
    # Given again as it was, though the PIN is another by now.
    people[0].set_pin("9999")
    people[0].save()
    assert done(say(system, "count-float", {**pieces, "signatures": signing}, key="signed")) == told


def test_nobody_of_another_casino_signs(
    system: Caller, house: OpenHouse, colleague: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    stranger = colleague(Role.PIT_BOSS, casino_id=house.casino_id + 1, pin="4711")
    body = {"moment": "opening", "pieces": {}, "signatures": [{"sign_in": stranger.username, "pin": "4711"}]}
    assert "no colleague" in problem(say(system, "count-float", body))["detail"]


def test_a_fact_may_have_happened_earlier_but_not_later_and_not_before_the_day(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    house.do(c.AnnounceBetsOpen())
    when = timezone.now().isoformat()
    told = done(say(system, "launch", {"occurred_at": when}))
    assert datetime.fromisoformat(told["events"][0]["time"]) == datetime.fromisoformat(when)
    for wrong in ("2099-01-01T00:00:00Z", "2020-01-01T00:00:00Z"):
        assert problem(say(system, "bets-closed", {"occurred_at": wrong}))["status"] == 422
    nowhere = problem(say(system, "bets-closed", {"occurred_at": when[:19]}))
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
    assert set(COMMANDS.values()) | set(NOT_SAID_HERE) == every
    for command in NOT_SAID_HERE:
        found = problem(say(system, str(command.__struct_config__.tag)))
        assert (found["status"], "is not said here" in found["detail"]) == (404, True)
    assert "there are accept-late-bet" in problem(say(system, "dance"))["detail"]


def test_a_client_speaks_for_the_staff_and_is_named(system: Caller, house: OpenHouse) -> None:
    event = done(say(system, "bets-open"))["events"][0]
    assert event["actor"] == f"client/{system.client.pk}"
    assert event["actorname"] == "cash-desk"
    say(system, "launch")
    assert house.events()[-1].data["source"] == "staff"
    assert say(system, "bets-closed", {"source": "reader"}).status_code == 422


def test_a_table_of_another_casino_is_none(
    caller: Callable[..., Caller], house: OpenHouse, problem: Callable[..., Any], casino: Casino
) -> None:
    stranger = caller(TABLES_READ, TABLES_WRITE)
    other = Casino.objects.create(id=casino.pk + 1, name="Another casino")
    stranger.client.casino = other
    stranger.client.save()
    assert json.loads(stranger.get("tables").content)["tables"] == []
    for path in ("tables/T1", f"tables/T1/days/{house.day}/events", "tables/T1?at=1"):
        assert problem(stranger.get(path))["status"] == 404
    assert problem(say(stranger, "bets-open"))["status"] == 404


def test_a_scope_is_asked_for(
    caller: Callable[..., Caller], house: OpenHouse, problem: Callable[..., Any]
) -> None:
    reader, writer = caller(TABLES_READ), caller(TABLES_WRITE)
    assert problem(say(reader, "bets-open"))["detail"].count(TABLES_WRITE) == 1
    assert problem(reader.post("tables", registration()))["status"] == 403
    assert problem(writer.get("tables"))["status"] == 403
    assert problem(writer.get("tables/T1"))["status"] == 403


def test_a_large_answer_is_compressed_for_who_takes_it(system: Caller, house: OpenHouse) -> None:
    answer = system.get("tables/T1", **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in system.get("tables/T1").headers


def test_a_parameter_that_there_is_not_is_named(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    assert problem(system.get("tables/T1?att=1"))["detail"] == "att: no such parameter; there are at, day"
    assert problem(system.get("tables/T1?day=2026-11-20&day=2026-11-21"))["detail"].startswith("day:")
