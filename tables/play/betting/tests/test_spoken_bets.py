"""Announced bets are confirmed by repetition aloud, each time anew."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.repetition import NotRepeated
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

TIERS = c.PlaceBet(player="Seat 1", bet="tiers", amount=3000)
REPEATED = replace(TIERS, repeated=("employee",))

BY_CLAUSE = pytest.mark.parametrize(
    "clause",
    [
        pytest.param("it-venezia/announcements", marks=pytest.mark.clause("it-venezia/announcements")),
        pytest.param(
            "it-campione/18",
            marks=[pytest.mark.clause("it-campione/18"), pytest.mark.clause("it-campione/17")],
        ),
    ],
)


@pytest.fixture
def day(clause: str) -> DayInHand:
    day = DayInHand(get_rulebook(clause.partition("/")[0]), repeats=False)
    day.do(c.AnnounceBetsOpen())
    return day


@BY_CLAUSE
def test_an_announcement_counts_when_the_employee_repeats_it(day: DayInHand, clause: str) -> None:
    for repeated in ((), ("chief",)):
        with expect_refusal(
            "bet-not-repeated", clause=clause, kind=NotRepeated, bet="tiers", missing=("employee",)
        ):
            day.do(replace(TIERS, repeated=repeated))
    (placed,) = day.do(REPEATED)
    assert isinstance(placed, e.BetPlaced)
    assert placed.repeated == ("employee",)


@BY_CLAUSE
def test_a_habitual_game_is_repeated_aloud_each_time(day: DayInHand, clause: str) -> None:
    day.do(REPEATED, c.LaunchBall(), c.DeclareNumber(number=0), c.ConfirmPayments(), c.AnnounceBetsOpen())
    with pytest.raises(NotRepeated):
        day.do(TIERS)
    day.do(REPEATED)
    with pytest.raises(NotRepeated):
        day.do(TIERS)


@BY_CLAUSE
def test_a_chip_on_the_cloth_is_repeated_by_nobody(day: DayInHand, clause: str) -> None:
    day.do(c.PlaceBet(player="Seat 1", bet="cheval:5-8", amount=500))
    assert len(day.state.bets) == 1


@BY_CLAUSE
def test_nobody_is_asked_to_repeat_what_could_not_lie_anyway(day: DayInHand, clause: str) -> None:
    with pytest.raises(LimitRefused):
        day.do(replace(TIERS, amount=60_000_000))


def test_announcement_counts_at_once_without_a_repetition_rule() -> None:
    day = DayInHand(get_rulebook("pt-francesa"), repeats=False)
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="complete:17", amount=5500))
    assert len(day.state.bets) == 1
