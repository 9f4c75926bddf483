"""Third parties: what others stake for a player counts to that player's limits, and not to their own."""

import pytest

from casino.kit.sentences import sentence_of
from tables.money import Money
from tables.play import commands as c
from tables.play.limits.questions import combinations
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def by_clause(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "clause", [pytest.param(each, marks=pytest.mark.clause(each)) for each in clauses]
    )


EVERY_HOUSE = by_clause(
    "it-campione/6", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34", "it-live/minimum"
)


@pytest.fixture
def day(clause: str) -> DayInHand:
    day = DayInHand(get_rulebook(clause.partition("/")[0]))
    day.seat("P1", "P2", "P3")
    day.do(c.AnnounceBetsOpen())
    return day


def plein(day: DayInHand, share: float, player: str, on_behalf_of: str | None = None) -> c.PlaceBet:
    """A plein on 17 of this share of the maximum."""
    amount = int(day.rulebook.default_limits.maximums["plein"] * share)
    return c.PlaceBet(player=player, bet="plein:17", amount=amount, on_behalf_of=on_behalf_of)


@EVERY_HOUSE
def test_stakes_of_third_parties_count_to_the_maximum_of_the_player(day: DayInHand, clause: str) -> None:
    day.do(plein(day, 0.5, "P1"), plein(day, 0.5, "P2", "P1"))
    maximum = day.rulebook.default_limits.maximums["plein"]
    assert combinations(day.state, "P1", day.rulebook) == {"plein:17": maximum}
    assert combinations(day.state, "P2", day.rulebook) == {}
    for laying, hands in (
        (plein(day, 0.1, "P1"), ("P1", "P2")),
        (plein(day, 0.1, "P2", "P1"), ("P1", "P2")),
        (plein(day, 0.1, "P3", "P1"), ("P1", "P2", "P3")),
    ):
        with expect_refusal("over-maximum-through-others", player="P1", by=hands) as refused:
            day.do(laying)
        assert refused.value.clause == clause
        assert (refused.value.limit, refused.value.value) == (maximum, maximum + maximum // 10)


@EVERY_HOUSE
def test_stakes_for_others_leave_the_own_maximum_whole(day: DayInHand, clause: str) -> None:
    day.do(plein(day, 1, "P1", "P2"), plein(day, 1, "P1"), plein(day, 1, "P1", "P3"))
    assert [bet.on_behalf_of for bet in day.state.bets] == ["P2", None, "P3"]


@EVERY_HOUSE
def test_a_single_bet_over_the_maximum_is_over_it_for_whomever_it_is_laid(
    day: DayInHand, clause: str
) -> None:
    with expect_refusal("over-maximum") as refused:
        day.do(plein(day, 1.1, "P1", "P2"))
    assert refused.value.clause == day.rulebook.limits.maximum_clause
    assert "with all" not in sentence_of(refused.value.refusal)


@by_clause("it-campione/5", "it-venezia/general-9", "pt-francesa/24", "pt-americana/34", "it-live/minimum")
def test_a_small_chip_is_laid_to_a_stake_that_reaches_the_minimum(day: DayInHand, clause: str) -> None:
    minimum = day.rulebook.default_limits.minimum
    small = c.PlaceBet(player="P2", bet="rouge", amount=minimum // 5, on_behalf_of="P1")
    with expect_refusal("under-minimum") as refused:
        day.do(small)
    assert (refused.value.clause, refused.value.value) == (clause, minimum // 5)
    day.do(c.PlaceBet(player="P1", bet="rouge", amount=minimum), small)
    assert len(day.state.bets) == 2


@pytest.mark.clause("it-campione/6")
def test_the_chips_of_a_third_partys_announced_bet_count_where_they_lie() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen())
    maximum = day.rulebook.default_limits.maximums["cheval"]
    day.do(c.PlaceBet(player="P2", bet="tiers", amount=6 * maximum, on_behalf_of="P1"))
    with expect_refusal("over-maximum-through-others", player="P1", by=("P2", "P1")) as refused:
        day.do(c.PlaceBet(player="P1", bet="cheval:5-8", amount=500))
    assert (refused.value.clause, refused.value.value) == ("it-campione/6", maximum + 500)
    day.do(c.PlaceBet(player="P1", bet="plein:5", amount=500))


@pytest.mark.clause("pt-americana/34")
def test_a_series_is_held_to_its_maximum_over_all_who_stake_it_for_a_player() -> None:
    day = DayInHand(get_rulebook("pt-americana"))
    series = c.PlaceBet(player="P1", bet="tiers", amount=60_000, colour="blue")
    day.do(c.AnnounceBetsOpen(), series)
    with expect_refusal(
        "over-maximum-through-others",
        player="P1",
        by=("P1", "P2"),
        limit=Money(60_000, "EUR"),
        value=Money(120_000, "EUR"),
    ) as refused:
        day.do(c.PlaceBet(player="P2", bet="tiers", amount=60_000, on_behalf_of="P1"))
    assert (refused.value.clause, refused.value.limit) == ("pt-americana/34", 60_000)


@EVERY_HOUSE
@pytest.mark.parametrize(
    ("player", "on_behalf_of", "named"),
    [("P1 ", None, "P1 "), ("\tP1", "P2", "?P1"), ("P1", " P2", " P2")],
)
def test_a_player_is_not_another_one_by_a_blank(
    day: DayInHand, clause: str, player: str, on_behalf_of: str | None, named: str
) -> None:
    found = c.FindExcess(player=player, on_behalf_of=on_behalf_of, bet="plein:17", amount=500)
    for laying in (plein(day, 1, player, on_behalf_of), found):
        with expect_refusal("name-with-blanks", clause=clause, name=named):
            day.do(laying)
    assert day.state.bets == ()
