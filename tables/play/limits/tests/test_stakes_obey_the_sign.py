"""A stake on the cloth obeys the sign of the coup in which it plays: one that stays as well as one that was laid."""

import pytest

from tables.money import Money
from tables.play import commands as c
from tables.play.limits.questions import under_minimum
from tables.play.payment.settled import settled_on
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.lines import Line
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def of(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "clause", [pytest.param(each, marks=pytest.mark.clause(each)) for each in clauses]
    )


@pytest.fixture
def day(clause: str) -> DayInHand:
    return DayInHand(get_rulebook(clause.partition("/")[0]))


def sign(day: DayInHand, minimum: int | None = None, **maximums: int) -> c.ChangeLimits:
    """A change of the sign that the rulebook allows, with these maximums where it posts amounts."""
    minimum = minimum or day.rulebook.default_limits.minimum
    given = maximums if day.rulebook.limits.kind != "ratio-exact" else {}
    return c.ChangeLimits(
        limits=Limits(minimum=minimum, maximums=given), players_told=True, sign_changed=True
    )


def last_line(day: DayInHand, ref: str = "b1") -> Line:
    assert day.state.number is not None
    coup = settled_on(day.state, day.state.number, day.rulebook)
    return next(line for line in coup.lines if line.ref == ref)


def fallen(day: DayInHand, number: int) -> None:
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))


@of("it-venezia/general-9", "pt-francesa/24", "pt-americana/34")
def test_stake_that_stays_wins_as_the_lowered_maximum(day: DayInHand, clause: str) -> None:
    day.do(sign(day, 1000, plein=10_000), c.AnnounceBetsOpen())
    day.do(c.PlaceBet(player="P1", bet="plein:17", amount=10_000))
    fallen(day, 17)
    day.do(c.ConfirmPayments(), sign(day, 500, plein=5_000))
    (lying,) = day.state.bets
    assert (lying.amount, lying.stays_of, lying.excess) == (10_000, "b1", True)
    day.do(c.AnnounceBetsOpen())
    fallen(day, 17)
    line = last_line(day)
    assert (line.prize, line.returned, line.excess) == (175_000, 10_000, 5_000)
    assert day.rulebook.excess is not None and line.clause == day.rulebook.excess.clause
    assert [(bet.amount, bet.excess) for bet in day.state.bets] == [(5_000, False)], (
        "the excess goes back alone"
    )


@of("it-campione/8", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34")
def test_bet_laid_before_the_sign_changes_wins_as_the_lowered_maximum(day: DayInHand, clause: str) -> None:
    day.do(sign(day, 1000, plein=10_000), c.AnnounceBetsOpen())
    day.do(c.PlaceBet(player="P1", bet="plein:17", amount=10_000))
    day.do(sign(day, 500, plein=5_000))
    fallen(day, 17)
    line = last_line(day)
    assert (line.prize, line.returned, line.excess) == (175_000, 10_000, 5_000)


@of("it-campione/8", "it-venezia/general-9")
def test_sign_that_rises_again_takes_the_mark_off(day: DayInHand, clause: str) -> None:
    day.do(sign(day, plein=10_000), c.AnnounceBetsOpen())
    day.do(c.PlaceBet(player="P1", bet="plein:17", amount=10_000))
    day.do(sign(day, plein=5_000))
    assert [bet.excess for bet in day.state.bets] == [True]
    day.do(sign(day, plein=10_000))
    assert [bet.excess for bet in day.state.bets] == [False]
    fallen(day, 17)
    assert last_line(day).prize == 350_000


@pytest.mark.clause("it-venezia/general-9")
def test_only_what_comes_last_is_over_and_what_goes_makes_room() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen())
    for amount in (3_000, 2_000, 4_000):
        day.do(c.PlaceBet(player="P1", bet="plein:17", amount=amount))
    day.do(c.PlaceBet(player="P2", bet="plein:17", amount=5_000), sign(day, plein=5_000))
    assert [bet.excess for bet in day.state.bets] == [False, False, True, False]
    day.do(c.WithdrawBet(ref="b1"))
    fallen(day, 17)
    line = last_line(day, "b3")
    assert (line.prize, line.excess) == (3_000 * 35, 1_000)


@pytest.mark.clause("pt-americana/34", "pt-americana/27")
def test_chip_that_stays_of_a_series_obeys_the_maximum_of_its_own_field() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="jeu-zero", amount=60_000, colour="red"))
    fallen(day, 26)
    (stays,) = day.state.bets
    assert (stays.bet, stays.amount, stays.excess) == ("plein:26", 15_000, True), "a pleno has 5,000 at most"
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    fallen(day, 26)
    line = last_line(day, stays.ref)
    assert (line.prize, line.returned, line.excess) == (5_000 * 35, 15_000, 10_000)


@pytest.mark.clause("it-campione/7", "it-campione/8")
def test_group_declared_over_the_maximum_wins_as_the_maximum() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    maximum = day.rulebook.default_limits.maximums["plein"]
    day.do(c.AnnounceBetsOpen())
    for player in ("P1", "P2"):
        day.do(c.PlaceBet(player=player, bet="plein:17", amount=maximum))
    day.do(c.DeclareGroup(players=("P1", "P2")))
    fallen(day, 17)
    assert [(last_line(day, ref).prize, last_line(day, ref).excess) for ref in ("b1", "b2")] == [
        (35 * maximum, 0),
        (0, maximum),
    ]


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.clause("it-venezia/general-9")
def test_older_version_settles_a_stake_as_it_was_laid(version: int) -> None:
    """Days that were played by these versions are settled for ever as they were."""
    day = DayInHand(get_rulebook("it-venezia", version))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=10_000))
    day.do(sign(day, plein=5_000))
    fallen(day, 17)
    assert (last_line(day).prize, last_line(day).excess) == (350_000, 0)


@of("it-campione/5", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34")
def test_stake_under_a_raised_minimum_is_asked_about_before_the_launch_and_plays(
    day: DayInHand, clause: str
) -> None:
    day.do(sign(day, 500), c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500))
    assert under_minimum(day.state, day.rulebook) == ()
    day.do(sign(day, 1000))
    (asked,) = under_minimum(day.state, day.rulebook)
    assert (asked.code, asked.clause) == ("raise-or-take-back", clause)
    assert asked.parameters == {
        "player": "P1",
        "bet": "plein:17",
        "refs": ("b1",),
        "value": Money(500, day.rulebook.currency),
        "limit": Money(1000, day.rulebook.currency),
    }
    with expect_refusal("under-minimum"):
        day.do(c.PlaceBet(player="P1", bet="plein:17", amount=100))
    fallen(day, 17)
    assert (last_line(day).prize, last_line(day).excess) == (17_500, 0), "what lies plays as it lies"


@of("it-campione/5", "it-venezia/general-9")
@pytest.mark.parametrize("answer", ["raised", "taken back"])
def test_question_ends_once_the_stake_is_raised_or_taken_back(
    day: DayInHand, clause: str, answer: str
) -> None:
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=500), sign(day, 1000))
    if answer == "raised":
        day.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    else:
        day.do(c.WithdrawBet(ref="b1"))
    assert under_minimum(day.state, day.rulebook) == ()
