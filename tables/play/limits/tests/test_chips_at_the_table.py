"""Every stake at a table is a sum of chips in use, and reaches the minimum with free chips of its player."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.refusal import BetRefused, LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import CHIEF, DayInHand, opening
from testkit.refusals import expect_refusal

EVERY_HOUSE = pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=pytest.mark.clause(clause))
        for clause in (
            "it-campione/5",
            "it-venezia/general-9",
            "pt-francesa/24",
            "pt-americana/34",
            "it-live/minimum",
        )
    ],
)


def rouge(amount: int, player: str = "P1", **more: object) -> c.PlaceBet:
    return replace(c.PlaceBet(player=player, bet="rouge", amount=amount), **more)


@pytest.fixture
def day(clause: str) -> DayInHand:
    day = DayInHand(get_rulebook(clause.partition("/")[0]))
    day.seat("P1", "P2")
    day.do(c.AnnounceBetsOpen())
    return day


@EVERY_HOUSE
@pytest.mark.parametrize("amount", [1, 49, 55])
def test_amount_that_no_chips_make_is_refused(day: DayInHand, clause: str, amount: int) -> None:
    day.do(rouge(day.rulebook.default_limits.minimum))
    with expect_refusal("not-a-sum-of-chips", kind=BetRefused, bet="rouge") as refused:
        day.do(rouge(amount))
    assert refused.value.clause == clause
    day.do(rouge(50))
    assert [bet.amount for bet in day.state.bets][1:] == [50]


@EVERY_HOUSE
def test_stakes_of_other_players_make_no_minimum(day: DayInHand, clause: str) -> None:
    minimum = day.rulebook.default_limits.minimum
    small = 50 if minimum > 50 else 20
    day.do(rouge(minimum))
    with expect_refusal("under-minimum", kind=LimitRefused, bet="rouge") as refused:
        day.do(rouge(small, "P2"))
    assert (refused.value.clause, refused.value.value) == (clause, small)
    day.do(rouge(small, "P2", on_behalf_of="P1"))


@pytest.mark.clause("it-venezia/general-9")
def test_chip_of_a_value_that_is_not_in_use_is_refused() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("chip-not-in-use", kind=BetRefused):
        day.do(rouge(900, chip=300))
    day.do(rouge(900, chip=100))


@pytest.mark.clause("pt-francesa/24")
def test_chips_of_another_layout_make_no_minimum() -> None:
    day = DayInHand(get_rulebook("pt-francesa"), opened=False)
    day.do(opening(day.rulebook, double=True), c.AnnounceBetsOpen(), rouge(500))
    with expect_refusal("under-minimum", kind=LimitRefused):
        day.do(rouge(100, layout=2))
    day.do(rouge(500, layout=2), rouge(100, layout=2), c.WithdrawBet(ref="b1"))
    with expect_refusal("left-under-minimum", taken="b2", others=("b3",)):
        day.do(c.WithdrawBet(ref="b2"))


@pytest.mark.clause("pt-americana/34", "pt-americana/15")
def test_chips_of_colours_have_the_value_of_their_colour_and_others_are_chips_in_use() -> None:
    day = DayInHand(get_rulebook("pt-americana"), opened=False)
    day.do(
        replace(opening(day.rulebook), chip_colours={"red": 100}, chip_symbol="star"), c.AnnounceBetsOpen()
    )
    day.do(c.AssignColour(player="P1", colour="red", value=1500, count=20), rouge(1500))
    with expect_refusal("not-a-sum-of-chips", kind=BetRefused):
        day.do(rouge(525, "P2", face_value=True))
    day.do(rouge(550, "P2", face_value=True))


@pytest.mark.clause("pt-americana/34", "pt-americana/9-11")
def test_chips_of_colours_that_no_register_names_are_whole_multiples_of_the_minimum() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("not-a-sum-of-chips", kind=BetRefused) as refused:
        day.do(rouge(550, colour="red"))
    assert refused.value.clause == "pt-americana/34"
    for chip in (700, 5_500):
        with expect_refusal("chip-not-in-use", kind=BetRefused, value=Money(chip, "EUR")):
            day.do(rouge(2 * chip, colour="red", chip=chip))
    day.do(rouge(1_000, colour="red"), rouge(3_000, colour="red", chip=1_500))


@pytest.mark.clause("it-campione/9")
def test_late_bet_is_a_sum_of_chips() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen(), c.LaunchBall())
    both = ("employee", "chief")
    with expect_refusal("not-a-sum-of-chips", kind=BetRefused):
        day.do(c.AcceptLateBet(bet=rouge(525, repeated=both), signatures=(CHIEF,)))
    day.do(c.AcceptLateBet(bet=rouge(550, repeated=both), signatures=(CHIEF,)))


@pytest.mark.clause("it-venezia/general-9")
def test_chips_found_on_the_cloth_are_recorded_whatever_they_come_to() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), c.FindExcess(player="P1", bet="rouge", amount=1))
    assert [bet.amount for bet in day.state.bets] == [1]
