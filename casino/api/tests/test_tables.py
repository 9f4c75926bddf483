"""Tables over the network: registered, opened, played and read as they stand and as they stood."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from casino.api.access.scopes import ADMINISTRATION, TABLES_READ, TABLES_WRITE
from casino.api.feed.cloud_events import CloudEvent
from casino.api.tables.views import TableState
from casino.people.models import Role
from tables.handling.models import Casino, GamingTable
from tables.play import commands as c
from tables.play.state import as_kept
from tables.roulette.limits import Limits
from tables.roulette.loader import rulebooks
from tables.stream import RecordedEvent
from testkit.api import Caller, done, registration, staff_of
from testkit.house import OpenHouse
from testkit.officers import register_by_request

pytestmark = pytest.mark.django_db


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(TABLES_READ, TABLES_WRITE, ADMINISTRATION)


@pytest.fixture
def house(casino: Casino) -> OpenHouse:
    return OpenHouse(casino.pk, "it-venezia", now=timezone.now())


@pytest.mark.parametrize("rulebook", rulebooks())
def test_a_table_is_registered_opened_and_played(system: Caller, rulebook: str) -> None:
    made = register_by_request(system, registration(rulebook))
    assert made["wheel"] in rulebooks()[rulebook].wheels
    before = json.loads(system.get("tables/T1").content)
    assert (before["phase"], before["version"], before["day"]) == ("closed", 0, None)
    opened = done(
        system.command("open-table", {"staff": staff_of(rulebook), "ball": "A", "counts_float": False})
    )
    assert [event["type"] for event in opened["events"]] == ["table_opened"]
    for command, body in (("bets-open", {}), ("launch", {}), ("bets-closed", {}), ("number", {"number": 17})):
        told = done(system.command(command, body))
    assert told["events"][-1]["data"]["number"] == 17
    now = json.loads(system.get("tables/T1").content)
    assert (now["number"], now["coup"], now["version"]) == (17, 1, told["version"])
    listed = json.loads(system.get("tables").content)["tables"]
    assert [(each["code"], each["phase"], each["version"]) for each in listed] == [
        ("T1", now["phase"], now["version"])
    ]


@pytest.mark.clause("it-live/minimum")
def test_the_list_of_tables_shows_minimum_and_maximums_as_registered_and_as_changed(
    system: Caller, colleague: Callable[..., Any]
) -> None:
    def listed() -> tuple[str, int, int]:
        (table,) = json.loads(system.get("tables").content)["tables"]
        return table["currency"], table["limits"]["minimum"], table["limits"]["maximums"]["plein"]

    register_by_request(system, registration("it-live"))
    assert listed() == ("EUR", 50, 10_000)
    staff = {"staff": staff_of("it-live"), "ball": "A", "counts_float": False}
    done(system.command("open-table", staff))
    limits = rulebooks()["it-live"].default_limits
    doubled = {"minimum": 100, "maximums": {kind: 2 * most for kind, most in limits.maximums.items()}}
    boss = colleague(Role.PIT_BOSS, casino_id=system.client.casino_id, pin="4711")
    signed = {"signatures": [{"sign_in": boss.username, "pin": "4711"}]}
    done(
        system.command(
            "change-limits", {"limits": doubled, "players_told": True, "sign_changed": True, **signed}
        )
    )
    assert listed() == ("EUR", 100, 20_000)


def test_table_state_has_the_declared_shape(system: Caller, house: OpenHouse) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=1000))
    told = json.loads(system.get("tables/T1").content)
    shaped = msgspec.convert(told, TableState, str_keys=True)
    assert json.loads(msgspec.json.encode(shaped)) == told
    assert set(told) == set(TableState.__struct_fields__)
    kept = json.loads(msgspec.json.encode(as_kept(house.state)))
    made = ("code", "day", "reader", "readers", "under_minimum")
    assert all(told[name] == kept[name] for name in told if name not in made)
    assert told["bets"][0]["bet"] == "plein:17"


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


def test_unchanged_resource_is_answered_with_304(system: Caller, house: OpenHouse) -> None:
    for path in ("tables", "tables/T1", f"tables/T1/days/{house.day}/events"):
        first = system.get(path)
        again = system.get(path, **{"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "Content-Type" not in again.headers
        assert system.get(path, **{"If-None-Match": f'"x", W/{first.headers["ETag"]}'}).status_code == 304
    house.do(c.AnnounceBetsOpen())
    for path in ("tables", "tables/T1", f"tables/T1/days/{house.day}/events"):
        assert system.get(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


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
        ({"code": "live"}, "right would be any other than day, draws"),
        ({"code": "sheets"}, "a word of the casino's own addresses"),
        ({"name": " "}, "name"),
        ({"name": "Table\u200b 1"}, "name: it has a character that cannot be read"),
        ({"pit": "east\n"}, "pit: it has a line break"),
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
    register_by_request(system, registration("it-campione"))
    told = json.loads(system.get("tables/T1").content)
    assert (told["day"], told["version"], told["phase"]) == (None, 0, "closed")
    assert (told["rulebook"], told["rulebook_version"], told["currency"]) == ("it-campione", 3, "CHF")
    assert told["limits"] == msgspec.to_builtins(rulebooks()["it-campione"].default_limits)


def test_tables_are_listed_page_by_page(system: Caller, casino: Casino) -> None:
    for code in ("B2", "A1", "C3"):
        register_by_request(system, registration(code=code), key=code)
    first = json.loads(system.get("tables?limit=2").content)
    rest = json.loads(system.get(f"tables?limit=2&after={first['next']}").content)
    assert [each["code"] for each in first["tables"] + rest["tables"]] == ["A1", "B2", "C3"]
    assert (first["next"], rest["next"]) == ("B2", None)


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
    assert problem(stranger.command("bets-open"))["status"] == 404


def test_a_scope_is_asked_for(
    caller: Callable[..., Caller], house: OpenHouse, problem: Callable[..., Any]
) -> None:
    reader, writer = caller(TABLES_READ), caller(TABLES_WRITE)
    assert problem(reader.command("bets-open"))["detail"].count(TABLES_WRITE) == 1
    for without in (reader, writer, caller(TABLES_READ, ADMINISTRATION)):
        assert problem(without.post("tables", registration()))["status"] == 403
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


@pytest.mark.clause("it-venezia/general-9", "it-venezia/prison")
def test_state_has_open_choices_in_prison_and_sums_under_the_minimum(
    system: Caller, house: OpenHouse
) -> None:
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=1_000),
        c.CloseBets(),
        c.DeclareNumber(number=0),
        c.ConfirmPayments(),
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P2", bet="plein:17", amount=500),
        c.ChangeLimits(limits=Limits(minimum=1_000, maximums={}), players_told=True, sign_changed=True),
    ):
        house.do(command)
    state = json.loads(system.get("tables/T1").content)
    (choice,) = state["choices"]
    assert (choice["coup"], choice["stake"]["ref"], choice["choice"]) == (1, "b1", "")
    (asked,) = state["under_minimum"]
    assert (asked["code"], asked["clause"]) == ("raise-or-take-back", "it-venezia/general-9")
    assert (asked["parameters"]["player"], asked["parameters"]["refs"]) == ("P2", ["b2"])
    assert asked["parameters"]["limit"] == {"amount": 1_000, "currency": "EUR"}
