"""Fills, credits, drops, coups and the ledger, as a cash system sees and does them."""

import json
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from casino.api.access.scopes import CASH_READ, CASH_WRITE, TABLES_READ, TABLES_WRITE
from casino.api.cash.slips import SlipWithSteps
from casino.api.tables.coups import PlayedCoup
from casino.api.tables.ledgers import TableDayLedger
from casino.people.models import Person, Role
from settlement.day_ledger import ledger_of_table
from settlement.models import Slip
from settlement.sheets import sheet
from settlement.slip_aggregate import SlipAggregate
from settlement.slips import commands as sc
from tables.handling import handle
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.play.events import Signature
from testkit.api import Caller
from testkit.house import BOSS, OpenHouse

pytestmark = pytest.mark.django_db
PIN = "4711"
PIECES = {"10000": 5, "500": 20}
keys = count(1)


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(CASH_READ, CASH_WRITE, TABLES_READ)


@pytest.fixture
def signing(house: OpenHouse, colleague: Callable[..., Person]) -> Callable[..., list[dict[str, str]]]:
    """`signing(role, ...)`: the signatures of people of these roles, as a body has them."""
    engaged: dict[Role, Person] = {}

    def of(*roles: Role) -> list[dict[str, str]]:
        for role in roles:
            if role not in engaged:
                engaged[role] = colleague(role, casino_id=house.casino_id, pin=PIN)
        return [{"sign_in": engaged[role].username, "pin": PIN} for role in roles]

    return of


def post(system: Caller, path: str, body: Any = None, **headers: str) -> Any:
    return system.post(path, body or {}, headers.pop("key", f"key-{next(keys)}"), **headers)


def done(answer: Any) -> Any:
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)


def read(system: Caller, path: str) -> Any:
    answer = system.get(path)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def asked_for(system: Caller, signing: Callable[..., Any], kind: str = "fill", **more: Any) -> str:
    body = {"kind": kind, "table": "T1", "pieces": PIECES, "signatures": signing(Role.PIT_BOSS), **more}
    return str(done(post(system, "fills", body))["number"])


def at_the_table(house: OpenHouse, number: str, step: type[sc.OnSlip]) -> None:
    """What croupier and chief sign at the table itself."""
    signed = [("p1", "croupier"), ("chief", "chef_de_table")]
    signatures = tuple(Signature(person=Named(id=id_, name=id_), role=role) for id_, role in signed)
    signed_by = step(signatures=signatures)
    assert isinstance(signed_by, sc.AnyOnSlip)
    handle(SlipAggregate(house.casino_id, number), signed_by, by=BOSS, now=timezone.now())


