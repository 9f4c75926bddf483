"""All bets of a player at once: repeated from the last coup, doubled, lifted; all of them or none."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.repetition import NotRepeated
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

NUMBERS = (
    c.PlaceBet(player="P1", bet="plein:17", amount=500, chip=500, colour="yellow"),
    c.PlaceBet(player="P1", bet="cheval:20-23", amount=1_000),
    c.PlaceBet(player="P2", bet="rouge", amount=2_000),
)


def day_of(name: str) -> DayInHand:
    return DayInHand(get_rulebook(name))


def laid(day: DayInHand, player: str = "P1") -> list[tuple[str, int]]:
    return [(bet.bet, bet.amount) for bet in day.state.bets if bet.player == player]


def test_repeated_bets_have_the_same_chips() -> None:
    day = day_of("pt-francesa")
    day.coup(5, *NUMBERS)
    day.do(c.AnnounceBetsOpen(), c.RepeatBets(player="P1"))
    assert laid(day) == [("plein:17", 500), ("cheval:20-23", 1_000)]
    (again,) = (bet for bet in day.state.bets if bet.bet == "plein:17")
    assert (again.chip, again.colour) == (500, "yellow")
    # The other player's stake won and lies on.
    assert laid(day, "P2") == [("rouge", 2_000)]


def test_said_twice_nothing_is_laid_twice_and_only_what_is_missing_is_laid() -> None:
    day = day_of("pt-francesa")
    day.coup(5, *NUMBERS)
    day.do(c.AnnounceBetsOpen(), NUMBERS[1], c.RepeatBets(player="P1"))
    assert laid(day) == [("cheval:20-23", 1_000), ("plein:17", 500)]
    before = len(day.events)
    with expect_refusal("bets-lie-as-before"):
        day.do(c.RepeatBets(player="P1"))
    assert len(day.events) == before


def test_a_stake_that_won_and_lies_on_is_not_laid_again() -> None:
    day = day_of("it-venezia")
    day.coup(17, *NUMBERS)
    day.do(c.AnnounceBetsOpen(), c.RepeatBets(player="P1"))
    assert sorted(laid(day)) == [("cheval:20-23", 1_000), ("plein:17", 500)]


def test_all_that_lies_is_doubled() -> None:
    day = day_of("pt-francesa")
    day.do(c.AnnounceBetsOpen(), *NUMBERS, c.DoubleBets(player="P1"))
    assert laid(day) == 2 * [("plein:17", 500), ("cheval:20-23", 1_000)]
    assert laid(day, "P2") == [("rouge", 2_000)]


def test_forbidden_bet_refuses_the_repetition_of_all() -> None:
    day = day_of("pt-francesa")
    rules = day.rulebook
    limit = day.state.limits.maximums["plein"] if day.state.limits else 0
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=2_000))
    day.do(c.PlaceBet(player="P1", bet="plein:17", amount=limit))
    before = len(day.events)
    with pytest.raises(LimitRefused) as refused:
        day.do(c.DoubleBets(player="P1"))
    assert refused.value.clause in rules.clauses
    assert refused.value.parameters["bet"] == "plein:17"
    assert len(day.events) == before
    assert laid(day) == [("rouge", 2_000), ("plein:17", limit)]


@pytest.mark.clause("it-venezia/announcements")
def test_an_announced_bet_is_repeated_aloud_each_time() -> None:
    day = day_of("it-venezia")
    both = ("employee", "chief")
    tiers = c.PlaceBet(player="P1", bet="tiers", amount=6_000, repeated=both)
    day.coup(0, tiers, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    day.do(c.AnnounceBetsOpen())
    before = len(day.events)
    with pytest.raises(NotRepeated):
        day.do(c.RepeatBets(player="P1"))
    assert len(day.events) == before
    day.do(c.RepeatBets(player="P1", repeated=both))
    placed = {each.bet: each.repeated for each in day.of_type(e.BetPlaced)[-2:]}
    assert placed["rouge"] == () and both in placed.values()


def test_all_of_a_player_is_lifted_but_for_what_is_in_prison() -> None:
    day = day_of("it-venezia")
    day.coup(0, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    day.do(c.AnnounceBetsOpen(), *NUMBERS, c.PlaceBet(player="P1", bet="plein:17", amount=500))
    day.do(c.LiftStakes(player="P1", laid_too=True))
    assert [bet.level for bet in day.state.bets if bet.player == "P1"] == [1]
    assert laid(day, "P2") == [("rouge", 2_000)]
    with expect_refusal("no-bets-to-lift"):
        day.do(c.LiftStakes(player="P1", laid_too=True))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.RepeatBets(player="P3"), "no-bets-of-last-coup"),
        (c.DoubleBets(player="P3"), "no-bets-to-double"),
        (c.LiftStakes(player="P3", laid_too=True), "no-bets-to-lift"),
    ],
)
def test_repetition_without_bets_is_refused(command: c.Command, code: str) -> None:
    day = day_of("pt-francesa")
    day.coup(5, *NUMBERS)
    day.do(c.AnnounceBetsOpen())
    with expect_refusal(code):
        day.do(command)


def test_while_bets_are_closed_nothing_is_repeated_or_doubled() -> None:
    day = day_of("pt-francesa")
    day.coup(5, *NUMBERS)
    for command in (c.RepeatBets(player="P1"),):
        with expect_refusal("placed-before-open"):
            day.do(command)
    day.do(c.AnnounceBetsOpen(), *NUMBERS, c.LaunchBall(), c.CloseBets())
    with expect_refusal("placed-after-close"):
        day.do(c.DoubleBets(player="P1"))
