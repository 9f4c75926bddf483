"""Put right at the table's page: a displaced bet put back, a dispute opened, looked into and decided."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.people.models import Role
from settlement.sheets import Sheet, sheet
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole


def sheet_of(house: OpenHouse) -> Sheet:
    """The sheet of the day's first coup."""
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    return found


@pytest.fixture
def paying(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    house = new_table("it-venezia")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=500))
    house.do(c.CloseBets())
    house.do(c.DeclareNumber(number=20))
    return house


def page(client: Client, address: str = "/floor/T1/") -> Element:
    return read_page(client.get(address).content)


def post(client: Client, address: str, **form: str) -> int:
    return client.post(f"/floor/T1/{address}", form, headers={"HX-Request": "true"}).status_code


@pytest.mark.clause("it-venezia/general-2-3")
def test_a_displaced_bet_is_put_back_and_the_sheet_says_from_where(boss: Client, paying: OpenHouse) -> None:
    form = {"ref": "b1", "bet": "noir", "basis": "technical", "name": "Croupier 1"}
    assert post(boss, "do/reconstitute-bets", **form) == 200
    assert sheet_of(paying).total_prize == 500
    said = find(page(boss), "#sheet").text
    assert "Rosso put back to Nero (the cameras showed it), decided by Croupier 1" in said


@pytest.mark.clause("it-venezia/general-12")
def test_a_dispute_is_shown_with_its_coup_as_it_went_and_decided_by_the_direction(
    boss: Client, as_role: AsRole, paying: OpenHouse
) -> None:
    form = {"coup": "1", "player": "P1", "reason": "my chips lay on black"}
    assert post(boss, "do/open-dispute", **form) == 200
    card = find(page(boss), "#disputed-d1")
    assert "my chips lay on black" in card.text
    as_it_went = page(boss, card.select("a")[-1]["href"])
    assert [find(row, "b").text for row in as_it_went.select("tbody tr")] == [
        "Coup",
        "Bet",
        "Coup",
        "Number",
        "Dispute",
    ]
    form = {"dispute": "d1", "outcome": "correct", "amount": "-2.50", "reason": "camera 3"}
    assert post(boss, "direct/decide-dispute", **form) == 422
    assert post(as_role(Role.DIRECTION), "direct/decide-dispute", **form) == 200
    assert page(boss).select_one("#disputed-d1") is None
    assert sheet_of(paying).adjustments[0].amount == -250


@pytest.mark.clause("it-venezia/general-12")
def test_a_decision_that_is_refused_is_told_in_the_card_of_its_dispute(
    as_role: AsRole, paying: OpenHouse
) -> None:
    director = as_role(Role.DIRECTION)
    for words in ("my chips lay on black", "the ball jumped"):
        paying.do(c.OpenDispute(coup=1, player="P1", words=words))
    form = {"dispute": "d2", "outcome": "pay", "reason": "camera 3"}

    def decide() -> Element:
        answer = director.post("/floor/T1/direct/decide-dispute", form, headers={"HX-Request": "true"})
        return read_page(answer.content)

    (said,) = decide().select(".said")
    assert said.closest("#disputed-d2.card")
    assert post(director, "direct/decide-dispute", **(form | {"outcome": "none"})) == 200
    (said,) = decide().select(".said")
    assert said.parent["id"] == "answer-disputed"


@pytest.mark.clause("it-venezia/general-12")
def test_a_chef_may_not_decide_it(as_role: AsRole, paying: OpenHouse) -> None:
    paying.do(c.OpenDispute(coup=1, player="P1", words="my chips lay on black"))
    form = {"dispute": "d1", "outcome": "none", "reason": "camera 3"}
    assert post(as_role(Role.CHEF_DE_TABLE), "direct/decide-dispute", **form) == 403