def test_a_fill_goes_its_way_and_only_the_table_receives_it(
    system: Caller, house: OpenHouse, signing: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    number = asked_for(system, signing)
    slip = read(system, f"fills/{number}")
    assert json.loads(msgspec.json.encode(msgspec.convert(slip, SlipWithSteps, str_keys=True))) == slip
    assert (slip["status"], slip["next"], slip["next_at"]) == ("requested", "issued", "bank")
    assert slip["total"] == {"amount": 60_000, "currency": "EUR"}
    assert done(post(system, f"fills/{number}/issue", {"carrier": "Carrier 1"}))["status"] == "issued"
    carried = done(post(system, f"fills/{number}/carry"))
    assert (carried["status"], carried["next"], carried["next_at"]) == ("carried", "received", "table")
    chiefs = {"signatures": signing(Role.CHEF_DE_TABLE, Role.CROUPIER)}
    refused = problem(post(system, f"fills/{number}/receive", chiefs))
    assert (refused["status"], "received at the table" in refused["detail"]) == (422, True)
    at_the_table(house, number, sc.ReceiveSlip)
    ended = read(system, f"fills/{number}")
    assert (ended["status"], ended["next"], ended["next_at"]) == ("received", None, None)
    assert [step["step"] for step in ended["steps"]] == ["requested", "issued", "carried", "received"]
    assert ended["steps"][1]["signed"] == [{"name": "cash-desk", "role": "cash_desk"}]
    assert ended["steps"][0]["signed"][0]["role"] == "pit_boss"
    assert problem(post(system, f"fills/{number}/void", {"reason": "late"}))["status"] == 422


def test_a_credit_comes_back_to_the_bank(
    system: Caller, house: OpenHouse, signing: Callable[..., Any]
) -> None:
    number = asked_for(system, signing, "credit", pieces={"500": 10})
    done(post(system, f"fills/{number}/issue", {"carrier": "Carrier 1"}))
    at_the_table(house, number, sc.HandOverSlip)
    told = done(post(system, f"fills/{number}/receive", {"pieces": {"500": 9}, "reason": "one is missing"}))
    assert (told["status"], told["total"]["amount"]) == ("received", 4_500)
    assert told["steps"][-1]["reason"] == "one is missing"


def test_a_request_is_signed_at_the_pit_and_uses_up_no_number_where_it_is_not(
    system: Caller, house: OpenHouse, signing: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    body = {"kind": "fill", "table": "T1", "pieces": PIECES}
    assert "nobody has signed" in problem(post(system, "fills", body))["detail"]
    worded = problem(post(system, "fills", {**body, "pieces": {"five": 1}}))
    assert worded["detail"] == "pieces: a key of it is wrong: right would be a whole number, and this is text"
    desk = {**body, "signatures": signing(Role.CASH_DESK)}
    assert "nobody has signed" in problem(post(system, "fills", desk))["detail"]
    assert asked_for(system, signing) == "F-000001"
    assert (
        problem(post(system, "fills", {**body, "table": "T9", "signatures": signing(Role.PIT_BOSS)}))[
            "status"
        ]
        == 404
    )


def test_a_slip_is_voided_and_printed_again(
    system: Caller, house: OpenHouse, signing: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    number = asked_for(system, signing)
    done(post(system, f"fills/{number}/issue", {"carrier": "Carrier 1"}))
    assert done(post(system, f"fills/{number}/reprint"))["reprints"] == 1
    assert problem(post(system, f"fills/{number}/void", {"reason": ""}))["status"] == 422
    assert done(post(system, f"fills/{number}/void", {"reason": "the wrong chips"}))["status"] == "voided"


def test_a_step_meant_for_another_version_is_not_made(
    system: Caller, house: OpenHouse, signing: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    number = asked_for(system, signing)
    tag = system.get(f"fills/{number}").headers["ETag"]
    done(post(system, f"fills/{number}/issue", {"carrier": "Carrier 1"}, **{"If-Match": tag}))
    found = problem(post(system, f"fills/{number}/void", {"reason": "late"}, **{"If-Match": tag}))
    assert (found["status"], found["version"]) == (412, 2)
    assert Slip.objects.get(casino_id=house.casino_id, number=number).status == "issued"


def test_slips_are_listed_and_chosen(
    system: Caller, house: OpenHouse, signing: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    first, second = asked_for(system, signing), asked_for(system, signing)
    credit = asked_for(system, signing, "credit", pieces={"500": 1})
    done(post(system, f"fills/{second}/void", {"reason": "twice", "signatures": signing(Role.PIT_BOSS)}))

    def numbers(query: str = "") -> list[str]:
        return [slip["number"] for slip in read(system, f"fills{query}")["slips"]]

    assert numbers() == [first, second, credit]
    assert numbers("?status=open") == [first, credit]
    assert numbers("?kind=credit") == [credit]
    assert numbers(f"?table=T1&day={house.day}&status=voided") == [second]
    assert numbers("?table=T2") == []
    page = read(system, "fills?limit=2")
    assert [each["number"] for each in page["slips"]] == [first, second]
    assert numbers(f"?after={page['next']}") == [credit]
    assert problem(system.get("fills?kind=loan"))["detail"].startswith("kind: 'loan' is none of fill, credit")
    assert problem(system.get("fills/F-000009"))["status"] == 404


def test_the_same_request_is_one_slip(system: Caller, house: OpenHouse, signing: Callable[..., Any]) -> None:
    body = {"kind": "fill", "table": "T1", "pieces": PIECES, "signatures": signing(Role.PIT_BOSS)}
    assert post(system, "fills", body, key="once").content == post(system, "fills", body, key="once").content
    assert Slip.objects.filter(casino_id=house.casino_id).count() == 1


def test_reading_scope_and_table_scope_cannot_write_cash(
    house: OpenHouse, caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    reader, player = caller(CASH_READ), caller(TABLES_READ, TABLES_WRITE)
    for path in ("fills", "fills/F-000001/issue", f"drops/T1/{house.day}/T1-A/1/count"):
        assert problem(post(reader, path))["status"] == 403
        assert problem(post(player, path))["status"] == 403
    for path in ("fills", "fills/F-000001", f"drops?day={house.day}", f"tables/T1/days/{house.day}/ledger"):
        assert problem(player.get(path))["status"] == 403


# ---------------------------------------------------------------- drops


def test_a_box_is_counted_blind_by_two_and_accepted_by_a_third(
    system: Caller, house: OpenHouse, signing: Callable[..., Any], problem: Callable[..., Any]
) -> None:
    two = tuple(
        Signature(person=Named(id=role, name=role), role=role) for role in ("chef_de_table", "pit_boss")
    )
    house.do(c.PlaceBox(serial="T1-A", signatures=two))
    house.do(c.TakeCash(pieces={10_000: 2}))
    house.do(c.RemoveBox(serial="T1-A", reason="full", signatures=two))
    (box,) = read(system, f"drops?day={house.day}&status=waiting")["drops"]
    assert (box["recorded"], box["total"], box["difference"]) == (None, None, None)
    path = f"drops/T1/{house.day}/T1-A/1"
    notes = {"pieces": {"10000": 1, "5000": 1}}
    assert problem(post(system, f"{path}/count", notes))["status"] == 422
    by_two = {**notes, "signatures": signing(Role.CASH_DESK, Role.GAMES_INSPECTOR)}
    counted = done(post(system, f"{path}/count", by_two))
    assert (counted["total"]["amount"], counted["difference"]["amount"]) == (15_000, -5_000)
    accepted = done(post(system, f"{path}/accept", {"signatures": signing(Role.PIT_BOSS)}))
    assert (accepted["status"], [step["step"] for step in accepted["steps"]]) == (
        "accepted",
        ["counted", "accepted"],
    )
    assert read(system, path) == accepted
    assert problem(system.get(f"drops/T1/{house.day}/T1-A/2"))["status"] == 404
    assert problem(system.get(f"drops/T1/{house.day}/T1-A/{'9' * 30}"))["status"] == 404
    assert problem(system.get("drops"))["detail"].startswith("day: say of which gaming day")


# ---------------------------------------------------------------- coups and the ledger


@pytest.mark.parametrize("number", [17, 0])
def test_a_coup_is_told_as_its_sheet_has_it(
    system: Caller, house: OpenHouse, problem: Callable[..., Any], number: int
) -> None:
    bets = [
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.PlaceBet(player="P2", bet="rouge", amount=500),
    ]
    house.coup(number, *bets)
    told = read(system, f"tables/T1/days/{house.day}/coups/1")
    assert json.loads(msgspec.json.encode(msgspec.convert(told, PlayedCoup))) == told
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    order = json.loads(msgspec.json.encode(found.groups))
    for line in (line for group in order for line in group["lines"]):
        assert line.pop("notes") == [], "they are sent as one note, in words"
        line["note"] = None
    assert told["order"] == order
    placed = [event.version for event in house.events() if event.type == "bet_placed"]
    assert [(bet["bet"], bet["place"]) for bet in told["bets"]] == list(
        zip(["plein:17", "rouge"], placed, strict=True)
    )
    assert told["total_stake"] == 1000
    assert told["total_taken"] == found.total_taken
    assert [each["bet"] for each in told["prison"]] == (["rouge"] if number == 0 and found.total_held else [])
    assert problem(system.get(f"tables/T1/days/{house.day}/coups/2"))["status"] == 404
    assert problem(system.get(f"tables/T1/days/{house.day}/coups/{'9' * 30}"))["status"] == 404
    assert problem(system.get("tables/T2/days/2026-11-20/coups/1"))["status"] == 404


def test_a_stake_that_was_carried_over_lay_before_all_that_was_placed(
    casino_id: int, casino: Any, caller: Callable[..., Caller]
) -> None:
    now = timezone.now()
    house = OpenHouse(casino_id, "it-venezia", now=now - timedelta(days=1))
    red = c.PlaceBet(player="P1", bet="rouge", amount=1_000)
    house.coup(0, red, red)
    for ref in ("b1", "b2"):
        house.do(c.ChoosePrison(ref=ref, choice="stay"))
    house.do(c.CloseTable())
    house.now = now
    house.open("2026-11-21")
    house.coup(17, red)
    told = read(caller(TABLES_READ), f"tables/T1/days/{house.day}/coups/1")
    (placed,) = (event.version for event in house.events() if event.type == "bet_placed")
    assert [bet["place"] for bet in told["bets"]] == [-1, 0, placed]


def test_a_coup_tells_what_was_ticked_off_and_when(system: Caller, house: OpenHouse) -> None:
    bets = (
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.PlaceBet(player="P2", bet="noir", amount=500),
    )
    played = (c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    for command in played:
        house.do(command)
    where = f"tables/T1/days/{house.day}/coups/1"
    first, second = (group["lines"][0]["refs"] for group in read(system, where)["order"])
    assert read(system, where)["payments"] == []
    house.do(c.PayLines(coup=1, refs=second))
    house.do(c.PayLines(coup=1, refs=first))
    house.do(c.ConfirmPayments(coup=1))
    told = read(system, where)
    ticked = [(each["refs"], each["ahead"]) for each in told["payments"]]
    assert ticked == [(second, first), (first, []), ([], [])]
    assert told["payments"][-1]["paid_at"] == told["paid_at"]


def test_the_ledger_says_how_well_each_figure_is_known(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    house.coup(17, c.PlaceBet(player="P1", bet="noir", amount=500))
    told = read(system, f"tables/T1/days/{house.day}/ledger")
    assert json.loads(msgspec.json.encode(msgspec.convert(told, TableDayLedger))) == told
    found = ledger_of_table(house.casino_id, "T1", house.day)
    assert found is not None
    assert told["turnover"]["amount"] == {"amount": found.turnover.amount, "currency": "EUR"}
    assert (told["opening"]["amount"], told["opening"]["label"]) == (None, "absent")
    assert told["opening"]["missing"] == list(found.opening.missing)
    assert told["by_bets"]["label"] == "estimated"
    # Nothing is counted yet: the result is what the bets brought, and the float what the record has for it.
    assert (told["win"]["label"], told["result"]) == ("absent", told["by_bets"])
    assert (told["float"], told["chips_outstanding"]) == (told["float_by_record"], told["colours_out"])
    assert told["within"]["lower"]["amount"] <= told["within"]["upper"]["amount"]
    assert problem(system.get("tables/T1/days/2020-01-01/ledger"))["status"] == 404
