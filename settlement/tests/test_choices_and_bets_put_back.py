"""Choices about stakes in prison, and bets put back after they were made: the sheet goes on, and the table agrees."""

import pytest

from settlement.models import PayoutSheet
from tables.handling.projections.table_snapshots import state_at
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.clause("it-venezia/general-2-3"),
    pytest.mark.clause("it-venezia/prison"),
]
CHEF = e.Person(id="p1", name="Croupier 1")
CHOICES = ("stay", "partage", "move:noir")


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """Coup 1 on zero, with b1 and b2 on red: both are in prison."""
    opened = OpenHouse(casino_id, "it-venezia")
    opened.do(c.AnnounceBetsOpen())
    for player in ("P1", "P2"):
        opened.do(c.PlaceBet(player=player, bet="rouge", amount=1_000))
    opened.do(c.CloseBets())
    opened.do(c.DeclareNumber(number=0))
    return opened


def put_back(house: OpenHouse, where: str) -> None:
    back = c.PutBack(ref="b1", bet=where)
    house.do(c.ReconstituteBets(bets=(back,), basis="staff", decided_by=CHEF))


def row_of(house: OpenHouse) -> PayoutSheet:
    return PayoutSheet.objects.get(casino_id=house.casino_id, coup=1)


def lying(house: OpenHouse) -> list[tuple[str, str, int]]:
    """What lies by its reference, with its bet and level; the board has it as the record."""
    assert house.state == state_at(house.casino_id, house.table, house.day)
    return [(bet.ref, bet.bet, bet.level) for bet in house.state.bets]


@pytest.mark.parametrize("choice", CHOICES)
def test_choice_about_a_bet_ends_when_the_bet_lay_elsewhere(house: OpenHouse, choice: str) -> None:
    house.do(c.ChoosePrison(ref="b1", choice=choice))
    put_back(house, "plein:1")
    lost, held = row_of(house).lines
    assert (lost["bet"], lost["outcome"], held["outcome"]) == ("plein:1", "lost", "imprisoned")
    assert row_of(house).choices == {}
    assert lying(house) == [("b2", "rouge", 1)]
    assert [pending.stake.ref for pending in house.state.choices] == ["b2"]


@pytest.mark.parametrize("choice", CHOICES)
def test_bet_restored_on_another_even_chance_asks_its_owner_again(house: OpenHouse, choice: str) -> None:
    house.do(c.ChoosePrison(ref="b1", choice=choice))
    put_back(house, "pair")
    assert lying(house) == [("b1", "pair", 1), ("b2", "rouge", 1)]
    house.do(c.ChoosePrison(ref="b1", choice="partage"))
    assert [line["outcome"] for line in row_of(house).lines] == ["divided", "imprisoned"]
    assert lying(house) == [("b2", "rouge", 1)]


@pytest.mark.parametrize(
    ("choice", "lies"),
    [("stay", [("b2", "rouge", 1)]), ("partage", []), ("move:noir", [("b2", "noir", 1)])],
)
def test_choices_of_others_remain_after_a_restored_bet(
    house: OpenHouse, choice: str, lies: list[tuple[str, str, int]]
) -> None:
    house.do(c.ChoosePrison(ref="b2", choice=choice))
    put_back(house, "plein:1")
    assert row_of(house).choices == {"b2": choice}
    assert lying(house) == lies
    (pending,) = house.state.choices
    assert (pending.stake.ref, pending.stake.bet, pending.choice) == ("b2", "rouge", choice)


@pytest.mark.parametrize("choice", CHOICES)
def test_choices_of_others_remain_after_the_next_closing(house: OpenHouse, choice: str) -> None:
    house.do(c.ChoosePrison(ref="b2", choice=choice))
    before = lying(house)[1:]
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    put_back(house, "plein:1")
    assert lying(house) == before
    assert house.state.choices == ()


def test_nothing_of_a_choice_stops_what_is_put_right_later(house: OpenHouse) -> None:
    house.do(c.ChoosePrison(ref="b1", choice="partage"))
    put_back(house, "plein:1")
    house.do(c.DeclareNumber(number=1, source="reader", coup=1))
    house.do(c.ResolveDiscrepancy(number=1, reason="camera 3"))
    assert [line["outcome"] for line in row_of(house).lines] == ["won", "won"]
    lying(house)
