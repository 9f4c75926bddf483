"""A confirmation waits in the inbox until the record has it: no command passes it by, and a refusal finds its seat."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.handling.live.models import WaitingConfirmation
from tables.handling.live_seats import (
    Ticket,
    answer,
    ask_to_confirm,
    confirm,
    draft_of,
    place_chip,
    seat_view,
)
from tables.play import commands as c
from tables.play.events import Person, SeatBet, Signature
from tables.refusal import LimitRefused, Refused
from testkit.house import BOSS, OpenHouse
from testkit.refusals import expect_refusal

COUNTED_BY = tuple(
    Signature(person=Person(id=f"person/{role}", name=role), role=role) for role in ("pit_boss", "cash_desk")
)
RED = SeatBet(bet="rouge", amount=100)


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """A live table with an open round and two seats; P1 has drafted a chip on red."""
    house = OpenHouse(casino_id, "it-live")
    for command in (c.BuyIn(seat="P1", amount=1000), c.BuyIn(seat="P2", amount=1000), c.AnnounceBetsOpen()):
        house.do(command)
    place_chip(casino_id, "T1", "P1", RED, house.now)
    return house


def put_in(house: OpenHouse, seat: str = "P1", **later: float) -> Ticket:
    at = house.now + timedelta(**later)
    ticket = ask_to_confirm(house.casino_id, "T1", seat, by=BOSS, now=at)
    assert ticket is not None
    return ticket


@pytest.mark.clause("it-live/confirm")
@pytest.mark.clause("it-live/betting-window")
def test_confirmation_in_time_counts_after_a_late_closing(house: OpenHouse) -> None:
    put_in(house, seconds=29.9)
    house.now += timedelta(seconds=45)
    house.do(c.DeclareNumber(number=27))
    happened = [(event.type, event.occurred_at) for event in house.events()[-5:]]
    closes_at = house.now - timedelta(seconds=15)
    assert happened == [
        ("seat_staked", closes_at - timedelta(seconds=0.1)),
        ("bet_placed", closes_at - timedelta(seconds=0.1)),
        ("bets_closed", closes_at),
        ("number_fell", house.now),
        ("wins_credited", house.now),
    ]
    assert house.state.live.seats["P1"].balance == 1100


@pytest.mark.clause("it-live/confirm")
def test_waiting_confirmation_survives_a_refused_command(house: OpenHouse) -> None:
    ticket = put_in(house)
    with pytest.raises(Refused):
        house.do(c.BuyIn(seat="P2", amount=0))
    before = house.state.bets
    assert before == ()
    answer(ticket, house.now)
    lying = house.state.bets
    assert [bet.player for bet in lying] == ["P1"]
    assert not WaitingConfirmation.objects.filter(casino_id=house.casino_id).exists()


@pytest.mark.clause("it-live/confirm")
def test_a_refused_confirmation_is_told_to_its_seat_which_may_confirm_again(house: OpenHouse) -> None:
    ticket = put_in(house)
    WaitingConfirmation.objects.update(bets=[{"bet": "rouge", "amount": 9000}])
    with expect_refusal("over-balance", kind=LimitRefused, seat="P1") as refused:
        answer(ticket, house.now)
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (
        "it-live/participation",
        1000,
        9000,
    )
    confirm(house.casino_id, "T1", "P1", by=BOSS, now=house.now)
    assert [bet.amount for bet in house.state.bets] == [100]


@pytest.mark.clause("it-live/confirm")
def test_an_unconfirmed_draft_is_void_when_the_round_closes(house: OpenHouse) -> None:
    view = seat_view(house.casino_id, "T1", "P1")
    assert draft_of(view, house.now) == (RED,)
    assert draft_of(view, house.now + timedelta(seconds=31)) == ()
    for command in (c.CloseBets(), c.DeclareNumber(number=27), c.AnnounceBetsOpen()):
        house.do(command)
    assert draft_of(seat_view(house.casino_id, "T1", "P1"), house.now) == ()
    with expect_refusal("no-draft-to-confirm"):
        put_in(house)
    assert house.state.live.seats["P1"].balance == 1000


@pytest.mark.clause("it-live/confirm")
def test_waiting_player_cannot_change_bets(house: OpenHouse) -> None:
    put_in(house)
    with expect_refusal("round-confirmed-already") as refused:
        place_chip(house.casino_id, "T1", "P1", RED, house.now)
    assert refused.value.clause == "it-live/confirm"


def test_a_seat_sees_its_own_bets_and_no_others(house: OpenHouse) -> None:
    house.do(c.ConfirmBets(seat="P2", bets=(RED,)))
    seen = seat_view(house.casino_id, "T1", "P1").state
    assert (seen.bets, set(seen.live.seats)) == ((), {"P1"})
    assert replace(seen, bets=(), live=house.state.live) == replace(house.state, bets=())


def test_a_seat_sees_a_table_whose_float_was_counted(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "it-live")
    house.do(c.CountFloat(moment="opening", pieces={500: 40}, signatures=COUNTED_BY))
    assert house.state.direction.pieces_at_opening == {500: 40}
    assert seat_view(casino_id, "T1", "P1").state == house.state
