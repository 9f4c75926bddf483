"""For a command each of its events is decoded once, and the table's state evolved by it once.

What judges the command, the board, the sheets and the answer take the state that the handler has."""

import sys
from collections import Counter
from types import CodeType, FrameType

import pytest

from tables.codec import EventCodec
from tables.handling.models import Board
from tables.handling.projections.table_snapshots import newest_state, state_at
from tables.play import commands as c
from tables.play.evolve import evolve
from tables.play.state import from_kept
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)
COUNTED: dict[CodeType, str] = {evolve.__code__: "evolved", EventCodec.decode.__code__: "decoded"}


class Counting:
    """Counts the calls of what is COUNTED while it is entered."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def __enter__(self) -> Counter[str]:
        sys.setprofile(self._called)
        return self.calls

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in COUNTED:
            self.calls[COUNTED[frame.f_code]] += 1


COUP = (
    c.AnnounceBetsOpen(),
    c.PlaceBet(player="P1", bet="rouge", amount=10_000),
    c.PlaceBet(player="P1", bet="plein:7", amount=1_000),
    c.LaunchBall(),
    c.CloseBets(),
    c.DeclareNumber(number=7),
    c.ConfirmPayments(),
)


def test_every_event_of_a_coup_is_evolved_and_decoded_once(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    for command in COUP:
        with Counting() as calls:
            made = len(house.do(command).events)
        assert made, command
        assert calls == {"evolved": made, "decoded": made}, command


def test_opening_and_violation_are_evolved_once(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.CloseTable())
    with Counting() as calls:
        house.open("2026-11-21")
    assert calls["evolved"] == 1
    bet = c.PlaceBet(player="P1", bet="rouge", amount=10_000)
    for command in (c.AnnounceBetsOpen(), bet, c.CloseBets(), c.DeclareNumber(number=32)):
        house.do(command)
    with Counting() as calls:
        outcome = house.do(c.LaunchBall(source="reader"))
    assert "violation_raised" in {event.type for event in outcome.events}
    assert calls == {"evolved": len(outcome.events), "decoded": len(outcome.events)}


def test_a_command_that_says_nothing_new_evolves_nothing(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    house.do(c.AnnounceBetsOpen())
    with Counting() as calls:
        assert house.do(c.AnnounceBetsOpen()).events == ()
    assert not calls


def test_the_answer_the_board_and_the_record_have_one_state(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    for command in COUP:
        state = house.do(command).state
        board = Board.objects.get(casino_id=casino_id, table=house.table)
        assert newest_state(casino_id, house.table) is state
        assert from_kept(board.state) == state == state_at(casino_id, house.table, house.day)
