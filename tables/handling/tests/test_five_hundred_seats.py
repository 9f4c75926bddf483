"""Five hundred seats confirm in the last second of a round, each twice, over connections of their own."""

from datetime import datetime, timedelta

import pytest

from tables.handling.live.models import WaitingConfirmation
from tables.play import commands as c
from tables.play.events import SeatBet
from tables.refusal import Refused
from testkit.house import OpenHouse
from testkit.live_tables import confirm_all, draft_all, seat_all

pytestmark = pytest.mark.servers

SEATS = tuple(f"S{number}" for number in range(1, 501))
TOO_LATE = frozenset(SEATS[::10])
CONNECTIONS = 16
BALANCE = 10_000
DRAFT = (SeatBet(bet="rouge", amount=200), SeatBet(bet="plein:27", amount=50))
STAKE = 250
WON = 2 * 200 + 36 * 50


@pytest.mark.clause("it-live/confirm")
@pytest.mark.clause("it-live/betting-window")
@pytest.mark.clause("it-live/result")
def test_none_counts_after_the_time_and_none_is_lost_or_doubled(
    casino_id: int, transactional_db: None
) -> None:
    house = OpenHouse(casino_id, "it-live", table="LV1")
    seat_all(house, SEATS, BALANCE)
    house.do(c.AnnounceBetsOpen())
    draft_all(house, SEATS, DRAFT)
    betting = house.state.live.round
    assert betting is not None
    closes_at = betting.closes_at

    def confirmed_at(place: int, seat: str) -> datetime:
        if seat in TOO_LATE:
            return closes_at + timedelta(microseconds=1 + place)
        return closes_at - timedelta(microseconds=1_000 * place)

    tickets = [(seat, confirmed_at(place, seat)) for place, seat in enumerate(SEATS)]
    twice = [each for pair in zip(tickets, tickets, strict=True) for each in pair]
    answers = confirm_all(house, twice, CONNECTIONS)

    refused = {seat for seat, refusals in answers if refusals is not None}
    assert refused == TOO_LATE
    for _, refusals in answers:
        if refusals is not None:
            assert isinstance(refusals, Refused)
            assert (refusals.clause, refusals.code) == ("it-live/betting-window", "round-closed")
    in_time = [seat for seat in SEATS if seat not in TOO_LATE]
    staked = [event for event in house.events() if event.type == "seat_staked"]
    assert sorted(event.data["seat"] for event in staked) == sorted(in_time)
    assert {event.data["seat"]: event.occurred_at for event in staked} == {
        seat: at for seat, at in tickets if seat in in_time
    }
    placed = [event for event in house.events() if event.type == "bet_placed"]
    assert len({event.data["ref"] for event in placed}) == len(placed) == len(in_time) * len(DRAFT)
    assert sum(event.data["amount"] for event in placed) == len(in_time) * STAKE
    assert not WaitingConfirmation.objects.filter(casino_id=casino_id).exists()

    house.now = closes_at + timedelta(seconds=20)
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=27)):
        house.do(command)
    balances = {seat: there.balance for seat, there in house.state.live.seats.items()}
    assert balances == {seat: BALANCE if seat in TOO_LATE else BALANCE - STAKE + WON for seat in SEATS}
