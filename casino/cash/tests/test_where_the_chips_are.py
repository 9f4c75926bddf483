"""The chips of the house on a page: where they all are, and the chip bank counted by two, selling and redeeming."""

from typing import Literal

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Person, Role
from settlement.bank_aggregate import stock_of
from settlement.ledger.accounts import Account
from settlement.models import BankEntry, LedgerEntry
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as slips
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.play.events import Signature
from tables.registers.chip_series_commands import IntroduceSeries
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
PIT = Signature(person=Named(id="boss", name="Boss"), role="pit_boss")
DESK = Signature(person=Named(id="person/2", name="Desk"), role="cash_desk")
COUNTED = {
    "currency": "CHF",
    "series": "B",
    "pieces-value-1": "100",
    "pieces-1": "90",
    "pieces-value-2": "5",
    "pieces-2": "190",
}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A table of Campione, and a series of which 100 of 100 and 200 of 5 were issued."""
    house = OpenHouse(casino_id, "it-campione", now=timezone.now())
    handle(
        SeriesAggregate(casino_id),
        IntroduceSeries(series="B", pieces={10_000: 100, 500: 200}),
        by=BOSS,
        now=house.now,
    )
    return house


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


@pytest.fixture
def beside(house: OpenHouse) -> dict[str, str]:
    colleague = Person(
        username="beside", casino_id=house.casino_id, role=Role.PIT_BOSS, display_name="Beside"
    )
    colleague.set_pin("4711")
    colleague.save()
    return {"signer": "beside", "pin": "4711"}


def page(client: Client) -> Element:
    response = client.get("/cash/chips/")
    assert response.status_code == 200
    return read_page(response.content)


def press(client: Client, step: str, form: dict[str, str]) -> tuple[int, Element]:
    response = client.post(f"/cash/chips/{step}", form)
    return response.status_code, read_page(response.content)


def cells(shown: Element, value: str) -> list[str]:
    """The counts of a value: issued, floats, bank, on the way, held, players."""
    for row in shown.select("#chips-1 tbody tr"):
        if find(row, "th").get_text() == value:
            found = [" ".join(cell.get_text(" ").split()) for cell in row.select("td")]
            return [found[0], found[1], found[2], found[3], found[4], found[5]]
    raise AssertionError(f"no row of {value}")


def count_float(house: OpenHouse, moment: Literal["opening", "closing"], pieces: dict[int, int]) -> None:
    house.do(c.CountFloat(moment=moment, pieces=pieces, signatures=(PIT, DESK)))


def bank_by_the_ledger(house: OpenHouse) -> int:
    entries = LedgerEntry.objects.filter(casino_id=house.casino_id, account=Account.BANK)
    return sum(entries.values_list("amount", flat=True))


@pytest.mark.clause("it-campione/20")
def test_before_anybody_counted_nobody_knows_what_players_have(house: OpenHouse, desk: Client) -> None:
    issued, floats, bank, way, held, players = cells(page(desk), "100")
    assert (issued, way, held) == ("100", "0", "0")
    assert floats == "– no count of the float of T1"
    assert bank == "– no count of the chip bank"
    assert players == "– no count of the float of T1, the chip bank"


def test_chips_at_no_counted_place_are_with_players(
    house: OpenHouse, desk: Client, beside: dict[str, str]
) -> None:
    count_float(house, "opening", {10_000: 8, 500: 5})
    assert press(desk, "count", COUNTED | beside)[0] == 302
    issued, floats, bank, _, _, players = cells(page(desk), "100")
    assert (issued, bank) == ("100", "90")
    assert floats == "≈ estimated 8" and players == "≈ estimated 2"
    assert stock_of(house.casino_id, "CHF") == {"B": {10_000: 90, 500: 190}}
    assert bank_by_the_ledger(house) == 90 * 10_000 + 190 * 500


def test_chips_on_the_way_are_at_neither_end(house: OpenHouse, desk: Client, beside: dict[str, str]) -> None:
    count_float(house, "opening", {10_000: 10, 500: 10})
    press(desk, "count", COUNTED | beside)
    asked = slips.RequestSlip(
        kind="fill", table="T1", pieces={10_000: 5}, by_series={"B": {10_000: 5}}, signatures=(PIT,)
    )
    number = handle(NextSlipAggregate(house.casino_id), asked, by=BOSS, now=house.now).state.number
    issue = slips.IssueSlip(carrier="Carrier", signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), issue, by=BOSS, now=house.now)
    _, floats, bank, way, _, players = cells(page(desk), "100")
    assert (floats, bank, way, players) == ("≈ estimated 10", "85", "5", "≈ estimated 0")
    void = slips.VoidSlip(reason="not needed", signatures=(DESK,))
    handle(SlipAggregate(house.casino_id, number), void, by=BOSS, now=house.now)
    assert cells(page(desk), "100")[2:4] == ["90", "0"]


@pytest.mark.clause("it-campione/19")
def test_chips_of_the_hold_are_known_once_they_are_counted(
    house: OpenHouse, desk: Client, beside: dict[str, str]
) -> None:
    count_float(house, "opening", {10_000: 8, 500: 5})
    press(desk, "count", COUNTED | beside)
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    house.do(c.SeeAbandoned(ref="b1"))
    held, players = cells(page(desk), "100")[4:]
    assert held == "– no count of h1 held at T1" and players.startswith("–")
    house.do(c.CountHeld(ref="h1", pieces={10_000: 1}, signatures=(PIT, DESK)))
    assert cells(page(desk), "100")[4:] == ["1", "≈ estimated 1"]


def test_more_chips_than_were_issued_raise_an_alarm(
    house: OpenHouse, desk: Client, beside: dict[str, str]
) -> None:
    count_float(house, "opening", {10_000: 12})
    press(desk, "count", COUNTED | beside)
    assert "2 more than were issued, unless play has moved them" in cells(page(desk), "100")[5]
    house.do(c.AnnounceLastCoup())
    house.coup(1)
    count_float(house, "closing", {10_000: 12})
    house.do(c.CloseTable())
    players = cells(page(desk), "100")[5]
    assert players == "– 2 2 more than were issued"


def test_chips_are_sold_and_redeemed_by_the_desk(
    house: OpenHouse, desk: Client, beside: dict[str, str]
) -> None:
    press(desk, "count", COUNTED | beside)
    four = {"currency": "CHF", "series": "B", "pieces-value-1": "100", "pieces-1": "4"}
    assert press(desk, "sell", four)[0] == 302
    assert press(desk, "redeem", four | {"pieces-1": "1"})[0] == 302
    assert stock_of(house.casino_id, "CHF")["B"][10_000] == 87
    assert bank_by_the_ledger(house) == 87 * 10_000 + 190 * 500
    status, answer = press(desk, "sell", four | {"pieces-1": "88"})
    assert status == 422
    assert "the bank has 87" in find(answer, "form[aria-label^=Sold] [role=alert]").get_text()
    assert find(answer, "#sell-pieces-1")["value"] == "88"


def test_a_count_that_differs_is_explained_and_stands_among_the_entries(
    house: OpenHouse, desk: Client, beside: dict[str, str]
) -> None:
    press(desk, "count", COUNTED | beside)
    other = COUNTED | beside | {"pieces-1": "89"}
    status, answer = press(desk, "count", other)
    assert status == 422 and "say what is known of it" in answer.get_text()
    assert press(desk, "count", other | {"reason": "one was torn"})[0] == 302
    said = find(page(desk), "#entries").get_text(" ")
    assert "– 1 × 100" in said and "one was torn" in said
    variance = LedgerEntry.objects.filter(casino_id=house.casino_id, account=Account.VARIANCE)
    assert [entry.amount for entry in variance] == [10_000]


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (COUNTED, "nobody has countersigned"),
        ({"currency": "CHF"}, "Say how many pieces"),
        (COUNTED | {"pieces-1": "many"}, "number of pieces"),
        (COUNTED | {"currency": "EUR"}, "the casino's tables play in CHF"),
        (COUNTED | {"pieces-value-1": "7"}, "no chips of 7 CHF"),
        (COUNTED | {"signer": "beside", "pin": "0000"}, "not the PIN"),
    ],
)
def test_bad_input_is_said_in_the_form_and_stores_nothing(
    house: OpenHouse, desk: Client, beside: dict[str, str], form: dict[str, str], why: str
) -> None:
    status, answer = press(desk, "count", form)
    assert status == 422
    assert why in answer.get_text()
    assert not BankEntry.objects.exists()


def test_bank_count_pressed_twice_is_recorded_once(
    house: OpenHouse, desk: Client, beside: dict[str, str]
) -> None:
    form = COUNTED | beside | {"key": find(page(desk), "form[aria-label^=Count] [name=key]")["value"]}
    assert press(desk, "count", form)[0] == press(desk, "count", form)[0] == 302
    assert BankEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("role", "sees", "keeps"),
    [
        (Role.CASH_DESK, 200, 422),
        (Role.PIT_BOSS, 200, 403),
        (Role.GAMES_INSPECTOR, 200, 403),
        (Role.CHEF_DE_TABLE, 403, 403),
    ],
)
def test_chips_are_seen_and_bank_is_kept_by_permitted_roles(
    house: OpenHouse, as_role: AsRole, role: Role, sees: int, keeps: int
) -> None:
    client = as_role(role)
    assert client.get("/cash/chips/").status_code == sees
    assert client.post("/cash/chips/count", {"currency": "CHF"}).status_code == keeps


def test_chips_page_without_tables_is_marked_as_empty(as_role: AsRole) -> None:
    assert "No table is registered yet" in page(as_role(Role.CASH_DESK)).get_text()


def test_a_currency_that_no_table_plays_in_is_not_found(house: OpenHouse, desk: Client) -> None:
    assert desk.get("/cash/chips/?currency=XXX").status_code == 404
    assert desk.post("/cash/chips/burn", {}).status_code == 404
